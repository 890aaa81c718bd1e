import type { operatorSignIn } from "@club/contract";
import { ClubMark, Notice, RailHero } from "@club/ui";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type FormEvent, type ReactNode } from "react";
import { call } from "../api/client.ts";
import { useAct } from "../api/use-act.ts";
import { useIsOnline } from "../connection.ts";
import { useT } from "../lang.ts";
import { startSession, useEndReason } from "../session.ts";

async function signIn({ name, password, totp }: typeof EMPTY): Promise<void> {
  const { data } = await call<typeof operatorSignIn>({
    method: "POST",
    path: "/api/operator/signin",
    anonymous: true,
    body: { user_name: name.trim(), password, ...(totp !== "" && { totp: totp.trim() }) },
  });
  startSession(data);
}

/** The operators' own sign-in. */
export function SignInPage(): ReactNode {
  const t = useT();
  const ended = useEndReason();
  return (
    <main className="signin">
      <div className="signin-hero">
        <p>
          <ClubMark />
          {t("app.name")}
        </p>
        <RailHero title={t("signIn.hero")} />
      </div>
      <SignInForm isExpired={ended === "expired"} />
    </main>
  );
}

const EMPTY = { name: "", password: "", totp: "" };

function SignInForm({ isExpired }: { readonly isExpired: boolean }): ReactNode {
  const t = useT();
  const [form, setForm] = useState(EMPTY);
  const isOnline = useIsOnline();
  const act = useAct(signIn);
  const isMissing = form.name.trim() === "" || form.password === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isMissing && isOnline) void act.run(form);
  };
  return (
    <form onSubmit={submit}>
      <h1>{t("signIn.title")}</h1>
      {isExpired && act.error === undefined && <Notice tone="brass">{t("signIn.expired")}</Notice>}
      {act.error !== undefined && (
        <Notice tone="loss" alert>
          {act.error}
        </Notice>
      )}
      <SignInFields form={form} onChange={setForm} />
      <ConsoleButton
        kind="primary"
        size="large"
        type="submit"
        busy={act.busy}
        reason={reasonOf(t, isMissing, isOnline)}
      >
        {t("act.signIn")}
      </ConsoleButton>
    </form>
  );
}

function SignInFields(props: {
  readonly form: typeof EMPTY;
  readonly onChange: (form: typeof EMPTY) => void;
}): ReactNode {
  const t = useT();
  const { form, onChange } = props;
  return (
    <>
      <ConsoleField
        label={t("signIn.name")}
        name="username"
        autoComplete="username"
        value={form.name}
        onChange={(name) => onChange({ ...form, name })}
        autoFocus
      />
      <ConsoleField
        label={t("signIn.password")}
        name="password"
        type="password"
        autoComplete="current-password"
        value={form.password}
        onChange={(password) => onChange({ ...form, password })}
      />
      <ConsoleField
        label={t("signIn.totp")}
        name="totp"
        autoComplete="one-time-code"
        hint={t("signIn.totpHint")}
        value={form.totp}
        onChange={(totp) => onChange({ ...form, totp })}
      />
    </>
  );
}

function reasonOf(t: ReturnType<typeof useT>, missing: boolean, isOnline: boolean) {
  if (!isOnline) return t("offline.bar");
  return missing ? t("signIn.missing") : undefined;
}
