import { formatMoney } from "@club/i18n";
import { useCurrency } from "../api/meetings.ts";
import { useT } from "../lang.ts";

/** Writes money of the club's currency: in full, plain for tables, or with the sign of a book. */
export function useMoney() {
  const t = useT();
  const currency = useCurrency();
  return {
    full: (cents: number) => formatMoney(cents, currency, t.language),
    plain: (cents: number) =>
      formatMoney(cents, currency, t.language, { plain: true, decimals: "whole" }),
    /** What the club wins (+) or pays (−). */
    signed: (cents: number) =>
      formatMoney(cents, currency, t.language, { plain: true, sign: "always", decimals: "whole" }),
  };
}
