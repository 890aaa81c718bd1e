import { present } from "../assert.ts";
import type { Cents } from "../money/cents.ts";
import { Refusal, refuse } from "../refusal.ts";
import type { BetLimits, BetOrder, RaceField } from "./bet-order.ts";
import { type AllUpPoolCode, BET_TYPES, type BetType, poolOf } from "./bet-types.ts";
import { priceBet } from "./price-bet.ts";

/** The number of an All Up in the form: no bet of a pool, but an order of bets that follow each other. */
export const ALL_UP_INDEX = 40;
export const ALL_UP_LEGS: readonly [fewest: number, most: number] = [2, 6];

/** One runner or combination in one pool of one race. */
export type AllUpLeg = {
  readonly raceId: string;
  readonly pool: AllUpPoolCode;
  readonly numbers: readonly number[];
};

export type AllUpOrder = { readonly legs: readonly AllUpLeg[]; readonly stakeCents: Cents };

/** The race of a leg. */
export type AllUpRace = RaceField & {
  readonly raceId: string;
  /** Of its meeting, in its zone. */
  readonly day: string;
  readonly startMs: number;
};

/**
 * Checks an All Up against its races and gives its legs in the order of their starts; equal starts
 * stay as entered. Whether the races take bets is not looked at.
 * Source: docs/rules/all-up.md, "The form".
 *
 * @throws bet.nothing_selected, bet.too_many_combinations, bet.same_race_twice,
 * bet.legs_do_not_combine and every refusal of `priceBet`; `leg` counts from 1, as entered.
 */
export function checkAllUp(
  order: AllUpOrder,
  races: readonly AllUpRace[],
  limits: BetLimits,
): AllUpOrder {
  const { legs, stakeCents } = order;
  const [fewest, most] = ALL_UP_LEGS;
  if (legs.length < fewest) refuse("bet.nothing_selected", { leg: legs.length + 1 });
  if (legs.length > most)
    refuse("bet.too_many_combinations", { combinations: legs.length, max: most });
  const raced = legs.map((leg, i) => {
    const race = present(
      races.find(({ raceId }) => raceId === leg.raceId),
      "a leg has a race",
    );
    checkLeg(leg, { race, at: i + 1, stakeCents, limits });
    return { leg, race };
  });
  const [first] = raced;
  raced.forEach(({ race }, i) => {
    const isAgain = raced.slice(0, i).some((each) => each.race.raceId === race.raceId);
    if (isAgain) refuse("bet.same_race_twice", { raceId: race.raceId, leg: i + 1 });
    if (race.day !== first?.race.day) refuse("bet.legs_do_not_combine", { leg: i + 1 });
  });
  const inOrder = raced.toSorted((a, b) => a.race.startMs - b.race.startMs);
  return { legs: inOrder.map(({ leg }) => leg), stakeCents };
}

function checkLeg(
  leg: AllUpLeg,
  on: { race: AllUpRace; at: number; stakeCents: Cents; limits: BetLimits },
): void {
  const { length } = poolOf(leg.pool);
  const { at } = on;
  if (leg.numbers.length < length) refuse("bet.nothing_selected", { leg: at });
  if (leg.numbers.length > length) {
    refuse("bet.too_many_combinations", { combinations: leg.numbers.length, max: 1, leg: at });
  }
  try {
    priceBet(orderOfLeg(leg, on.stakeCents), [on.race], on.limits);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { slot: _slot, ...params } = error.params;
    throw new Refusal(error.code, { ...params, leg: at });
  }
}

/** A leg as an ordinary bet of its pool with all the money of that moment. */
export function orderOfLeg({ pool, numbers }: AllUpLeg, stakeCents: Cents): BetOrder {
  const type = present(STRAIGHT.get(pool), "a pool of an All Up has a straight bet");
  return {
    betType: type.index,
    slots: numbers.map((runner) => [runner]),
    unitStakeCents: stakeCents,
    unitStake2Cents: null,
  };
}

/** The bet on single combinations of each pool. */
const STRAIGHT: ReadonlyMap<string, BetType> = new Map(
  BET_TYPES.filter(
    ({ pools, layout }) => pools.length === 1 && (layout === "each" || layout === "pair"),
  ).map((type) => [String(type.pools[0]), type]),
);

/** What a leg gave once it was settled, or refunded; both are 0 when it lost. */
export type LegGiven = { readonly payoutCents: Cents; readonly refundCents: Cents };

/** What the next leg is when its turn comes. `out`: a runner of it is scratched. */
export type NextLeg = "takes_bets" | "closed" | "out";

/**
 * - `stake`: the whole amount goes on the next leg, as one unit.
 * - `cash`: the money of that moment is the player's and the bet is over: after its last leg, or
 *   because the next one cannot be bet on.
 * - `over`: a leg lost.
 */
export type AllUpStep =
  | { readonly kind: "stake"; readonly leg: number; readonly unitStakeCents: Cents }
  | { readonly kind: "cash"; readonly cents: Cents; readonly why: "last_leg" | "closed" | "out" }
  | { readonly kind: "over" };

/**
 * What becomes of an All Up when a leg is settled. What it paid, or gave back, goes on to the cent.
 * Source: docs/rules/all-up.md, "From leg to leg".
 *
 * @param leg - the leg that was settled, from 0.
 * @param next - null: there is none.
 */
export function nextAllUpStep(leg: number, given: LegGiven, next: NextLeg | null): AllUpStep {
  const cents = given.payoutCents + given.refundCents;
  if (cents === 0n) return { kind: "over" };
  if (next === "takes_bets") return { kind: "stake", leg: leg + 1, unitStakeCents: cents };
  return { kind: "cash", cents, why: next ?? "last_leg" };
}

/** What the next leg is, from its race as it stands. */
export function nextLegOf(
  leg: AllUpLeg,
  race: RaceField & { readonly takesBets: boolean },
): NextLeg {
  if (leg.numbers.some((runner) => race.scratched.includes(runner))) return "out";
  return race.takesBets ? "takes_bets" : "closed";
}
