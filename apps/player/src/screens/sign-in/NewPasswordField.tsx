import { Field } from "@club/ui";
import type { ReactNode } from "react";
import { isRefusal } from "@club/client";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/error-text.ts";
import { StrengthMeter } from "./StrengthMeter.tsx";

/** A new password with its strength; what the server finds weak is said at the field. */
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
