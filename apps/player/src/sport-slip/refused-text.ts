import { refusalText } from "@club/i18n";
import type { T } from "../lang.ts";
import { formatMoney } from "@club/i18n";
import { withMoney } from "../shell/error-text.ts";
import type { Fate, Placement } from "./sent.ts";
import type { StakeId } from "./slip-state.ts";

/** Why a bet of the last slip was refused; undefined: it was not. */
export function refusedOf(
  t: T,
  placement: Placement,
  ...[id, currency]: [id: StakeId, currency: string]
): string | undefined {
  if (placement.phase !== "done") return undefined;
  const fate = placement.sent.bets.find((bet) => bet.id === id)?.fate;
  return fate?.is === "refused" ? fateText(t, fate, currency) : undefined;
}

/** The reason, with the largest stake that the club would take where it said one. */
export function fateText(
  t: T,
  fate: Extract<Fate, { readonly is: "refused" }>,
  currency: string,
): string {
  const text = refusalText(t, fate.code, withMoney(t, fate.params, currency));
  const most = fate.params["max_stake_cents"];
  if (fate.code !== "sport.over_liability" || typeof most !== "number" || most <= 0) return text;
  return t("sport.slip.offer", { amount: formatMoney(most, currency, t.language) });
}
