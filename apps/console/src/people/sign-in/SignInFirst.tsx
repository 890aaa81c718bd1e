import { Notice } from "@club/ui";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { errorText } from "../../api/error-text.ts";
import {
  finishAtProvider,
  signInWithPassword,
  startAtProvider,
  useProviderHost,
} from "../../api/sign-in.ts";
import { useAct } from "../../api/use-act.ts";
import { useOfflineText } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { leaveForProvider, takeReturn } from "../../core/oidc-return.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";

const EMPTY = { name: "", password: "" };

export interface FirstStepProps {
  readonly isExpired: boolean;
  /** What went wrong at the identity provider. */
  readonly before: string | undefined;
  readonly onDone: (ticket: string | null) => void;
}

/** First step: name and password, or the identity provider. */
export function FirstStep({ isExpired, before, onDone }: FirstStepProps): ReactNode {
  const t = useT();
  const [form, setForm] = useState(EMPTY);
  const offline = useOfflineText();
  const act = useAct(async () => onDone(await signInWithPassword(form.name, form.password)));
  const isMissing = form.name.trim() === "" || form.password === "";
  const reason = offline ?? (isMissing ? t("signIn.missing") : undefined);
  const error = act.error ?? (act.busy ? undefined : before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === undefined) void act.run();
  };
  return (
    <form onSubmit={submit}>
      <h1>{t("signIn.title")}</h1>
      {isExpired && error === undefined && <Notice tone="brass">{t("signIn.expired")}</Notice>}
      <ErrorNotice text={error} />
      <ConsoleField
        label={t("signIn.name")}
        name="username"
        autoComplete="username"
        value={form.name}
        onChange={(name) => setForm({ ...form, name })}
        autoFocus
      />
      <ConsoleField
        label={t("signIn.password")}
        name="password"
        type="password"
        autoComplete="current-password"
        value={form.password}
        onChange={(password) => setForm({ ...form, password })}
      />
      <ConsoleButton kind="primary" size="large" type="submit" busy={act.busy} reason={reason}>
        {t("act.signIn")}
      </ConsoleButton>
      <ProviderButton />
    </form>
  );
}

/** Signs in with the club's identity provider, if there is one. */
function ProviderButton(): ReactNode {
  const t = useT();
  const host = useProviderHost();
  const offline = useOfflineText();
  const act = useAct(async () => {
    const { authorize_url, flow } = await startAtProvider();
    leaveForProvider(authorize_url, flow);
  });
  if (host === null) return null;
  return (
    <>
      <p className="signin-or">{t("signIn.or")}</p>
      <ConsoleButton
        size="large"
        icon="key"
        busy={act.busy}
        reason={offline}
        onPress={() => void act.run()}
      >
        {t("signIn.oidc", { host })}
      </ConsoleButton>
      <ErrorNotice text={act.error} />
    </>
  );
}

/** Back from the identity provider: the club asks it who this is. */
export function Returning(props: {
  readonly onDone: (ticket: string | null) => void;
  readonly onFail: (error: string) => void;
}): ReactNode {
  const t = useT();
  const host = useProviderHost();
  const latest = useRef({ ...props, t });
  latest.current = { ...props, t };
  useEffect(() => {
    const came = takeReturn();
    if (came === null) return;
    finishAtProvider(came)
      .then((ticket) => latest.current.onDone(ticket))
      .catch((error: unknown) => latest.current.onFail(errorText(latest.current.t, error)));
  }, []);
  return (
    <div className="signin-wait" role="status">
      <h1>{t("signIn.title")}</h1>
      <p>{t("signIn.returning", { host: host ?? t("people.oidc") })}</p>
    </div>
  );
}
