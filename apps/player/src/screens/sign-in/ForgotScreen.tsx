import { Button, Notice, PrimaryButton } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { isRefusal } from "@club/client";
import { useResetPassword } from "../../api/passwords.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { errorText } from "../../core/texts.ts";
import { LanguageButton } from "../../shell/LanguageButton.tsx";
import { Screen } from "../../shell/Screen.tsx";
import { NewPasswordField } from "./NewPasswordField.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { canSendCode, CODE_LENGTH, LEAST_PASSWORD, type PhoneDraft } from "./draft.ts";
import { PhoneStep } from "./PhoneStep.tsx";
import { useCode } from "./use-code.ts";
import "../../shell/pages.css";

/** A new password by a code from the phone. Route: /pages/login/forgot */
export function ForgotScreen(): ReactNode {
  const [isDone, setDone] = useState(false);
  return (
    <Screen id="forgot" end={<LanguageButton />}>
      {isDone ? <Done /> : <ForgotForm onDone={() => setDone(true)} />}
    </Screen>
  );
}

interface Draft extends PhoneDraft {
  readonly code: string;
  readonly password: string;
}

const EMPTY: Draft = { country: "+61", phone: "", code: "", password: "" };

function ForgotForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useT();
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const code = useCode("reset");
  const reset = useResetPassword();
  const missing = missingOf(t, draft, code.sent !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { sent } = code;
    if (missing !== undefined || sent === null || reset.isPending) return;
    const { phone, verificationId, timestamp } = sent;
    const answer = { code: draft.code, newPassword: draft.password };
    reset.mutate({ phone, verificationId, timestamp, ...answer }, { onSuccess: onDone });
  };
  const isAtField = isRefusal(reset.error, "password.weak", "verification.refused");
  return (
    <form className="form form-tall" onSubmit={submit} noValidate>
      <p className="mute">{t("forgot.how")}</p>
      <PhoneStep draft={draft} onChange={change} code={code} />
      {code.sent !== null && (
        <>
          <CodeStep draft={draft} onChange={change} code={code} error={reset.error} />
          <NewPasswordField
            value={draft.password}
            onChange={(password) => change({ password })}
            error={reset.error}
          />
          <p className="mute">{t("forgot.noAccount")}</p>
        </>
      )}
      {reset.isError && !isAtField && (
        <Notice tone="loss" title={errorText(t, reset.error)} alert />
      )}
      <div className="form-act">
        <PrimaryButton
          type="submit"
          busy={reset.isPending}
          busyText={t("state.sending")}
          reason={missing}
        >
          {t("forgot.act")}
        </PrimaryButton>
      </div>
    </form>
  );
}

function missingOf(t: T, draft: Draft, isCodeSent: boolean): string | undefined {
  if (!canSendCode(draft)) return t("register.needPhone");
  if (!isCodeSent) return t("register.needCode");
  const left = CODE_LENGTH - draft.code.length;
  if (left > 0) return t("register.needDigits", { n: left });
  return draft.password.length < LEAST_PASSWORD ? t("register.needPassword") : undefined;
}

function Done(): ReactNode {
  const t = useT();
  return (
    <div className="form">
      <Notice tone="turf" title={t("forgot.done")} alert>
        <p>{t("forgot.doneText")}</p>
      </Notice>
      <Button kind="primary" size="large" href={hrefOf("login")}>
        {t("act.signIn")}
      </Button>
    </div>
  );
}
