import { Checkbox, Field, Notice, PrimaryButton } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { useQueryOfAddress } from "../../core/address.ts";
import { type NewPlayer, useRegister } from "../../api/accounts.ts";
import { isRefusal } from "@club/client";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { errorText } from "../../core/texts.ts";
import { Rich } from "../../shell/Rich.tsx";
import { emailOf, missingOf, type Draft } from "./draft.ts";
import { CodeStep } from "./CodeStep.tsx";
import { PhoneStep } from "./PhoneStep.tsx";
import { StrengthMeter } from "./NewPasswordField.tsx";
import { type SentCode, useCode } from "./use-code.ts";

/** The form of a new account. The button says what is missing. */
export function RegisterForm({ onMade }: { readonly onMade: () => void }): ReactNode {
  const t = useT();
  const invited = useQueryOfAddress().get("invite") ?? "";
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, inviteCode: invited });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const code = useCode("register", emailOf(draft));
  const register = useRegister();
  const missing = missingOf(t, draft, code.sent !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { sent } = code;
    if (missing !== undefined || sent === null || register.isPending) return;
    register.mutate(playerOf(draft, sent), { onSuccess: onMade });
  };
  return (
    <form className="form form-tall" onSubmit={submit} noValidate>
      <NameAndPassword draft={draft} onChange={change} error={register.error} />
      <EmailField draft={draft} onChange={change} />
      <PhoneStep draft={draft} onChange={change} code={code} />
      {code.sent !== null && (
        <CodeStep draft={draft} onChange={change} code={code} error={register.error} />
      )}
      <InviteAndRules draft={draft} onChange={change} error={register.error} />
      {register.isError && !isAtField(register.error) && (
        <Notice tone="loss" title={errorText(t, register.error)} alert />
      )}
      <div className="form-act">
        <PrimaryButton
          type="submit"
          busy={register.isPending}
          busyText={t("state.sending")}
          reason={missing}
        >
          {t("act.signUp")}
        </PrimaryButton>
      </div>
    </form>
  );
}

/** The code went to the phone and the address of that moment, whatever is typed since. */
function playerOf(draft: Draft, sent: SentCode): NewPlayer {
  return {
    userName: draft.userName.trim(),
    password: draft.password,
    phone: sent.phone,
    email: sent.email,
    code: draft.code,
    verificationId: sent.verificationId,
    timestamp: sent.timestamp,
    inviteCode: draft.inviteCode.trim(),
  };
}

interface PartProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly error: unknown;
}

/** Where the club writes to as well, and where the code goes if it sends no text messages. */
function EmailField({ draft, onChange }: Omit<PartProps, "error">): ReactNode {
  const t = useT();
  return (
    <Field
      label={t("register.email")}
      name="email"
      type="email"
      value={draft.email}
      onChange={(email) => onChange({ email })}
      autoComplete="email"
      maxLength={254}
      hint={t("register.emailHint")}
    />
  );
}

function InviteAndRules({ draft, onChange, error }: PartProps): ReactNode {
  const t = useT();
  return (
    <>
      <Field
        label={t("register.invite")}
        name="invite"
        value={draft.inviteCode}
        onChange={(inviteCode) => onChange({ inviteCode })}
        autoComplete="off"
        maxLength={40}
        error={isRefusal(error, "invite.unknown") ? errorText(t, error) : undefined}
      />
      <Checkbox
        checked={draft.isAgreed}
        onChange={(isAgreed) => onChange({ isAgreed })}
        label={
          <Rich
            text={t("register.agree", { rules: "{rules}" })}
            parts={{
              rules: (
                <a className="link" href={hrefOf("rules")}>
                  {t("register.rules")}
                </a>
              ),
            }}
          />
        }
      />
    </>
  );
}

const EMPTY: Draft = {
  userName: "",
  password: "",
  country: "+61",
  phone: "",
  code: "",
  inviteCode: "",
  email: "",
  isAgreed: false,
};

/** Errors that are shown at their field. */
function isAtField(error: unknown): boolean {
  return isRefusal(
    error,
    "invite.unknown",
    "user_name.taken",
    "password.weak",
    "verification.refused",
  );
}

function NameAndPassword({ draft, onChange, error }: PartProps): ReactNode {
  const t = useT();
  const at = (code: "user_name.taken" | "password.weak") =>
    isRefusal(error, code) ? errorText(t, error) : undefined;
  return (
    <>
      <Field
        label={t("login.userName")}
        name="username"
        value={draft.userName}
        onChange={(userName) => onChange({ userName })}
        autoComplete="username"
        maxLength={64}
        error={at("user_name.taken")}
        required
      />
      <Field
        label={t("login.password")}
        name="new-password"
        type="password"
        value={draft.password}
        onChange={(password) => onChange({ password })}
        autoComplete="new-password"
        maxLength={128}
        hint={draft.password === "" ? t("register.passwordHint") : undefined}
        error={at("password.weak")}
        required
      />
      <StrengthMeter password={draft.password} />
    </>
  );
}
