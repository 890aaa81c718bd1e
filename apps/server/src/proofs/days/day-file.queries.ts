import type { DayBet, PoolBooks } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { manyValues, theRow } from "../../core/db/statements.ts";
import { poolBooks } from "../../money/ledger/pool-books.ts";

/** A venue day's races that were opened or are past betting, by start. Served by meeting_date. */
export const listRacesOfDay = manyValues<string, [day: string]>(`
  SELECT r.id FROM meeting m JOIN race r ON r.meeting_id = m.id
  WHERE m.date = $1 AND r.status NOT IN ('draft', 'open') ORDER BY r.start_time, r.number, r.id`);

/** The other days of the log on which some races or events were signed. Served by signed_root_subject. */
export const listOtherLogDays = manyValues<string, [ids: readonly string[], day: string]>(`
  SELECT DISTINCT day::text AS day FROM signed_root WHERE subject_id = ANY ($1) AND day <> $2::date ORDER BY 1`);

export interface DayBetRow {
  readonly id: string;
  readonly leaf: DayBet["leaf"];
  readonly payout_cents: bigint;
  readonly refund_cents: bigint;
  readonly is_void: boolean;
}

/**
 * The next bets of a race by id, each as its leaf with what was credited to it. Served by
 * bet_pool_id of each of the race's pools and by bet_credit's key.
 */
export async function readDayBets(
  db: Queryable,
  raceId: string,
  page: { after: string; limit: number },
): Promise<DayBetRow[]> {
  const { rows } = await db.query<DayBetRow>(dayBets("p.race_id = $1"), [
    raceId,
    page.after,
    page.limit,
  ]);
  return rows;
}

/**
 * The next bets, by id, of doubles that end in one of these races but start in none of them. Served
 * by pool_leg2 and bet_pool_id.
 */
export async function readBetsFromElsewhere(
  db: Queryable,
  raceIds: readonly string[],
  page: { after: string; limit: number },
): Promise<DayBetRow[]> {
  const where = "p.race_id2 = ANY ($1) AND p.race_id <> ALL ($1)";
  const { rows } = await db.query<DayBetRow>(dayBets(where), [raceIds, page.after, page.limit]);
  return rows;
}

function dayBets(ofPools: string): string {
  return `SELECT b.id, leaf_of_bet(b.id, b.nonce, b.race_id, b.race_id2, b.bet_type, b.selections, b.unit_stake_cents,
       b.unit_stake2_cents, b.cost_cents, b.accepted_at, b.pool_id)::json AS leaf, c.payout_cents, c.refund_cents, c.is_void
     FROM (SELECT x.* FROM pool p CROSS JOIN LATERAL
         (SELECT * FROM bet WHERE pool_id = p.id AND id > $2 ORDER BY id LIMIT $3) x
       WHERE ${ofPools} ORDER BY x.id LIMIT $3) b
     CROSS JOIN LATERAL (SELECT
         coalesce(sum(amount_cents) FILTER (WHERE kind = 'payout'), 0)::bigint AS payout_cents,
         coalesce(sum(amount_cents) FILTER (WHERE kind <> 'payout'), 0)::bigint AS refund_cents,
         coalesce(sum(amount_cents) FILTER (WHERE kind = 'void'), 0) > 0 AS is_void
       FROM bet_credit WHERE bet_id = b.id) c
     ORDER BY b.id`;
}

type BooksRow = Record<
  Exclude<keyof PoolBooks, "race_id" | "race_id2" | "multi_pool_id" | "pool">,
  bigint
> & {
  readonly race_id: string;
  readonly race_id2: string | null;
  readonly multi_pool_id: string | null;
  readonly pool: PoolBooks["pool"];
};

const POOL_BOOKS = poolBooks("$1");

/**
 * What the ledger alone says of some races' pools, doubles under their second leg: the postings on
 * each pool's account, and those of the entries that closed it, less what a correction reversed (a
 * jackpot used meanwhile comes from adjustments). Served by posting_account_id.
 */
export async function readPoolBooks(
  db: Queryable,
  raceIds: readonly string[],
): Promise<PoolBooks[]> {
  const { rows } = await db.query<BooksRow>(POOL_BOOKS, [raceIds]);
  return rows.map(({ race_id, race_id2, multi_pool_id, pool, ...amounts }) => ({
    race_id,
    ...(race_id2 === null ? {} : { race_id2 }),
    ...(multi_pool_id === null ? {} : { multi_pool_id }),
    pool,
    ...(Object.fromEntries(
      Object.entries(amounts).map(([key, cents]) => [key, Number(cents)]),
    ) as Omit<PoolBooks, "race_id" | "race_id2" | "multi_pool_id" | "pool">),
  }));
}

/** The club, and the time by its clock. */
export const readClubFace = theRow<{ name: string; currency: string; now: Date }>(
  "SELECT name, currency, club_now_ms() AS now FROM club",
);
