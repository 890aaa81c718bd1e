import type { BetTypeIndex, PoolCode } from "../bets/bet-types.ts";
import { betTypeOf, isBetTypeIndex, isMultiPool, poolOf } from "../bets/bet-types.ts";
import type { PoolBet } from "../bets/bet-order.ts";
import { countScratched } from "../bets/count-combinations.ts";
import type { PoolFacts } from "../pools/pool-facts.ts";
import { addStakes } from "../pools/pool-stakes.ts";
import { type PoolPayout, startPayout } from "../settlement/pay-bet.ts";
import { finishTally, startTally } from "../settlement/pool-tally.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type CheckLine, compare, unchecked } from "./check-line.ts";
import { checkLogDay } from "./check-log.ts";
import { checkRace, betsOfFile } from "./check-race.ts";
import { type ProofTools, checkKeys, checkRootOfRace, checkSignature } from "./check-root.ts";
import { toHex } from "./bytes.ts";
import type { DayBet, DayFile, PoolBooks } from "./day-file.ts";
import { livePoolOf } from "./make-race-file.ts";
import { leafHash, merkleRoot } from "./merkle.ts";
import { checkSportDay } from "./check-sport-day.ts";
import { slotsOfLeaf } from "./leaf-slots.ts";
import { factsOfPool } from "./race-file-facts.ts";
import type { PoolFile, RaceFile } from "./race-file.ts";
import { FormatError } from "./read-json.ts";
import type { ClubKey } from "./signed-root.ts";
import { leafText } from "./receipt.ts";

/**
 * Recomputes a whole day from its bets, results and rules, and compares every root, pool and
 * payout, and what the ledger says. Source: docs/rules/proofs.md, "A day".
 *
 * @param known - the club's keys from another source; by default those in the file.
 */
export async function checkDay(
  file: DayFile,
  tools: ProofTools,
  known: readonly ClubKey[] = file.keys,
): Promise<CheckLine[]> {
  const keys = await checkKeys(file.keys, tools);
  const log = await checkLogDay(file.log, { keys: known, last: undefined }, tools);
  const signature = await checkSignature(file, known, tools);
  const lines = [
    ...signature.map((line): CheckLine =>
      line.check === "signature" ? { ...line, check: "day_signature" } : line,
    ),
    ...keys,
    ...log,
    ...checkMoneyOfDay(file, tools),
  ];
  for (const { root } of [...file.races, ...(file.sports?.events ?? [])]) {
    if (root !== null) lines.push(...(await checkSignature(root, known, tools)));
  }
  return lines;
}

/** The same without signatures: what the club's own report runs over its tables. */
export function checkMoneyOfDay(file: DayFile, { hash }: Pick<ProofTools, "hash">): CheckLine[] {
  const byRace = Map.groupBy(file.bets, ({ leaf }) => leaf.race_id);
  const pools = new DayPools(file);
  const lines = file.races.flatMap((race) => {
    const bets = byRace.get(race.race.race_id) ?? [];
    const [item, name] = [race.race.race_id, nameOf(race)];
    const own = [...checkRace(race), ...checkRootOfRace(race), ...checkTree(race, bets, hash)];
    return own.map((line): CheckLine => {
      const place = line.item === item || line.item === null ? name : `${name} ${line.item}`;
      return { ...line, item: place };
    });
  });
  // A double is reported on the day of its second race, even when its first was on another day.
  const known = new Set(file.races.map(({ race }) => race.race_id));
  const strays = file.bets.filter(
    ({ leaf }) => !known.has(leaf.race_id) && !known.has(leaf.race_id2 ?? leaf.race_id),
  );
  lines.push(compare("root_of_bets", { item: "bets of no race" }, [0, strays.length]));
  for (const bet of file.bets) lines.push(...pools.checkBet(bet));
  const sports = file.sports === undefined ? [] : checkSportDay(file.sports, { hash });
  return [...lines, ...pools.checkPools(), ...checkBooks(file, pools), ...sports];
}

function nameOf({ race }: RaceFile): string {
  return `${race.code} ${race.raceNo}`;
}

/** Checks the frozen root against the leaves, and that no leaf is later than the close. */
function checkTree(race: RaceFile, bets: readonly DayBet[], hash: ProofTools["hash"]): CheckLine[] {
  const where = { item: race.race.race_id };
  if (race.root === null) return [compare("root_of_bets", where, [bets.length, 0])];
  const sorted = [...bets].sort((a, b) => (a.leaf.order_id < b.leaf.order_id ? -1 : 1));
  const leaves = sorted.map(({ leaf }) => leafHash(leafText(leaf), hash));
  const close = race.root.closed_at;
  const late = sorted.filter(({ leaf }) => leaf.accepted_at > close).length;
  return [
    compare("bets_of_receipt", where, [bets.length, race.root.bets]),
    compare("root_of_bets", where, [toHex(merkleRoot(leaves, hash)), race.root.root]),
    compare("in_time", where, [0, late]),
  ];
}

type DayPool = {
  readonly key: string;
  readonly race: RaceFile;
  readonly file: PoolFile;
  readonly bets: PoolBet[];
  /** For a pool that is not settled: the runners whose combinations came back. */
  readonly scratched: ReadonlySet<number>;
  payout: PoolPayout | null;
  paidCents: bigint;
};

/** The pools of a day, each found by its race, or by both races of a double. */
class DayPools {
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
        this.#pools.set(key, { key, race, file, bets: [], scratched, payout, paidCents: 0n });
      }
    }
  }

  /**
   * Pays one bet again and keeps its parts, to count their pools. A double that ends on another day
   * is reported there.
   */
  checkBet({ leaf, payout_cents, refund_cents, void: isVoid }: DayBet): CheckLine[] {
    const where = { item: leaf.order_id };
    if (isVoid) return [compare("payout", where, [0, payout_cents])];
    let [payoutCents, refundCents] = [0n, 0n];
    for (const { pool, bet } of partsOfLeaf(leaf)) {
      const found = this.#pools.get(keyOf(leaf, pool));
      if (found === undefined && !this.#races.has(leaf.race_id2 ?? leaf.race_id)) return [];
      if (found === undefined) return [unchecked("payout", "its pool is not in this file", where)];
      found.bets.push(bet);
      if (found.payout === null) {
        // A pool over several races that still waits has not said yet what it refunded.
        if (poolOf(pool).legs > 1) return [compare("payout", where, [0, payout_cents])];
        const gone = countScratched(bet, [found.scratched]);
        refundCents += BigInt(gone) * bet.unitStakeCents;
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

  /** Counts every pool from its bets. */
  checkPools(): CheckLine[] {
    return [...this.#pools.values()].flatMap((each) => {
      const { race, file, bets, payout, paidCents } = each;
      const where = { pool: file.pool, item: nameOf(race) };
      if (payout === null) return [];
      const facts = factsOfPool(race, file);
      const tally = startTally(facts);
      for (const bet of bets) tally.add(bet);
      const outcome = finishTally(tally);
      const dividends = outcome.dividends.map(
        (one) => [one.combination, one.dividendCents] as const,
      );
      const isPaid = outcome.status === "PAID" || outcome.status === "JACKPOT_MINOR_PAID";
      return [
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

/** The ledger's entries against the pools, in both directions. */
function checkBooks(day: DayFile, pools: DayPools): CheckLine[] {
  const told = new Set<DayPool>();
  const lines = day.books.flatMap((books) => {
    const pool = pools.find(books);
    if (pool === undefined || pool.payout === null) return [];
    told.add(pool);
    return compareBooks(books, pool);
  });
  const untold = pools.settled.filter((pool) => !told.has(pool));
  return [...lines, compare("books", { item: "pools without books" }, [0, untold.length])];
}

function compareBooks(books: PoolBooks, { race, file }: DayPool): CheckLine[] {
  const where = { pool: file.pool, item: nameOf(race) };
  const isBack = file.status === "REFUND" || file.status === "REFUND_NO_WINNER";
  const back = file.refunded_cents + file.voided_cents;
  const lines: [computed: number, stated: number][] = [
    [file.gross_cents + back, books.staked_cents],
    [isBack ? file.gross_cents + back : back, books.refunded_cents],
    [isBack ? 0 : file.paid_cents, books.paid_cents],
    [file.takeout_cents, books.takeout_cents],
    [file.breakage_cents, books.breakage_cents],
    [file.house_topup_cents, books.house_topup_cents],
    [file.jackpot_in_cents, books.jackpot_in_cents],
    [file.jackpot_out_cents, books.jackpot_out_cents],
    [file.book_result_cents, books.book_result_cents],
    [0, books.left_cents],
  ];
  return lines.map((values) => compare("books", where, values));
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
