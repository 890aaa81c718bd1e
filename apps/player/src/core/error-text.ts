import { formatMoney, refusalText } from "@club/i18n";
import { CallError } from "@club/client";
import type { T } from "./lang.ts";

/** What an error says to the player, in place: the refusal in their language, or why there was no answer. */
export function errorText(t: T, error: unknown, currency?: string): string {
  if (!(error instanceof CallError)) return t("error.form");
  switch (error.kind) {
    case "refused":
      return refusalText(t, error.code, withMoney(t, error.params, currency));
    case "session":
      return t("error.session");
    case "broken":
      return t("error.server");
    case "network":
    case "timeout":
    case "aborted":
      return t("error.network");
  }
}

/** Amounts of a refusal are cents; its text says money. */
export function withMoney(
  t: T,
  params: Readonly<Record<string, unknown>>,
  currency: string | undefined,
): Readonly<Record<string, unknown>> {
  if (currency === undefined) return params;
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const isMoney = /cents$/i.test(name) && typeof value === "number";
      return [name, isMoney ? formatMoney(value, currency, t.language) : value];
    }),
  );
}
