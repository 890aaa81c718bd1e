import { type BackReason, fromWireSelections, type MoneyBack } from "@club/contract";
import { type BetTypeIndex, betTypeOf, countScratched } from "@club/domain";
import type { BetRow } from "./bets.queries.ts";

type Refunded = Pick<
  BetRow,
  "bet_type" | "selections" | "race_id" | "race_id2" | "multi_races" | "status" | "refunds"
>;

interface Why {
  readonly reason: BackReason;
  readonly runner: number | null;
  readonly leg: number | null;
}

/** Why it was refunded, from the entry's cause: `scratch:RACE:RUNNER:...`, `abandon:RACE:...`. */
export function whyBack(
  bet: Pick<Refunded, "race_id" | "race_id2" | "multi_races">,
  cause: string,
): Why {
  const [kind, raceId, runner] = cause.split(":");
  if (kind === "scratch") {
    const leg = racesOf(bet).lastIndexOf(raceId ?? "") + 1;
    return { reason: "scratched", runner: Number(runner), leg: Math.max(leg, 1) };
  }
  return { reason: kind === "abandon" ? "abandoned" : "pool", runner: null, leg: null };
}

function racesOf(bet: Pick<Refunded, "race_id" | "race_id2" | "multi_races">): readonly string[] {
  if (bet.multi_races !== null) return bet.multi_races.map(({ race_id }) => race_id);
  return [bet.race_id, bet.race_id2 ?? ""];
}

/**
 * What was refunded to a bet and why, in one word: the last act that refunded all of it takes
 * precedence over earlier scratchings, whose runners are named all the same. Null when nothing was
 * refunded.
 */
export function moneyBackOf(bet: Refunded): MoneyBack | null {
  const whys = bet.refunds.map(({ cause, cents }) => ({ ...whyBack(bet, cause), cents }));
  const netOf = (reason: BackReason): number =>
    whys.filter((why) => why.reason === reason).reduce((sum, { cents }) => sum + cents, 0);
  const cloths = (leg: number): number[] => {
    const out = whys.flatMap((why) => (why.leg === leg && why.runner !== null ? [why.runner] : []));
    return [...new Set(out)].sort((one, other) => one - other);
  };
  const reason = bet.status === "void" ? "void" : ORDER.find((each) => netOf(each) > 0);
  if (reason === undefined) return null;
  const byLeg = racesOf(bet).map((_, i) => cloths(i + 1));
  const [scratched = [], scratched2 = []] = byLeg;
  const betType = bet.bet_type as BetTypeIndex;
  const slots = fromWireSelections(betType, JSON.parse(bet.selections) as Record<string, number[]>);
  const out = byLeg.map((numbers) => new Set(numbers));
  const pools = betTypeOf(betType).pools.length;
  return {
    reason,
    scratched,
    scratched2,
    ...(bet.multi_races === null ? {} : { scratched_by_leg: byLeg }),
    void_combinations: countScratched({ betType, slots }, out) * pools,
  };
}

const ORDER = ["abandoned", "pool", "scratched"] as const;
