import { formatMoney, formatTimeSeconds, refusalText } from "@club/i18n";
import { CallError, PasskeyStopped } from "@club/client";
import type { T } from "./lang.ts";
import { clubNow, showToast } from "@club/ui";
import { deviceZone } from "../device/zone.ts";

/** An error for the player, in place: the refusal in their language, or why there was no answer. */
export function errorText(t: T, error: unknown, currency?: string): string {
  if (error instanceof PasskeyStopped) {
    return t(error.isKnown ? "passkey.known" : "passkey.stopped");
  }
  if (!(error instanceof CallError)) return t("error.form");
  switch (error.kind) {
    case "refused":
      // Without a code there is no text of ours: the specification shows the server's own.
      if (error.code === "" && error.message) return error.message;
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

/** What to quote when asking for help: "Request 7f3a-19c2 · 14:33:05". */
export function reportOf(t: T, error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.requestId === undefined) return undefined;
  const time = formatTimeSeconds(clubNow(), deviceZone(), t.language);
  return `${t("state.request", { id: error.requestId })} · ${time}`;
}

/** A hash for people to compare: its ends, in groups of four ("9c41 e07b … 5d2a"). */
export function shortHash(hex: string): string {
  if (hex.length <= 16) return hex;
  return `${hex.slice(0, 4)} ${hex.slice(4, 8)} … ${hex.slice(-4)}`;
}

/** "1st", "2nd": places by name. */
export function placeName(t: T, position: number): string {
  if (position === 1 || position === 2 || position === 3 || position === 4) {
    return t(`place.${position}`);
  }
  return t("place.nth", { n: position });
}

/** An amount being typed: the digits as typed, the currency sign where the language puts it. */
export function typedMoney(t: T, typed: string, currency: string): string {
  if (typed === "") return "";
  return formatMoney(0, currency, t.language, { decimals: "whole" }).replace("0", typed);
}

/** Copies a text and says so; does nothing where the browser forbids it. */
export async function copyText(t: T, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(t("act.copied"));
  } catch (error) {
    console.info("copy", error);
  }
}
