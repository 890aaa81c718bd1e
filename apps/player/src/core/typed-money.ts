import { formatMoney } from "@club/i18n";
import type { T } from "./lang.ts";

/** An amount while it is typed: the digits as they are, the currency's sign where the language puts it. */
export function typedMoney(t: T, typed: string, currency: string): string {
  if (typed === "") return "";
  return formatMoney(0, currency, t.language, { decimals: "whole" }).replace("0", typed);
}
