import { type BetForm, toWireSelections } from "@club/contract";
import {
  ALL_UP_INDEX,
  ALL_UP_POOL_CODES,
  BET_TYPES,
  type BetTypeIndex,
  type BetTypeKey,
  betTypeNamed,
  betTypeOf,
  type MultiPoolCode,
  poolOf,
  present,
  type Slots,
} from "@club/domain";
import { type DrawnRunner, strengthOf } from "./draw.ts";
import { below, pickOne, pickWeighted, type Random } from "./random.ts";

/*
 * What the demo's members bet: forms as the app would send them. Runners are picked by how they
 * look on the card.
 */

export interface OpenRace {
  readonly race_id: string;
  readonly seconds: number;
  readonly runners: readonly (DrawnRunner & { scratched: boolean })[];
}

export interface OpenMultiPool {
  readonly id: string;
  readonly code: MultiPoolCode;
  readonly legs: readonly OpenRace[];
}

/** How often each type is bet, out of 100; types not listed are bet now and then. */
const LIKED: Readonly<Partial<Record<BetTypeKey, number>>> = {
  single_win: 34,
  single_place: 20,
  each_way: 12,
  quinella_box: 8,
  quinella: 3,
  exacta: 4,
  trifecta_box: 6,
  trifecta: 3,
  first4: 2,
  quinella_standout: 2,
  double_win: 2,
};
/** A form of these has one race or two; pools of more are drawn by themselves. */
const WEIGHTS = BET_TYPES.map(({ key, legs }) => (legs > 2 ? 0 : (LIKED[key] ?? 1)));
/** What the members have staked on a race before it draws near: WIN and PLACE, in whole units. */
const EARLY_MONEY = { single_win: 4000, single_place: 2000 } as const;
/** A ticket of the early money, at most. */
const EARLY_TICKET = 200;
/** No ticket moves a price by more than about this share of what is on its runner. */
const MOST_SHARE = 0.12;
const STAKES = [2, 5, 5, 10, 10, 20, 20, 50, 50, 100];
const EXOTIC_STAKES = [1, 1, 2, 2, 5];

/**
 * The tickets of the early money: on each runner by its chance, a little off as people are.
 *
 * @param times - as much money, in tickets as much larger, as on a race of the demo's own day
 */
export function earlyForms(random: Random, race: OpenRace, times = 1): BetForm[] {
  const chances = chancesOf(race);
  return (["single_win", "single_place"] as const).flatMap((key) =>
    chances.flatMap(({ number, chance }) => {
      const units = Math.max(2, Math.round(EARLY_MONEY[key] * chance * (0.85 + 0.3 * random())));
      return Array.from({ length: Math.ceil(units / EARLY_TICKET) }, (_, i) => ({
        bet_type: betTypeNamed(key).index,
        race_id: race.race_id,
        horse: [number],
        betAmount: times * Math.min(EARLY_TICKET, units - i * EARLY_TICKET),
      }));
    }),
  );
}

/** Each runner's chance to win as the draw has it; they add up to 1. */
function chancesOf({ runners }: Pick<OpenRace, "runners">) {
  const live = runners.filter(({ scratched }) => !scratched);
  const whole = live.reduce((sum, runner) => sum + strengthOf(runner), 0);
  return live.map((runner) => ({ number: runner.number, chance: strengthOf(runner) / whole }));
}

/** A ticket with one or two runners a leg. */
export function makeMultiForm(random: Random, { id, code, legs }: OpenMultiPool): BetForm {
  const key = code.toLowerCase() as Lowercase<MultiPoolCode>;
  return {
    bet_type: betTypeNamed(key).index,
    race_id: legs[0]?.race_id,
    multi_pool_id: id,
    legs: legs.map((leg) => likeSome(random, leg, { count: 1 + below(random, 2) })),
    betAmount: pickOne(random, EXOTIC_STAKES) / 2,
  };
}

/** One stake that goes through the next two or three races. */
export function makeAllUpForm(random: Random, races: readonly OpenRace[]): BetForm {
  return {
    bet_type: ALL_UP_INDEX,
    legs: races.slice(0, 2 + below(random, 2)).map((race) => {
      const pool = pickOne(random, ALL_UP_POOL_CODES);
      return {
        race_id: race.race_id,
        pool,
        combination: likeSome(random, race, { count: poolOf(pool).length }),
      };
    }),
    betAmount: pickOne(random, STAKES),
  };
}

/** A form of one race, or of two where it is a double. */
export function makeForm(random: Random, race: OpenRace, second: OpenRace | undefined): BetForm {
  const wished = present(BET_TYPES[pickWeighted(random, WEIGHTS)], "a bet type is drawn");
  const isDouble = wished.legs > 1;
  const betType = (isDouble && second === undefined ? betTypeNamed("single_win") : wished).index;
  const races = isDouble && second !== undefined ? [race, second] : [race];
  const slots = makeSlots(random, betType, races);
  const stakes = betTypeOf(betType).length === 1 ? STAKES : EXOTIC_STAKES;
  const isPlain = betTypeOf(betType).layout === "each";
  return {
    bet_type: betType,
    race_id: race.race_id,
    ...(races.length === 2 ? { race_id2: second?.race_id } : {}),
    ...(toWireSelections({ betType, slots }) as BetForm),
    betAmount: isPlain ? fitting(race, slots, pickOne(random, stakes)) : pickOne(random, stakes),
  };
}

/** The stake that a runner's price can bear: small on a long shot, whatever its backer wished. */
function fitting(race: OpenRace, slots: Slots, wished: number): number {
  const chosen = new Set(slots.flat());
  const most = chancesOf(race).flatMap(({ number, chance }) =>
    chosen.has(number) ? [mostOn(chance)] : [],
  );
  return Math.max(1, Math.min(wished, ...most.map(Math.round)));
}

function mostOn(chance: number): number {
  return EARLY_MONEY.single_place * chance * MOST_SHARE;
}

const USUAL_STAKE = STAKES.reduce((sum, stake) => sum + stake, 0) / STAKES.length;

/** Small tickets are many, so that the money on each runner goes on as it began. */
function sought(race: OpenRace): (runner: DrawnRunner) => number {
  const chances = new Map(chancesOf(race).map(({ number, chance }) => [number, chance]));
  return ({ number }) => {
    const chance = chances.get(number) ?? 0;
    return chance / Math.min(1, mostOn(chance) / USUAL_STAKE);
  };
}

function makeSlots(random: Random, betType: BetTypeIndex, races: readonly OpenRace[]): Slots {
  const { layout, length } = betTypeOf(betType);
  const liked = (count: number, race = races[0] as OpenRace): number[] =>
    likeSome(random, race, { count });
  const few = 1 + below(random, 2);
  switch (layout) {
    case "each":
      return [
        likeSome(random, races[0] as OpenRace, { count: few, weigh: sought(races[0] as OpenRace) }),
      ];
    case "box":
      return [liked(length + below(random, 2))];
    case "legs":
      return races.map((race) => liked(few, race));
    case "pair":
    case "positions": {
      const all = liked(length + 2);
      return Array.from({ length }, (_, i) => (i === 0 ? all.slice(0, 1) : all.slice(1)));
    }
    case "standout": {
      const all = liked(length + 2);
      return [all.slice(0, 1), all.slice(1)];
    }
  }
}

/** Unscratched runners, drawn by strength, none twice. */
function likeSome(
  random: Random,
  race: OpenRace,
  how: { readonly count: number; readonly weigh?: (runner: DrawnRunner) => number },
): number[] {
  const { count, weigh = strengthOf } = how;
  const left = race.runners.filter((runner) => !runner.scratched);
  const liked: number[] = [];
  while (liked.length < count && left.length > 0) {
    const index = pickWeighted(random, left.map(weigh));
    liked.push((left.splice(index, 1)[0] as DrawnRunner).number);
  }
  return liked;
}
