import { ConsoleField } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

/** A new password, typed twice because it cannot be seen. */
export interface NewPassword {
  readonly first: string;
  readonly again: string;
}

export const NO_PASSWORD: NewPassword = { first: "", again: "" };

export function PasswordFields(props: {
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
}): ReactNode {
  const t = useT();
  const { value, onChange } = props;
  return (
    <>
      <ConsoleField
        label={t("password.new")}
        type="password"
        autoComplete="new-password"
        value={value.first}
        onChange={(first) => onChange({ ...value, first })}
      />
      <ConsoleField
        label={t("password.again")}
        type="password"
        autoComplete="new-password"
        value={value.again}
        onChange={(again) => onChange({ ...value, again })}
      />
    </>
  );
}

/** Why a new password cannot be accepted yet. */
export function missingOf(
  t: ReturnType<typeof useT>,
  { first, again }: NewPassword,
): string | undefined {
  if (first === "" || again === "") return t("password.missing");
  return first === again ? undefined : t("password.differ");
}
