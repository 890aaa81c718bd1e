import { formatMoney, refusalText } from "@club/i18n";
import type { T } from "../../core/lang.ts";
import { withMoney } from "../../core/texts.ts";
import type { Fate, Placement } from "./sent.ts";
import type { StakeId } from "./slip-state.ts";

/** Why a bet of the last slip was refused; undefined: it was not. */
export function refusedOf(
  t: T,
  placement: Placement,
  ...[id, currency]: [id: StakeId, currency: string]
): string | undefined {
  const fate = refusalOf(placement, id);
  return fate === undefined ? undefined : fateText(t, fate, currency);
}

/** The reason, with the largest stake that the club would take where it said one. */
export function fateText(t: T, fate: Refused, currency: string): string {
  const most = offerIn(fate);
  if (most === undefined) return refusalText(t, fate.code, withMoney(t, fate.params, currency));
  return t("sport.slip.offer", { amount: formatMoney(most, currency, t.language) });
}

/** The largest stake a line, in cents, that the club would take instead of what it refused. */
export function offerTo(placement: Placement, id: StakeId): number | undefined {
  const fate = refusalOf(placement, id);
  return fate === undefined ? undefined : offerIn(fate);
}

type Refused = Extract<Fate, { readonly is: "refused" }>;

function refusalOf(placement: Placement, id: StakeId): Refused | undefined {
  if (placement.phase !== "done") return undefined;
  const fate = placement.sent.bets.find((bet) => bet.id === id)?.fate;
  return fate?.is === "refused" ? fate : undefined;
}

function offerIn(fate: Refused): number | undefined {
  const most = fate.params["max_stake_cents"];
  const isOffer = fate.code === "sport.over_liability" && typeof most === "number" && most > 0;
  return isOffer ? most : undefined;
}
