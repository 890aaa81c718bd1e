import type { operatorSignIn } from "@club/contract";
import { ClubMark, Notice, RailHero } from "@club/ui";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type FormEvent, type ReactNode } from "react";
import { call } from "../api/client.ts";
import { useAct } from "../api/use-act.ts";
import { useIsOnline } from "../connection.ts";
import { useT } from "../lang.ts";
import { startSession, useEndReason } from "../session.ts";

async function signIn(name: string, password: string, totp: string): Promise<void> {
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
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [totp, setTotp] = useState("");
  const isOnline = useIsOnline();
  const ended = useEndReason();
  const act = useAct(signIn);
  const missing = name.trim() === "" || password === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing && isOnline) void act.run(name, password, totp);
  };
  return (
    <main className="signin">
      <div className="signin-hero">
        <p>
          <ClubMark />
          {t("app.name")}
        </p>
        <RailHero title={t("signIn.hero")} />
      </div>
      <form onSubmit={submit}>
        <h1>{t("signIn.title")}</h1>
        {ended === "expired" && act.error === undefined && (
          <Notice tone="brass">{t("signIn.expired")}</Notice>
        )}
        {act.error !== undefined && (
          <Notice tone="loss" alert>
            {act.error}
          </Notice>
        )}
        <ConsoleField
          label={t("signIn.name")}
          name="username"
          autoComplete="username"
          value={name}
          onChange={setName}
          autoFocus
        />
        <ConsoleField
          label={t("signIn.password")}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <ConsoleField
          label={t("signIn.totp")}
          name="totp"
          autoComplete="one-time-code"
          hint={t("signIn.totpHint")}
          value={totp}
          onChange={setTotp}
        />
        <ConsoleButton
          kind="primary"
          size="large"
          type="submit"
          busy={act.busy}
          reason={reasonOf(t, missing, isOnline)}
        >
          {t("act.signIn")}
        </ConsoleButton>
        <p className="mute small">{t("settings.twoFactor")}</p>
      </form>
    </main>
  );
}

function reasonOf(t: ReturnType<typeof useT>, missing: boolean, isOnline: boolean) {
  if (!isOnline) return t("offline.bar");
  return missing ? t("signIn.missing") : undefined;
}
