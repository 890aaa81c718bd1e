import { Field, Meter } from "@club/ui";
import type { ReactNode } from "react";
import { isRefusal } from "@club/client";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { strengthOf } from "./draft.ts";

/** A new password with its strength; the server's verdict on a weak one appears at the field. */
export function NewPasswordField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: unknown;
}): ReactNode {
  const t = useT();
  const { value, onChange, error } = props;
  return (
    <>
      <Field
        label={t("forgot.new")}
        name="new-password"
        type="password"
        value={value}
        onChange={onChange}
        autoComplete="new-password"
        maxLength={128}
        hint={value === "" ? t("register.passwordHint") : undefined}
        error={isRefusal(error, "password.weak") ? errorText(t, error) : undefined}
        required
      />
      <StrengthMeter password={value} />
    </>
  );
}

/** How strong a password is. It only advises; it demands no special characters or capitals. */
export function StrengthMeter({ password }: { readonly password: string }): ReactNode {
  const t = useT();
  const strength = strengthOf(password);
  if (strength === null) return null;
  return (
    <Meter
      label={t("register.strength")}
      value={strength.share}
      text={t(`register.strength.${strength.word}`)}
      tone={strength.tone}
    />
  );
}

/** Tells password managers whose password it is. */
export function UserNameForManagers({ name }: { readonly name: string }): ReactNode {
  return (
    <input
      className="hidden-text"
      name="username"
      autoComplete="username"
      value={name}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
