import { Notice } from "@club/ui";
import { ConsoleButton } from "@club/ui/console";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import { setPasswordByLink } from "../../api/operators.ts";
import { useAct } from "../../api/use-act.ts";
import { go, replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { missingOf, NO_PASSWORD, PasswordFields } from "../account/PasswordFields.tsx";
import { SignInFrame } from "./SignInPage.tsx";

export const SET_PASSWORD_PATH = "/set-password";

/** Sets a new password by the owner's link, without being signed in. Route: /set-password */
export function SetPasswordPage(): ReactNode {
  const t = useT();
  const asked = useQueryOfAddress().get("token");
  const [token] = useState(asked);
  const [isDone, setDone] = useState(false);
  // The link works once and is secret, so it is kept out of the history.
  useEffect(() => {
    if (asked !== null) replaceAddress(SET_PASSWORD_PATH);
  }, [asked]);
  return (
    <SignInFrame>
      {isDone ? (
        <div className="signin-wait" role="status">
          <h1>{t("route.setPassword")}</h1>
          <Notice tone="turf">{t("password.isSet")}</Notice>
          <ConsoleButton kind="primary" size="large" onPress={() => go("/")}>
            {t("act.signIn")}
          </ConsoleButton>
        </div>
      ) : (
        <PasswordForm token={token} onDone={() => setDone(true)} />
      )}
    </SignInFrame>
  );
}

function PasswordForm(props: {
  readonly token: string | null;
  readonly onDone: () => void;
}): ReactNode {
  const t = useT();
  const { token, onDone } = props;
  const isOnline = useIsOnline();
  const [value, setValue] = useState(NO_PASSWORD);
  const act = useAct(async () => {
    await setPasswordByLink(token ?? "", value.first);
    onDone();
  });
  const noLink = token === null ? t("password.noLink") : undefined;
  const missing = noLink ?? (isOnline ? missingOf(t, value) : t("offline.bar"));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === undefined && !act.busy) void act.run();
  };
  return (
    <form onSubmit={submit}>
      <h1>{t("route.setPassword")}</h1>
      <p className="mute">{t("password.byLink")}</p>
      {noLink !== undefined && <Notice tone="brass">{noLink}</Notice>}
      <ErrorNotice text={act.error} />
      <PasswordFields value={value} onChange={setValue} />
      <ConsoleButton kind="primary" size="large" type="submit" busy={act.busy} reason={missing}>
        {t("password.set")}
      </ConsoleButton>
    </form>
  );
}
