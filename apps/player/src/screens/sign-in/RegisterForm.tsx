import type { SignUpField } from "@club/contract";
import { Button, Checkbox, Field, Notice, PrimaryButton } from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { useQueryOfAddress } from "../../core/address.ts";
import { type NewPlayer, useRegister, useSignUpFields } from "../../api/sign-up.ts";
import { isRefusal } from "@club/client";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { errorText } from "../../core/texts.ts";
import { Rich } from "../../shell/Rich.tsx";
import { InView } from "./InView.tsx";
import { birthOf, ReadBack, TooYoung } from "./BirthDay.tsx";
import { emailOf, missingFact, missingOf, type Draft } from "./draft.ts";
import { CodeStep } from "./CodeStep.tsx";
import { PhoneStep } from "./PhoneStep.tsx";
import { RegisterFacts } from "./RegisterFacts.tsx";
import { StrengthMeter } from "./NewPasswordField.tsx";
import { type SentCode, useCode } from "./use-code.ts";

interface Made {
  readonly hasBirthDay: boolean;
}

/** The form of a new account. The button says what is missing. */
export function RegisterForm({ onMade }: { readonly onMade: (made: Made) => void }): ReactNode {
  const t = useT();
  const invited = useQueryOfAddress().get("invite") ?? "";
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, inviteCode: invited });
  const [isReadBack, setReadBack] = useState(false);
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setReadBack(false);
  };
  const asked = useSignUpFields();
  const hasBirthDay = asked.includes("date_of_birth");
  const isYoung = hasBirthDay && birthOf(draft.birthDay).isYoung;
  const code = useCode("register", emailOf(draft));
  const register = useRegister();
  const part = { draft, onChange: change, error: register.error };
  const missing = missingFact(t, draft, asked) ?? missingOf(t, draft, code.sent !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { sent } = code;
    if (missing !== undefined || isYoung || sent === null || register.isPending) return;
    if (hasBirthDay && !isReadBack) return setReadBack(true);
    register.mutate(playerOf(draft, sent, asked), { onSuccess: () => onMade({ hasBirthDay }) });
  };
  return (
    <form className="form form-tall" onSubmit={submit} noValidate>
      <NameAndPassword {...part} />
      <RegisterFacts draft={draft} asked={asked} onChange={change} />
      <EmailField draft={draft} onChange={change} isNeeded={asked.includes("email")} />
      <PhoneStep draft={draft} onChange={change} code={code} />
      {code.sent !== null && (
        <CodeStep {...part} code={code} />
      )}
      <InviteAndRules {...part} isBornAsked={hasBirthDay} />
      {register.isError && !isAtField(register.error) && (
        <InView>
          <Notice tone="loss" title={errorText(t, register.error)} alert />
        </InView>
      )}
      <SignUpFoot
        day={draft.birthDay}
        isYoung={isYoung}
        isReadBack={isReadBack}
        onChangeDay={() => setReadBack(false)}
        busy={register.isPending}
        missing={missing}
      />
    </form>
  );
}

/** Who is too young is told so; a date of birth cannot be changed later, so it is read back first. */
function SignUpFoot(props: {
  readonly day: string;
  readonly isYoung: boolean;
  readonly isReadBack: boolean;
  readonly onChangeDay: () => void;
  readonly busy: boolean;
  readonly missing: string | undefined;
}): ReactNode {
  const t = useT();
  const { day, isYoung, isReadBack, onChangeDay, busy, missing } = props;
  return (
    <>
      {isYoung && <TooYoung day={day} />}
      {isReadBack && <ReadBack day={day} />}
      <div className="form-act">
        <PrimaryButton
          type="submit"
          busy={busy}
          busyText={t("state.sending")}
          reason={isYoung ? "" : missing}
        >
          {t(isReadBack ? "birth.right" : "act.signUp")}
        </PrimaryButton>
        {isReadBack && (
          <Button kind="text" wide onPress={onChangeDay}>
            {t("birth.change")}
          </Button>
        )}
      </div>
    </>
  );
}

/** The code went to the phone and the address of that moment, whatever is typed since. */
function playerOf(draft: Draft, sent: SentCode, asked: readonly SignUpField[]): NewPlayer {
  const facts = {
    full_name: draft.fullName.trim(),
    date_of_birth: draft.birthDay,
    postcode: draft.postcode.trim(),
  };
  return {
    userName: draft.userName.trim(),
    password: draft.password,
    phone: sent.phone,
    email: sent.email === "" && asked.includes("email") ? emailOf(draft) : sent.email,
    code: draft.code,
    verificationId: sent.verificationId,
    timestamp: sent.timestamp,
    inviteCode: draft.inviteCode.trim(),
    facts: Object.fromEntries(
      Object.entries(facts).filter(([field]) => asked.some((each) => each === field)),
    ),
  };
}

interface PartProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly error: unknown;
}

/** Where the club writes to as well, and where the code goes if it sends no text messages. */
function EmailField({
  draft,
  onChange,
  isNeeded,
}: Omit<PartProps, "error"> & { readonly isNeeded: boolean }): ReactNode {
  const t = useT();
  return (
    <Field
      label={t(isNeeded ? "profile.email" : "register.email")}
      name="email"
      type="email"
      value={draft.email}
      onChange={(email) => onChange({ email })}
      autoComplete="email"
      maxLength={254}
      hint={t("register.emailHint")}
      required={isNeeded}
    />
  );
}

function InviteAndRules({
  draft,
  onChange,
  error,
  isBornAsked,
}: PartProps & { readonly isBornAsked: boolean }): ReactNode {
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
            text={t(isBornAsked ? "register.agreeBorn" : "register.agree", { rules: "{rules}" })}
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
  fullName: "",
  birthDay: "",
  postcode: "",
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
