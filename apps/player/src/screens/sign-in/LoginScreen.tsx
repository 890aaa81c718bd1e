import { Button, Field, Icon, Notice, PrimaryButton, RailHero } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { go } from "../../core/address.ts";
import { useSignIn } from "../../api/accounts.ts";
import { CallError } from "@club/client";
import { useT } from "../../core/lang.ts";
import { takeWanted } from "../../core/login-gate.ts";
import { hrefOf } from "../../core/routes.ts";
import { errorText } from "../../core/texts.ts";
import { LanguageButton } from "../../shell/LanguageButton.tsx";
import { Rich } from "../../shell/Rich.tsx";
import { Screen } from "../../shell/Screen.tsx";
import { PasskeyOffer, shouldOfferPasskey } from "./PasskeyOffer.tsx";
import { PasskeySignIn } from "./PasskeySignIn.tsx";
import "../../shell/pages.css";
import "./login.css";

/** Signing in. Browsing needs none of it. Route: /pages/login/login */
export function LoginScreen(): ReactNode {
  const t = useT();
  const [isOffering, setOffering] = useState(false);
  const leave = () => go(takeWanted(), { replace: true });
  if (isOffering) {
    return (
      <Screen id="login" title={t("route.home")} brand>
        <PasskeyOffer onDone={leave} />
      </Screen>
    );
  }
  const enter = () => (shouldOfferPasskey() ? setOffering(true) : leave());
  return (
    <Screen id="login" title={t("route.home")} brand end={<LanguageButton />}>
      <RailHero title={t("login.hero")} />
      <LoginForm onEntered={enter} onPasskey={leave} />
      <div className="login-foot">
        <p>{t("login.newHere")}</p>
        <Button wide href={hrefOf("register")}>
          {t("act.signUp")}
        </Button>
        <p className="mute">
          {t("login.adult")}
          <br />
          <Rich
            text={t("login.browse", { link: "{link}" })}
            parts={{
              link: (
                <a className="link" href={hrefOf("home")}>
                  {t("login.browseLink")}
                </a>
              ),
            }}
          />
        </p>
      </div>
    </Screen>
  );
}

interface FormProps {
  readonly onEntered: () => void;
  readonly onPasskey: () => void;
}

function LoginForm({ onEntered, onPasskey }: FormProps): ReactNode {
  const t = useT();
  const [userName, setUserName] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useSignIn();
  const missing = missingText(t, userName, password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== undefined || signIn.isPending) return;
    signIn.mutate({ userName: userName.trim(), password }, { onSuccess: onEntered });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Field
        label={t("login.userName")}
        name="username"
        value={userName}
        onChange={setUserName}
        autoComplete="username"
        maxLength={64}
        required
      />
      <Field
        label={t("login.password")}
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        maxLength={128}
        required
      />
      <HelpLinks />
      <Trouble error={signIn.error} />
      <div className="login-acts">
        <PrimaryButton
          type="submit"
          busy={signIn.isPending}
          busyText={t("state.sending")}
          reason={missing}
        >
          {t("act.signIn")}
        </PrimaryButton>
        <PasskeySignIn onEntered={onPasskey} />
      </div>
    </form>
  );
}

function HelpLinks(): ReactNode {
  const t = useT();
  return (
    <div className="login-help">
      <a className="link" href={hrefOf("forgot")}>
        {t("forgot.link")}
      </a>
      <a className="link" href={hrefOf("rules")}>
        <Icon name="help" />
        {t("act.help")}
      </a>
    </div>
  );
}

function Trouble({ error }: { readonly error: unknown }): ReactNode {
  const t = useT();
  if (error === null) return null;
  const isNetwork = error instanceof CallError && error.kind === "network";
  return (
    <Notice tone="loss" title={errorText(t, error)} alert>
      {isNetwork && <p>{t("login.networkHint")}</p>}
    </Notice>
  );
}

/** Why the form cannot be sent yet; an untouched one says nothing. */
function missingText(t: ReturnType<typeof useT>, userName: string, password: string) {
  if (userName === "" && password === "") return "";
  if (userName.trim() === "") return t("login.needUserName");
  return password === "" ? t("login.needPassword") : undefined;
}
