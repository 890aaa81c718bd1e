import { formatMoney, type MoneyOptions } from "@club/i18n";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { useLanguage, useText } from "./text.tsx";

export interface MoneyProps extends MoneyOptions {
  /** null: not known now; it says so rather than show a possibly wrong number. */
  readonly cents: bigint | number | null;
  readonly currency: string;
  readonly tone?: "turf" | "firm" | "loss" | "brass" | "mute" | undefined;
}

/** An amount in the figure face. */
export function Money({ cents, currency, tone, ...options }: MoneyProps): ReactNode {
  const language = useLanguage();
  const t = useText();
  if (cents === null) return <span className="fig mute">{t("state.unknown")}</span>;
  return (
    <span className={classes("fig", tone)}>{formatMoney(cents, currency, language, options)}</span>
  );
}
