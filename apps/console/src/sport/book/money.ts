import { formatMoney } from "@club/i18n";
import { useCurrency } from "../../api/currency.ts";
import { useT } from "../../core/lang.ts";

const WHOLE = { plain: true, decimals: "whole" } as const;

/** Formats money in the club's currency. A book is signed: what the club wins (+) or pays (−). */
export function useMoney() {
  const t = useT();
  const currency = useCurrency();
  return {
    full: (cents: number) => formatMoney(cents, currency, t.language),
    plain: (cents: number) => formatMoney(cents, currency, t.language, { plain: true }),
    signed: (cents: number) =>
      formatMoney(cents, currency, t.language, { plain: true, sign: "always" }),
    /** To the nearest unit: for the board, where many stand side by side. */
    whole: (cents: number) => formatMoney(toUnit(cents), currency, t.language, WHOLE),
    round: (cents: number) =>
      formatMoney(toUnit(cents), currency, t.language, { ...WHOLE, sign: "always" }),
  };
}

const toUnit = (cents: number): number =>
  Math.sign(cents) * Math.round(Math.abs(cents) / 100) * 100;
