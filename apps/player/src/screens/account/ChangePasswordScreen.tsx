import { Button, Field, Notice, PrimaryButton } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { isRefusal } from "@club/client";
import { useChangePassword } from "../../api/passwords.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { useSession } from "../../core/session.ts";
import { errorText } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { NewPasswordField, UserNameForManagers } from "../sign-in/NewPasswordField.tsx";
import { LEAST_PASSWORD } from "../sign-in/draft.ts";
import "../../shell/pages.css";

/** Another password; every other device is signed out. Route: /pages/changePassword/changePassword */
export function ChangePasswordScreen(): ReactNode {
  const t = useT();
  const [isDone, setDone] = useState(false);
  return (
    <Screen id="changePassword">
      {isDone ? (
        <div className="form">
          <Notice tone="turf" title={t("password.done")} alert>
            <p>{t("password.doneText")}</p>
          </Notice>
          <Button kind="primary" size="large" href={hrefOf("account")}>
            {t("act.done")}
          </Button>
        </div>
      ) : (
        <ChangeForm onDone={() => setDone(true)} />
      )}
    </Screen>
  );
}

function ChangeForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useT();
  const name = useSession()?.name ?? "";
  const [before, setBefore] = useState("");
  const [after, setAfter] = useState("");
  const change = useChangePassword();
  const missing = missingOf(t, before, after);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== undefined || change.isPending) return;
    change.mutate({ oldPassword: before, newPassword: after }, { onSuccess: onDone });
  };
  const isAtField = isRefusal(change.error, "password.weak", "password.wrong");
  return (
    <form className="form" onSubmit={submit} noValidate>
      <UserNameForManagers name={name} />
      <Field
        label={t("password.old")}
        name="password"
        type="password"
        value={before}
        onChange={setBefore}
        autoComplete="current-password"
        maxLength={128}
        error={isRefusal(change.error, "password.wrong") ? errorText(t, change.error) : undefined}
        required
      />
      <NewPasswordField value={after} onChange={setAfter} error={change.error} />
      <p className="mute">{t("password.how")}</p>
      {change.isError && !isAtField && (
        <Notice tone="loss" title={errorText(t, change.error)} alert />
      )}
      <div>
        <PrimaryButton
          type="submit"
          busy={change.isPending}
          busyText={t("state.sending")}
          reason={missing}
        >
          {t("password.act")}
        </PrimaryButton>
      </div>
    </form>
  );
}

function missingOf(t: T, before: string, after: string): string | undefined {
  if (before === "") return t("password.needOld");
  if (after.length < LEAST_PASSWORD) return t("register.needPassword");
  return before === after ? t("password.same") : undefined;
}
