import type { BetTypeIndex, PoolCode } from "../bets/bet-types.ts";
import { betTypeOf, isBetTypeIndex, isMultiPool, poolOf } from "../bets/bet-types.ts";
import type { PoolBet } from "../bets/bet-order.ts";
import { countCombinations, countScratched } from "../bets/count-combinations.ts";
import type { PoolFacts } from "../pools/pool-facts.ts";
import { addStakes } from "../pools/pool-stakes.ts";
import { type PoolPayout, startPayout } from "../settlement/pay-bet.ts";
import { finishTally, startTally } from "../settlement/pool-tally.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type CheckLine, compare, unchecked } from "./check-line.ts";
import { betsOfFile } from "./check-race.ts";
import type { DayBet, DayFile, PoolBooks } from "./day-file.ts";
import { livePoolOf } from "./make-race-file.ts";
import { slotsOfLeaf } from "./leaf-slots.ts";
import { factsOfPool } from "./race-file-facts.ts";
import type { PoolFile, RaceFile } from "./race-file.ts";
import { FormatError } from "./read-json.ts";

export type DayPool = {
  readonly key: string;
  readonly race: RaceFile;
  readonly file: PoolFile;
  readonly bets: PoolBet[];
  /** For a pool that is not settled: the runners whose combinations came back. */
  readonly scratched: ReadonlySet<number>;
  payout: PoolPayout | null;
  paidCents: bigint;
  /** What scratchings gave back, while it is not settled. */
  backCents: bigint;
  /** The whole stakes of bets that an operator cancelled. */
  voidedCents: bigint;
};

/** The pools of a day, each found by its race, or by both races of a double. */
export class DayPools {
  readonly #pools = new Map<string, DayPool>();
  readonly #races: ReadonlySet<string>;

  constructor(day: DayFile) {
    this.#races = new Set(day.races.map(({ race }) => race.race_id));
    for (const race of day.races) {
      const out = race.runners.filter(({ scratched }) => scratched).map(({ number }) => number);
      const scratched = new Set(out);
      for (const file of race.pools) {
        const { multi_pool_id } = file;
        const { race_id } = race.race;
        const races = { race_id: file.leg1_race_id ?? race_id, race_id2: race_id, multi_pool_id };
        const key = keyOf(races, file.pool);
        const isSettled = file.status !== "OPEN" && file.status !== "CLOSED";
        const payout = isSettled ? payoutOf(race, file) : null;
        const sums = { paidCents: 0n, backCents: 0n, voidedCents: 0n };
        this.#pools.set(key, { key, race, file, bets: [], scratched, payout, ...sums });
      }
    }
  }

  /**
   * Pays one bet again and keeps its parts, to count their pools. A double that ends on another day
   * is reported there.
   */
  checkBet({ leaf, payout_cents, refund_cents, void: isVoid }: DayBet): CheckLine[] {
    const where = { item: leaf.order_id };
    if (isVoid) {
      this.#countVoid(leaf);
      // What a scratching had given back before, and all the rest.
      return [
        compare("payout", where, [0, payout_cents]),
        compare("payout", where, [leaf.cost_cents, refund_cents]),
      ];
    }
    let [payoutCents, refundCents] = [0n, 0n];
    for (const { pool, bet } of partsOfLeaf(leaf)) {
      const found = this.#pools.get(keyOf(leaf, pool));
      if (found === undefined && !this.#races.has(leaf.race_id2 ?? leaf.race_id)) return [];
      if (found === undefined) return [unchecked("payout", "its pool is not in this file", where)];
      found.bets.push(bet);
      if (found.payout === null) {
        // A pool over several races that still waits has not said yet what it refunded.
        if (poolOf(pool).legs > 1) return [compare("payout", where, [0, payout_cents])];
        const gone = BigInt(countScratched(bet, [found.scratched])) * bet.unitStakeCents;
        found.backCents += gone;
        refundCents += gone;
        continue;
      }
      const settled = found.payout.settle(bet);
      payoutCents += settled.payoutCents;
      refundCents += settled.refundCents;
      found.paidCents += settled.payoutCents;
    }
    return [
      compare("payout", where, [payoutCents, payout_cents]),
      compare("payout", where, [refundCents, refund_cents]),
    ];
  }

  #countVoid(leaf: DayBet["leaf"]): void {
    for (const { pool, bet } of partsOfLeaf(leaf)) {
      const found = this.#pools.get(keyOf(leaf, pool));
      if (found === undefined) continue;
      found.voidedCents += BigInt(countCombinations(bet)) * bet.unitStakeCents;
    }
  }

  /** Counts every pool from its bets. */
  checkPools(): CheckLine[] {
    return [...this.#pools.values()].flatMap((each) => {
      const { race, file, bets, payout, paidCents, backCents, voidedCents } = each;
      const where = { pool: file.pool, item: nameOf(race) };
      const voided = compare("refunded_of_bets", where, [voidedCents, file.voided_cents]);
      if (payout === null) {
        // One over several races tells what it gave back when it is settled.
        if (poolOf(file.pool).legs > 1) return [voided];
        return [voided, compare("refunded_of_bets", where, [backCents, file.refunded_cents])];
      }
      const facts = factsOfPool(race, file);
      const tally = startTally(facts);
      for (const bet of bets) tally.add(bet);
      const outcome = finishTally(tally);
      const dividends = outcome.dividends.map(
        (one) => [one.combination, one.dividendCents] as const,
      );
      const isPaid = outcome.status === "PAID" || outcome.status === "JACKPOT_MINOR_PAID";
      return [
        voided,
        compare(
          "stakes_of_bets",
          where,
          isMultiPool(file.pool)
            ? [writeBets(countEqual(bets)), writeBets(betsOfFile(file))]
            : [canonicalJson(stakesOf(facts, bets)), canonicalJson(file.stakes_cents)],
        ),
        compare("refunded_of_bets", where, [outcome.refundedCents, file.refunded_cents]),
        compare("dividend", where, [
          canonicalJson(Object.fromEntries(dividends)),
          canonicalJson(file.dividends_cents),
        ]),
        ...(isPaid ? [compare("paid_of_bets", where, [paidCents, file.paid_cents])] : []),
      ];
    });
  }

  find(books: PoolBooks): DayPool | undefined {
    return this.#pools.get(keyOf(books, books.pool));
  }

  get settled(): readonly DayPool[] {
    return [...this.#pools.values()].filter(({ payout }) => payout !== null);
  }
}

/** A race in a line of a check: "WR 1". */
export function nameOf({ race }: RaceFile): string {
  return `${race.code} ${race.raceNo}`;
}

function payoutOf(race: RaceFile, file: PoolFile): PoolPayout {
  const facts = factsOfPool(race, file);
  const dividends = Object.entries(file.dividends_cents).map(([combination, cents]) => ({
    combination,
    dividendCents: BigInt(cents),
  }));
  return startPayout(facts, { status: file.status as "PAID", dividends });
}

function partsOfLeaf(leaf: DayBet["leaf"]): { pool: PoolCode; bet: PoolBet }[] {
  const { bet_type, unit_stake_cents, unit_stake2_cents } = leaf;
  if (!isBetTypeIndex(bet_type)) throw new FormatError("a bet type was expected");
  const betType: BetTypeIndex = bet_type;
  const slots = slotsOfLeaf(betType, leaf.selections);
  const units = [unit_stake_cents, unit_stake2_cents ?? unit_stake_cents];
  return betTypeOf(betType).pools.map((pool, i) => ({
    pool,
    bet: { betType, slots, unitStakeCents: BigInt(units[i] ?? 0) },
  }));
}

type RacesOfPool = {
  readonly race_id: string;
  readonly race_id2?: string | null | undefined;
  readonly multi_pool_id?: string | undefined;
};

/** A pool by its races; over three races and more by its own id, since a meeting may have several. */
function keyOf({ race_id, race_id2, multi_pool_id }: RacesOfPool, pool: PoolCode): string {
  return multi_pool_id === undefined
    ? `${race_id} ${race_id2 ?? race_id} ${pool}`
    : `${multi_pool_id} ${pool}`;
}

function stakesOf(facts: PoolFacts, bets: readonly PoolBet[]): Record<string, bigint> {
  const live = livePoolOf(facts);
  const stakes = new Map<string, bigint>();
  if (live !== null) for (const bet of bets) addStakes(stakes, live, bet);
  return Object.fromEntries(stakes);
}

type EqualBets = { readonly bet: PoolBet; readonly count: number };

function countEqual(bets: readonly PoolBet[]): EqualBets[] {
  return bets.map((bet) => ({ bet, count: 1 }));
}

/** How many bets there are of each kind, in one order. */
function writeBets(bets: readonly EqualBets[]): string {
  const counts = new Map<string, number>();
  for (const { bet, count } of bets) {
    const slots = bet.slots.map((slot) => [...slot].sort((a, b) => a - b));
    const key = `${JSON.stringify(slots)} ${bet.unitStakeCents}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return JSON.stringify([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
