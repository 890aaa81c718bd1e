import { Meter } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { strengthOf } from "./draft.ts";

/** How strong a password is, once there is one. It advises; it asks for no signs and no capitals. */
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
