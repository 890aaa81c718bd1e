import {
  AU_STD,
  type BetOrder,
  type BetTypeIndex,
  type Cents,
  type PoolOutcome,
  type RaceFacts,
  SINGLE_POOL_CODES,
  type SinglePoolCode,
  type Slots,
  betTypeOf,
  finishTally,
  poolOfRace,
  startPayout,
  startTally,
} from "@club/domain";
import { report } from "./lib/report.ts";

/**
 * One race of 14 runners, 1,000,000 bets of the 13 types of one race, all six pools: counts every
 * bet, declares the dividends, then pays every bet. Only the engine is timed, on one core; bets are
 * made in batches from a seed and made again for the second pass, as a server would read them
 * again.
 */
const BETS = 1_000_000;
const BATCH = 50_000;
const SEED = 20_261;
const RUNNERS = Array.from({ length: 14 }, (_, i) => i + 1);

const RACE: RaceFacts = {
  rules: AU_STD,
  handicap: false,
  runners: RUNNERS,
  scratched: [13],
  abandoned: false,
  placings: [[4], [7, 9], [2], [1], [11]],
  jackpotInCents: { FIRST4: 1_234_567n },
  declared: null,
};

/** How often each type is bet, of 100: mostly Win and Place, as on a course. */
const MIX: readonly (readonly [BetTypeIndex, number])[] = [
  [1, 30],
  [2, 20],
  [3, 4],
  [4, 8],
  [5, 6],
  [6, 5],
  [7, 6],
  [8, 4],
  [9, 10],
  [12, 2],
  [13, 2],
  [14, 2],
  [15, 1],
];
const TYPES = MIX.flatMap(([index, share]) => new Array<BetTypeIndex>(share).fill(index));

type Random = (below: number) => number;

/** Mulberry32: small, seeded, good enough to mix bets. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function pick(random: Random, count: number, from: readonly number[] = RUNNERS): number[] {
  const left = [...from];
  return Array.from({ length: count }, () => left.splice(random(left.length), 1)[0]!);
}

function slotsFor(random: Random, index: BetTypeIndex): Slots {
  const { layout, length } = betTypeOf(index);
  const few = 1 + random(4);
  if (layout === "each") return [pick(random, few)];
  if (layout === "box") return [pick(random, length + random(4))];
  if (layout === "pair" || layout === "positions") {
    return Array.from({ length }, () => pick(random, 1 + random(5)));
  }
  const standout = RUNNERS[random(RUNNERS.length)]!;
  const others = RUNNERS.filter((runner) => runner !== standout);
  return [[standout], pick(random, 3 + random(5), others)];
}

function makeBets(random: Random): BetOrder[] {
  return Array.from({ length: BATCH }, () => {
    const betType = TYPES[random(TYPES.length)]!;
    const unit = BigInt(random(4) === 0 ? 1 + random(5_000) : 50 * (1 + random(40)));
    const slots = slotsFor(random, betType);
    return { betType, slots, unitStakeCents: unit, unitStake2Cents: null };
  });
}

/** Makes the same bets every time. Returns the milliseconds spent in `work` alone. */
function timed(work: (bets: readonly BetOrder[]) => void): number {
  const random = randomFrom(SEED);
  let elapsed = 0;
  for (let done = 0; done < BETS; done += BATCH) {
    const bets = makeBets(random);
    const start = performance.now();
    work(bets);
    elapsed += performance.now() - start;
  }
  return elapsed;
}

function poolsOf(bet: BetOrder): readonly SinglePoolCode[] {
  return betTypeOf(bet.betType).pools as readonly SinglePoolCode[];
}

type Row = { readonly name: string; readonly value: number; readonly unit: string };

/** @throws Error when the sum paid bet by bet differs from what the pools say they paid. */
export async function run(): Promise<{ name: string; rows: Row[] }> {
  const heapBefore = await heapMb();
  const tallies = Object.fromEntries(
    SINGLE_POOL_CODES.map((code) => [code, startTally(poolOfRace(RACE, code))]),
  ) as Record<SinglePoolCode, ReturnType<typeof startTally>>;
  const tallyMs = timed((bets) => {
    for (const bet of bets) for (const pool of poolsOf(bet)) tallies[pool].add(bet);
  });
  const heapOfTallies = (await heapMb()) - heapBefore;

  const start = performance.now();
  const outcomes = SINGLE_POOL_CODES.map((code) => finishTally(tallies[code]));
  const finishMs = performance.now() - start;

  const payouts = Object.fromEntries(
    outcomes.map((outcome) => [
      outcome.pool,
      startPayout(tallies[outcome.pool as SinglePoolCode].pool, outcome),
    ]),
  ) as Record<SinglePoolCode, ReturnType<typeof startPayout>>;
  let paid = 0n;
  const payMs = timed((bets) => {
    for (const bet of bets)
      for (const pool of poolsOf(bet)) paid += payouts[pool].settle(bet).payoutCents;
  });
  checkPaid(outcomes, paid);

  const totalMs = tallyMs + finishMs + payMs;
  return {
    name: "engine: one race, 1,000,000 bets, six pools",
    rows: [
      { name: "count", value: Math.round(tallyMs), unit: "ms" },
      { name: "declare", value: Math.round(finishMs), unit: "ms" },
      { name: "pay", value: Math.round(payMs), unit: "ms" },
      { name: "all", value: Math.round(totalMs), unit: "ms" },
      { name: "bets per second", value: Math.round((BETS / totalMs) * 1_000), unit: "1/s" },
      { name: "heap held by the count", value: Math.round(heapOfTallies * 10) / 10, unit: "MB" },
    ],
  };
}

function checkPaid(outcomes: readonly PoolOutcome[], paid: Cents): void {
  const declared = outcomes.reduce((sum, outcome) => sum + outcome.paidCents, 0n);
  if (paid !== declared) throw new Error(`paid ${paid}, the pools say ${declared}`);
}

/** The heap in use, after a collection where Node runs with --expose-gc. */
async function heapMb(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_048_576;
}

if (import.meta.main) report(import.meta.filename, await run());
