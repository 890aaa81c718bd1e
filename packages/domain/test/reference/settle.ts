import { type Combination, expand, type Form, ordered, SETS } from "./expand.ts";
import { floor, type Fraction, fraction, halfUp, over, plus, times } from "./fraction.ts";

/** One race settled the slow way: every ticket on every combination, step by step as the rules number them. */
export type Rules = "AU_STD" | "HK" | "UK_TOTE";
export type DeadHeat = "EQUAL_SHARE" | "PROFIT_SPLIT" | "COMMON";
export type Bet = { betType: number; form: Form; unit: bigint; unit2: bigint };
export type Race = {
  rules: Rules;
  deadHeat: DeadHeat;
  handicap: boolean;
  runners: number[];
  scratched: number[];
  abandoned: boolean;
  placings: number[][];
  jackpotIn: Record<string, bigint>;
};
export type PoolResult = {
  status: string;
  gross: bigint;
  takeout: bigint;
  net: bigint;
  dividends: Record<string, bigint>;
  paid: bigint;
  breakage: bigint;
  topUp: bigint;
  jackpotOut: bigint;
};
export type BetResult = { cost: bigint; refund: bigint; payout: bigint };
export type Line = Combination & { bet: number; unit: bigint; key: string };
/** What wins, each with its part of the net. */
export type Winners = { key: string; share: Fraction }[];

export const POOLS = [
  "WIN",
  "PLACE",
  "QUINELLA",
  "EXACTA",
  "TRIFECTA",
  "FIRST4",
  "QUINELLA_PLACE",
  "TRIO",
  "ANY4",
];
const DOUBLES = ["DOUBLE_WIN", "DOUBLE_PLACE"];

const JACKPOTS = ["TRIFECTA", "FIRST4", "ANY4"];

const TAKEOUT: Record<Rules, number[]> = {
  AU_STD: [1450, 1425, 1475, 1650, 2100, 2250, 1475, 2000, 2250, 1700, 1700],
  HK: [1750, 1750, 1750, 1950, 2500, 2500, 1750, 2300, 2500, 1750, 1750],
  UK_TOTE: [1925, 2000, 1925, 2500, 2500, 3000, 1925, 2500, 3000, 2500, 2500],
};
const LEAST_STARTERS: Record<Rules, number[]> = {
  AU_STD: [2, 5, 3, 3, 4, 5, 7, 4, 5],
  HK: [2, 4, 3, 3, 4, 6, 7, 4, 6],
  UK_TOTE: [2, 2, 3, 3, 4, 5, 7, 4, 5],
};
const LEAST_DIVIDEND: Record<Rules, [bigint, bigint]> = {
  AU_STD: [104n, 100n],
  HK: [101n, 100n],
  UK_TOTE: [104n, 100n],
};

const indexOf = (pool: string) => [...POOLS, ...DOUBLES].indexOf(pool);

export function placesPaid(rules: Rules, starters: number, handicap: boolean): number {
  switch (rules) {
    case "AU_STD":
      return starters >= 8 ? 3 : starters >= 5 ? 2 : 0;
    case "HK":
      return starters >= 7 ? 3 : starters >= 4 ? 2 : 0;
    case "UK_TOTE":
      if (handicap && starters >= 16) return 4;
      return starters >= 8 ? 3 : starters >= 5 ? 2 : starters >= 2 ? 1 : 0;
  }
}

/** First position and size of each group. */
export function groupsOf(placings: number[][]): { first: number; runners: number[] }[] {
  let before = 0;
  return placings.map((runners) => {
    const first = before + 1;
    before += runners.length;
    return { first, runners };
  });
}

function winners(pool: string, placings: number[][], places: number): Winners {
  if (pool === "WIN") {
    const first = placings[0] ?? [];
    return first.map((runner) => ({ key: `${runner}`, share: fraction(1n, BigInt(first.length)) }));
  }
  if (pool === "PLACE") return placeWinners(placings, places);
  if (pool === "QUINELLA_PLACE") return pairsOfThree(placings);
  const length = { QUINELLA: 2, EXACTA: 2, TRIFECTA: 3, FIRST4: 4, TRIO: 3, ANY4: 4 }[pool] ?? 0;
  const keys = new Set<string>();
  for (const order of finishingOrders(placings)) {
    if (order.length < length) return [];
    const cut = order.slice(0, length);
    keys.add((SETS.includes(pool) ? cut.toSorted((a, b) => a - b) : cut).join("-"));
  }
  return [...keys].map((key) => ({ key, share: fraction(1n, BigInt(keys.size)) }));
}

/** Runners of groups that start third or better, two and two; with fewer than three of them none. */
function pairsOfThree(placings: number[][]): Winners {
  const placed = groupsOf(placings).flatMap(({ first, runners }) => (first > 3 ? [] : runners));
  if (placed.length < 3) return [];
  const keys = new Set<string>();
  for (const a of placed) for (const b of placed) if (a < b) keys.add(`${a}-${b}`);
  return [...keys].map((key) => ({ key, share: fraction(1n, BigInt(keys.size)) }));
}

function placeWinners(placings: number[][], places: number): Winners {
  return groupsOf(placings).flatMap(({ first, runners }) => {
    if (first > places) return [];
    const filled = Math.min(first + runners.length - 1, places) - first + 1;
    const share = fraction(BigInt(filled), BigInt(runners.length * places));
    return runners.map((runner) => ({ key: `${runner}`, share }));
  });
}

/** Each order in which the field may be said to have finished: runners inside a group in every order. Long groups are cut where no pool looks further. */
function finishingOrders(placings: number[][]): number[][] {
  let orders: number[][] = [[]];
  for (const group of placings) {
    if ((orders[0]?.length ?? 0) >= 4) break;
    const wanted = Math.min(group.length, 4 - (orders[0]?.length ?? 0));
    const inside = ordered(Array.from({ length: wanted }, () => group));
    orders = orders.flatMap((start) => inside.map((end) => [...start, ...end]));
  }
  return orders;
}

function rounded(rules: Rules, pool: string, raw: Fraction): bigint {
  const cents = times(raw, fraction(100n));
  const quinellas = ["QUINELLA", "QUINELLA_PLACE"];
  const nearest5 = rules === "HK" && ["WIN", "PLACE", ...quinellas].includes(pool);
  return nearest5
    ? halfUp(over(cents, fraction(5n))) * 5n
    : floor(over(cents, fraction(10n))) * 10n;
}

type Paying = { rules: Rules; deadHeat: DeadHeat; pool: string; net: bigint };

/** Steps 7 and 8: the dividend of each backed winner. */
export function dividendsOf(
  paying: Paying,
  backed: (Winners[number] & { stake: bigint })[],
): Record<string, bigint> {
  const { rules, pool, net } = paying;
  const whole = backed.reduce((sum, { share }) => plus(sum, share), fraction(0n));
  const stakes = backed.reduce((sum, { stake }) => sum + stake, 0n);
  const method =
    pool === "DOUBLE_PLACE"
      ? "COMMON"
      : paying.deadHeat === "COMMON" && pool === "PLACE"
        ? "EQUAL_SHARE"
        : paying.deadHeat;
  const least = LEAST_DIVIDEND[rules][pool === "WIN" || pool === "PLACE" ? 0 : 1];
  return Object.fromEntries(
    backed.map(({ key, share, stake }) => {
      const part = over(share, whole);
      const raw =
        method === "COMMON"
          ? fraction(net, stakes)
          : method === "EQUAL_SHARE"
            ? times(part, fraction(net, stake))
            : plus(fraction(1n), times(part, fraction(net - stakes, stake)));
      const dividend = rounded(rules, pool, raw);
      return [key, dividend < least ? least : dividend];
    }),
  );
}

export function takeoutOf(rules: Rules, pool: string, gross: bigint): bigint {
  return halfUp(fraction(gross * BigInt(TAKEOUT[rules][indexOf(pool)] ?? 0), 10_000n));
}

export const ticketPayout = (unit: bigint, dividend: bigint) => (unit * dividend) / 100n;
export const sum = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);

/** Every ticket of every bet. */
export function linesOf(bets: Bet[], runs: number[][]): Line[] {
  return bets.flatMap((bet, index) =>
    (expand(bet.betType, bet.form, runs) ?? []).map((line) => ({
      ...line,
      bet: index,
      key: line.runners.join("-"),
      unit: bet.betType === 9 && line.pool === "PLACE" ? bet.unit2 : bet.unit,
    })),
  );
}

export function settle(race: Race, bets: Bet[]) {
  const starters = race.runners.filter((runner) => !race.scratched.includes(runner));
  const places = placesPaid(race.rules, starters.length, race.handicap);
  const results: BetResult[] = bets.map(() => ({ cost: 0n, refund: 0n, payout: 0n }));
  const pools: Record<string, PoolResult> = {};
  const next: Record<string, bigint> = {};
  const lines = linesOf(bets, [race.runners]);
  for (const line of lines) results[line.bet]!.cost += line.unit;
  for (const pool of POOLS) {
    const all = lines.filter((line) => line.pool === pool);
    const jackpotIn = race.jackpotIn[pool] ?? 0n;
    const back = (line: Line) => (results[line.bet]!.refund += line.unit);
    const tooFew = starters.length < (LEAST_STARTERS[race.rules][indexOf(pool)] ?? 0);
    next[pool] = jackpotIn;
    if (race.abandoned || tooFew) {
      all.forEach(back);
      continue;
    }
    const dead = (line: Line) => line.runners.some((runner) => race.scratched.includes(runner));
    all.filter(dead).forEach(back);
    const live = all.filter((line) => !dead(line));
    const gross = sum(live.map(({ unit }) => unit));
    if (gross === 0n) continue;
    const takeout = takeoutOf(race.rules, pool, gross);
    const net = gross - takeout + jackpotIn;
    const won = winners(pool, race.placings, places);
    const backed = won
      .map((winner) => ({
        ...winner,
        stake: sum(live.filter(({ key }) => key === winner.key).map(({ unit }) => unit)),
      }))
      .filter(({ stake }) => stake > 0n);
    if (won.length > 0 && backed.length === 0 && JACKPOTS.includes(pool)) {
      pools[pool] = {
        status: "JACKPOT",
        gross,
        takeout,
        net,
        dividends: {},
        paid: 0n,
        breakage: 0n,
        topUp: 0n,
        jackpotOut: net,
      };
      next[pool] = net;
      continue;
    }
    if (backed.length === 0) {
      live.forEach(back);
      const status = won.length === 0 ? "REFUND" : "REFUND_NO_WINNER";
      pools[pool] = {
        status,
        gross,
        takeout: 0n,
        net: gross,
        dividends: {},
        paid: gross,
        breakage: 0n,
        topUp: 0n,
        jackpotOut: jackpotIn,
      };
      continue;
    }
    const dividends = dividendsOf(
      { rules: race.rules, deadHeat: race.deadHeat, pool, net },
      backed,
    );
    let paid = 0n;
    for (const line of live) {
      const payout = ticketPayout(line.unit, dividends[line.key] ?? 0n);
      results[line.bet]!.payout += payout;
      paid += payout;
    }
    const breakage = net > paid ? net - paid : 0n;
    const topUp = paid > net ? paid - net : 0n;
    pools[pool] = {
      status: "PAID",
      gross,
      takeout,
      net,
      dividends,
      paid,
      breakage,
      topUp,
      jackpotOut: 0n,
    };
    next[pool] = 0n;
  }
  return { places, pools, bets: results, next };
}
