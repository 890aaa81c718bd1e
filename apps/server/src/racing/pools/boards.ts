import { setImmediate as nextTurn } from "node:timers/promises";
import { fromWireSelections, type WireSelections } from "@club/contract";
import {
  type BetTypeIndex,
  Board,
  type BoardPoolCode,
  type BoardRules,
  Refusal,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { perServer, SingleFlight } from "../../core/kit/per-server.ts";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";
import type { RaceFacts } from "../races/race-facts.ts";
import {
  type BetRow,
  type PoolNow,
  readBetsBetween,
  readBetsOfPool,
  readPoolsNow,
  readVoids,
  type StakeRow,
} from "./boards.queries.ts";

/** A board as this process knows it, half a second behind the chain, and at most a second. */
export interface LoadedBoard {
  readonly board: Board;
  readonly of: BoardRules;
  readonly at: Date;
}

interface Kept {
  readonly board: Board;
  /** Cancelled bets that were taken out again. */
  readonly voided: Set<string>;
  /** Every bet up to this position of the chain is on it. */
  position: bigint;
  /** What was true of its pool at the last round, and until when that may be shown. */
  now: PoolNow;
  freshUntilMs: number;
  /** When somebody last asked for it. */
  askedMs: number;
}

const TTL_MS = 1000;
/** Boards that somebody looks at go on this often, before anybody has to wait for them. */
const EVERY_MS = 500;
/** Nobody looks at a board that was not asked for so long. */
const LOOKED_AT_MS = 3000;
/** Places of all boards that a process keeps, some 12 bytes each: the oldest go first. */
const MOST_PLACES = 8_000_000;
/** A board that nobody asked for so long is made anew instead. */
const MOST_BEHIND = 50_000n;
/**
 * Boards that are made at a time, of any race there ever was: each reads all bets of its pool. The
 * others wait without a connection.
 */
const MADE = { name: "boards", turns: { atOnce: 2, inLine: 200 } };
const PAGE = 1000;
const PAGE_OF_CHAIN = 1000n;
/** Some 2 ms of work: then bets and answers that wait have their turn. */
const ROWS_AT_ONCE = 200;
const NO_BET = "00000000-0000-0000-0000-000000000000";

const boardsOf = perServer((ctx: Pick<AppContext, "db">) => new Boards(ctx.db.browsing));

/**
 * The board of a race's pool. It is made of the stored bets when somebody first asks for it, and
 * then takes what the chain has since: its positions are given in order of commit, so every process
 * comes to the same sums, whenever it began. Source: docs/rules/boards.md, "The sums".
 *
 * @throws pool.not_offered; club.busy when too many are made
 */
export async function loadBoard(
  ctx: Pick<AppContext, "db">,
  race: RaceFacts,
  code: BoardPoolCode,
): Promise<LoadedBoard> {
  const pool = race.pools[code];
  if (pool === undefined) {
    throw new Refusal("pool.not_offered", { field: "pool", pool: code, race_id: race.raceId });
  }
  return await boardsOf(ctx).load(pool.poolId, code, race);
}

/** The boards of a process. */
class Boards {
  readonly #db: Queryable;
  readonly #all = new Map<string, Kept>();
  readonly #making = new SingleFlight<Kept>();
  readonly #turns = new ConcurrencyLimit();
  readonly #rounds = new SingleFlight<void>();
  #willGoOn = false;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async load(poolId: string, code: BoardPoolCode, race: RaceFacts): Promise<LoadedBoard> {
    const kept = await this.#fresh(poolId, code, race);
    for (const runner of race.scratched) kept.board.scratch(runner);
    const { at, jackpot_cents, is_gone } = kept.now;
    const board = is_gone ? new Board(code, race.runners) : kept.board;
    const isDeclared = race.dividends === "declared";
    // Its jackpot goes on with another pool.
    const jackpotInCents = is_gone ? 0n : jackpot_cents;
    return { board, of: { rules: race.rules, jackpotInCents, isDeclared }, at };
  }

  async #fresh(poolId: string, code: BoardPoolCode, race: RaceFacts): Promise<Kept> {
    for (;;) {
      const known = this.#all.get(poolId);
      if (known === undefined || !known.board.isOf(race)) {
        const make = async (): Promise<Kept> => await this.#make(poolId, code, race);
        return await this.#making.run(poolId, async () => await this.#turns.run(MADE, "", make));
      }
      known.askedMs = performance.now();
      if (known.freshUntilMs > known.askedMs) return known;
      await this.#rounds.run("", async () => await this.#round());
    }
  }

  /** Until it has caught up a new one is nobody's: a failure on the way leaves none behind. */
  async #make(poolId: string, code: BoardPoolCode, race: RaceFacts): Promise<Kept> {
    const askedMs = performance.now();
    const [now] = await readPoolsNow(this.#db, [poolId]);
    if (now === undefined) throw new Error("a pool of a race is there");
    const board = new Board(code, race.runners);
    for (const runner of race.scratched) board.scratch(runner);
    const { position } = now;
    const freshUntilMs = askedMs + TTL_MS;
    const kept: Kept = { board, voided: new Set(), position, now, freshUntilMs, askedMs };
    await fill(this.#db, { poolId, kept, position });
    await takeOutVoids(this.#db, new Map([[poolId, kept]]), position);
    this.#keep(poolId, kept);
    this.#goOnLater();
    return kept;
  }

  #keep(poolId: string, kept: Kept): void {
    this.#all.delete(poolId);
    this.#all.set(poolId, kept);
    const oldest = [...this.#all].sort(([, a], [, b]) => a.askedMs - b.askedMs);
    let places = oldest.reduce((sum, [, { board }]) => sum + board.size, 0);
    for (const [id, { board }] of oldest) {
      if (places <= MOST_PLACES || id === poolId) return;
      this.#all.delete(id);
      places -= board.size;
    }
  }

  /** All that somebody looks at go on by one reading of the chain. */
  async #round(): Promise<void> {
    const boards = this.#lookedAt();
    const known = await readPoolsNow(this.#db, [...boards.keys()]);
    const nows = new Map(known.map((now) => [now.pool_id, now]));
    const position = known[0]?.position ?? 0n;
    for (const [poolId, kept] of boards) {
      if (nows.has(poolId) && position - kept.position <= MOST_BEHIND) continue;
      this.#all.delete(poolId);
      boards.delete(poolId);
    }
    if (boards.size > 0) await bringUp(this.#db, boards, position);
    for (const [poolId, kept] of boards) {
      kept.now = nows.get(poolId) as PoolNow;
      kept.freshUntilMs = performance.now() + TTL_MS;
    }
    this.#goOnLater();
  }

  #lookedAt(): Map<string, Kept> {
    const since = performance.now() - LOOKED_AT_MS;
    return new Map([...this.#all].filter(([, { askedMs }]) => askedMs >= since));
  }

  /** Whoever asks after a round that failed begins another, and hears why. */
  #goOnLater(): void {
    if (this.#willGoOn) return;
    this.#willGoOn = true;
    setTimeout(() => {
      this.#willGoOn = false;
      if (this.#lookedAt().size === 0) return;
      this.#rounds.run("", async () => await this.#round()).catch(() => {});
    }, EVERY_MS).unref();
  }
}

interface Filling {
  readonly poolId: string;
  readonly kept: Kept;
  /** Up to where. */
  readonly position: bigint;
}

/** A new board gets all bets of its pool, page by page, so that other work goes between. */
async function fill(db: Queryable, { poolId, kept, position }: Filling): Promise<void> {
  let from = NO_BET;
  for (;;) {
    const rows = await readBetsOfPool(db, poolId, from, position, PAGE);
    await inTurns(rows, (row) => addBet(kept.board, row, 1));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    from = last.id;
  }
}

/** Adds what the chain has since, and takes out what was cancelled. */
async function bringUp(
  db: Queryable,
  boards: ReadonlyMap<string, Kept>,
  position: bigint,
): Promise<void> {
  const ids = [...boards.keys()];
  const all = [...boards.values()];
  let from = all.reduce((least, kept) => (kept.position < least ? kept.position : least), position);
  while (from < position) {
    const to = from + PAGE_OF_CHAIN < position ? from + PAGE_OF_CHAIN : position;
    const rows = await readBetsBetween(db, ids, from, to);
    await inTurns(rows, (row) => addNext(boards.get(row.pool_id), row));
    from = to;
  }
  for (const kept of all) if (kept.position < position) kept.position = position;
  await takeOutVoids(db, boards, position);
}

async function takeOutVoids(
  db: Queryable,
  boards: ReadonlyMap<string, Kept>,
  position: bigint,
): Promise<void> {
  const known = [...boards.values()].flatMap(({ voided }) => [...voided]);
  for (const row of await readVoids(db, [...boards.keys()], position, known)) {
    takeOut(boards.get(row.pool_id), row);
  }
}

async function inTurns<Row>(rows: readonly Row[], take: (row: Row) => void): Promise<void> {
  for (const [i, row] of rows.entries()) {
    if (i > 0 && i % ROWS_AT_ONCE === 0) await nextTurn();
    take(row);
  }
}

function addNext(kept: Kept | undefined, row: StakeRow): void {
  if (kept === undefined || row.position <= kept.position) return;
  addBet(kept.board, row, 1);
  kept.position = row.position;
}

function takeOut(kept: Kept | undefined, row: BetRow): void {
  if (kept === undefined || kept.voided.has(row.id)) return;
  kept.voided.add(row.id);
  addBet(kept.board, row, -1);
}

function addBet(board: Board, { bet_type, selections, unit }: StakeRow, times: number): void {
  const betType = bet_type as BetTypeIndex;
  const slots = fromWireSelections(betType, JSON.parse(selections) as WireSelections);
  board.add({ betType, slots, unitStakeCents: unit }, times);
}
