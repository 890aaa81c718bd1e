import { ALL_UP_LEGS, type AllUpPoolCode, betTypeOf, poolOf } from "@club/domain";
import type { AllUpLegRef, BetFormState, RaceRef } from "./bet-form.state.ts";

/* The races of a form, and the legs of an All Up in it: each a race, a pool and a column of `picks`. */

/** Whether it is known what kind of bet it is: a type of a pool, or an All Up. */
export function hasType({ betType, allUp }: BetFormState): boolean {
  return betType !== 0 || allUp !== undefined;
}

/** In the order of its legs; null: not chosen yet. */
export function racesOf(form: BetFormState): readonly (RaceRef | null)[] {
  const { betType, race, race2, multi, allUp } = form;
  const isDouble = betType !== 0 && betTypeOf(betType).legs === 2;
  return multi?.races ?? allUp?.map((leg) => leg.race) ?? (isDouble ? [race, race2] : [race]);
}

/** Whether each column has the runners of a race of its own. */
export function arePicksByLeg({ betType, allUp }: BetFormState): boolean {
  return allUp !== undefined || (betType !== 0 && betTypeOf(betType).legs > 1);
}

/** Whether a race may be a leg beside these, or is one of them. */
export function mayJoin(legs: readonly AllUpLegRef[], { raceId, date }: RaceRef): boolean {
  const [, most] = ALL_UP_LEGS;
  if (legs.some(({ race }) => race.raceId === raceId)) return true;
  return legs.length < most && legs.every(({ race }) => race.date === date);
}

/** A further leg, in its place by the start; it begins with the pool of the last one. */
export function withLeg(form: BetFormState, race: RaceRef): BetFormState {
  const { allUp: legs = [], picks } = form;
  if (legs.some((leg) => leg.race.raceId === race.raceId)) return { ...form, race };
  const added: AllUpLegRef = { race, pool: legs.at(-1)?.pool ?? "WIN" };
  return { ...form, race, ...inOrder([...legs, added], picks) };
}

/** The legs with the starts that are known by now: a delay may have put one behind another. */
export function withStarts(
  form: BetFormState,
  startsMs: ReadonlyMap<string, number>,
): BetFormState {
  const legs = form.allUp?.map(({ race, pool }): AllUpLegRef => {
    return { race: { ...race, startMs: startsMs.get(race.raceId) ?? race.startMs }, pool };
  });
  return legs === undefined ? form : { ...form, ...inOrder(legs, form.picks) };
}

/** As the club stakes them: by their starts. */
function inOrder(
  legs: readonly AllUpLegRef[],
  picks: BetFormState["picks"],
): Pick<BetFormState, "allUp" | "picks"> {
  const sorted = legs
    .map((leg, at) => ({ leg, chosen: picks[at] ?? [] }))
    .sort((a, b) => a.leg.race.startMs - b.leg.race.startMs);
  return { allUp: sorted.map(({ leg }) => leg), picks: sorted.map(({ chosen }) => chosen) };
}

export function withoutLeg(form: BetFormState, leg: number): BetFormState {
  const others = <Each>(list: readonly Each[]) => list.filter((_, at) => at !== leg);
  return { ...form, allUp: others(form.allUp ?? []), picks: others(form.picks) };
}

/** Keeps as many of the leg's runners as the pool has in a combination. */
export function withLegPool(form: BetFormState, leg: number, pool: AllUpPoolCode): BetFormState {
  const allUp = form.allUp?.map((each, at) => (at === leg ? { ...each, pool } : each));
  const chosen = (form.picks[leg] ?? []).slice(0, poolOf(pool).length);
  return withChosen({ ...form, allUp }, leg, chosen);
}

/** A leg is one combination: the last runners that were tapped. */
export function toggleInLeg(form: BetFormState, leg: number, runner: number): BetFormState {
  const chosen = form.picks[leg] ?? [];
  const others = chosen.filter((each) => each !== runner);
  if (others.length < chosen.length) return withChosen(form, leg, others);
  const { length } = poolOf(form.allUp?.[leg]?.pool ?? "WIN");
  return withChosen(form, leg, [...chosen, runner].slice(-length));
}

function withChosen(form: BetFormState, leg: number, runners: readonly number[]): BetFormState {
  return { ...form, picks: form.picks.map((each, at) => (at === leg ? runners : each)) };
}
