import { fromWireSelections, type WireSelections } from "@club/contract";
import {
  type BetTypeIndex,
  Board,
  type BoardPoolCode,
  type BoardRules,
  type PoolMoney,
  Refusal,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows, theRow } from "../../core/db/statements.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";
import type { RaceFacts } from "../races/race-facts.ts";

/** A board as this process knows it, at most half a second behind the chain. */
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
}

const TTL_MS = 500;
/** Places of all boards that a process keeps, some 12 bytes each: the oldest go first. */
const MOST_PLACES = 8_000_000;
/** A board that nobody asked for so long is made anew instead. */
const MOST_BEHIND = 50_000n;
const PAGE = 2000;
const NO_BET = "00000000-0000-0000-0000-000000000000";

const keptOf = perServer(() => new Map<string, Kept>());
const freshOf = perServer(() => new TtlCache<LoadedBoard>(TTL_MS));

/**
 * The board of a race's pool. It is made of the stored bets when somebody first asks for it, and
 * then takes what the chain has since: its positions are given in order of commit, so every process
 * comes to the same sums, whenever it began. Source: docs/rules/boards.md, "The sums".
 *
 * @throws pool.not_offered
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
  const { poolId } = pool;
  return await freshOf(ctx).get(poolId, async () => {
    const db = ctx.db.browsing;
    const { at, position, jackpot_cents, is_gone } = await readPoolNow(db, poolId);
    const of = { rules: race.rules, jackpotInCents: jackpot_cents };
    if (is_gone) return { board: new Board(code, race.runners), of, at };
    const all = keptOf(ctx);
    const kept = usable(all.get(poolId), race, position) ?? newBoard(code, race);
    // Until it has caught up it is nobody's: a failure on the way leaves none behind.
    all.delete(poolId);
    for (const runner of race.scratched) kept.board.scratch(runner);
    await catchUp(db, { poolId, kept, position });
    keep(all, poolId, kept);
    return { board: kept.board, of, at };
  });
}

function newBoard(code: BoardPoolCode, { runners }: RaceFacts): Kept {
  return { board: new Board(code, runners), voided: new Set(), position: -1n };
}

/** The board that is kept, if its field is still that of the race and it is not far behind. */
function usable(kept: Kept | undefined, race: RaceFacts, position: bigint): Kept | undefined {
  if (kept === undefined || position - kept.position > MOST_BEHIND) return undefined;
  return kept.board.isOf(race) ? kept : undefined;
}

function keep(all: Map<string, Kept>, poolId: string, kept: Kept): void {
  all.set(poolId, kept);
  let places = 0;
  for (const { board } of all.values()) places += board.size;
  for (const [id, { board }] of all) {
    if (places <= MOST_PLACES || id === poolId) return;
    all.delete(id);
    places -= board.size;
  }
}

interface CatchUp {
  readonly poolId: string;
  readonly kept: Kept;
  /** Up to where. */
  readonly position: bigint;
}

/** Page by page, so that other work goes between. */
async function catchUp(db: Queryable, { poolId, kept, position }: CatchUp): Promise<void> {
  const isNew = kept.position < 0n;
  let [bet, from] = [NO_BET, kept.position];
  for (;;) {
    const rows = isNew
      ? await readBetsOfPool(db, poolId, bet, position, PAGE)
      : await readBetsSince(db, poolId, from, position, PAGE);
    for (const row of rows) addBet(kept.board, row, 1);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    [bet, from] = [last.id, last.position];
  }
  kept.position = position;
  for (const row of await readVoids(db, poolId, position, [...kept.voided])) {
    kept.voided.add(row.id);
    addBet(kept.board, row, -1);
  }
}

function addBet(board: Board, { bet_type, selections, unit }: BetRow, times: number): void {
  const betType = bet_type as BetTypeIndex;
  const slots = fromWireSelections(betType, JSON.parse(selections) as WireSelections);
  board.add({ betType, slots, unitStakeCents: unit }, times);
}

/** SQL over `pool p`: the jackpot that it took, or the one that waits for it. */
export const POOL_JACKPOT = `CASE WHEN p.jackpot_in_cents IS NOT NULL THEN p.jackpot_in_cents
         WHEN p.race_id2 IS NULL AND p.dividends = 'club' AND p.race_id = (
           SELECT r.id FROM race r JOIN meeting m ON m.id = r.meeting_id
           WHERE r.status = 'open' AND m.dividends = 'club' AND p.code = ANY (r.offered) ORDER BY r.start_time, r.id LIMIT 1)
         THEN (SELECT coalesce(sum(t.amount_cents), 0) FROM account a JOIN posting t ON t.account_id = a.id
           WHERE a.kind = 'jackpot' AND a.pool_code = p.code)
         ELSE 0 END`;

/**
 * The moment, the last position of the chain, the pool's jackpot, and whether all of its money goes
 * back. By primary keys and refund_job's key; takes no lock.
 */
const readPoolNow = theRow<
  { at: Date; position: bigint; jackpot_cents: bigint; is_gone: boolean },
  [poolId: string]
>(`
  SELECT club_now_ms() AS at, (SELECT coalesce(max(position), 0) FROM chain)::bigint AS position,
    ${POOL_JACKPOT}::bigint AS jackpot_cents,
    EXISTS (SELECT FROM refund_job j WHERE j.pool_id = p.id AND j.number IS NULL) AS is_gone
  FROM pool p WHERE p.id = $1`);

/** What is in a pool now. By primary keys; takes no lock. */
export const readPoolMoney = theRow<PoolMoney, [poolId: string]>(`
  SELECT coalesce((SELECT l.gross_cents FROM pool_live l WHERE l.pool_id = p.id), 0)::bigint AS "grossCents",
    ${POOL_JACKPOT}::bigint AS "jackpotInCents"
  FROM pool p WHERE p.id = $1`);

interface BetRow {
  readonly id: string;
  readonly position: bigint;
  readonly bet_type: number;
  readonly selections: string;
  readonly unit: bigint;
}

const BET = "b.id, c.position, b.bet_type, b.selections, b.unit_stake_cents AS unit";

/** Served by bet_pool_id and the chain's entries; takes no lock. */
const readBetsOfPool = manyRows<
  BetRow,
  [poolId: string, after: string, upTo: bigint, limit: number]
>(`
  SELECT ${BET} FROM bet b JOIN chain c ON c.entry_id = b.id
  WHERE b.pool_id = $1 AND b.id > $2 AND c.position <= $3 ORDER BY b.id LIMIT $4`);

/** Served by the primary keys of chain and bet; takes no lock. */
const readBetsSince = manyRows<
  BetRow,
  [poolId: string, after: bigint, upTo: bigint, limit: number]
>(`
  SELECT ${BET} FROM chain c JOIN bet b ON b.id = c.entry_id AND b.pool_id = $1
  WHERE c.position > $2 AND c.position <= $3 ORDER BY c.position LIMIT $4`);

/** Cancelled bets that are on the board; there are few. Served by the primary key of pool_void. */
const readVoids = manyRows<BetRow, [poolId: string, upTo: bigint, known: readonly string[]]>(`
  SELECT ${BET} FROM pool_void v JOIN bet b ON b.id = v.bet_id JOIN chain c ON c.entry_id = b.id
  WHERE v.pool_id = $1 AND v.number = 0 AND c.position <= $2 AND NOT v.bet_id = ANY ($3::uuid[])`);
