import { type Cents, sumCents } from "@club/domain";
import type { PlayerLimit, Profile } from "@club/contract";
import { formatMoney, refusalText } from "@club/i18n";
import type { T } from "../core/lang.ts";
import { withMoney } from "../core/texts.ts";

/** What prevents the bet: a refusal of the engine, or what the form still lacks. */
export interface Obstacle {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What is missing or in the way, in a few words under the button. */
export function lockText(t: T, { code, params }: Obstacle, currency: string): string {
  switch (code) {
    case "form.offline":
      return t("offline.locked");
    case "form.type":
      return t("slip.need.type");
    case "form.race":
      return t("slip.need.race");
    case "form.secondRace":
      return t("slip.need.secondRace");
    case "form.loading":
      return t("state.loading");
    case "form.legClosed":
      return t("slip.need.legClosed", { leg: String(params["leg"]) });
    case "form.unit": {
      const least = Number(params["combinations"]);
      return t("slip.need.unit", { amount: formatMoney(least, currency, t.language) });
    }
    case "form.stake":
      return t("slip.need.stake");
    case "form.signIn":
      return t("slip.need.signIn");
    case "form.funds": {
      const cash = formatMoney(Number(params["cashCents"]), currency, t.language);
      return t("slip.need.funds", { amount: cash });
    }
    case "bet.nothing_selected":
    case "bet.no_combination":
      return t("slip.need.runners");
    default:
      return refusalText(t, code, withMoney(t, params, currency));
  }
}

/** What will have been staked with this bet: for the limit's line. */
export function usedWith(usedCents: number, costCents: Cents): number {
  return Number(sumCents([BigInt(usedCents), costCents]));
}

/** What the club must know of the player before a bet: said while there is time to give it. */
export function ageLock(profile: Profile | undefined) {
  if (profile === undefined || profile.is_adult) return null;
  return profile.date_of_birth === null
    ? ({ code: "profile.age_needed", params: {}, act: "birth date" } as const)
    : ({ code: "profile.under_age", params: {} } as const);
}

interface Means {
  /** undefined: not known, then the server decides. */
  readonly cashCents: number | undefined;
  readonly limit: PlayerLimit | undefined;
  readonly costCents: Cents;
}

/** How the player's money or limit prevents the bet. */
export function moneyLock({ cashCents, limit, costCents }: Means) {
  if (cashCents !== undefined && BigInt(cashCents) < costCents) {
    return { code: "form.funds", params: { cashCents }, act: "top up" } as const;
  }
  const most = limit?.amount_cents ?? null;
  const isOver =
    limit !== undefined && most !== null && usedWith(limit.used_cents, costCents) > most;
  return isOver ? { code: "limit.stake", params: {} } : null;
}

/** The stake limit with the least left. */
export function tightest(limits: readonly PlayerLimit[] | undefined): PlayerLimit | undefined {
  const left = (limit: PlayerLimit) => (limit.amount_cents ?? Infinity) - limit.used_cents;
  return limits
    ?.filter(({ kind, amount_cents }) => kind === "stake" && amount_cents !== null)
    .sort((a, b) => left(a) - left(b))
    .at(0);
}
