import { type PoolCode, SECOND_POOL_CODES } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { manyValues } from "../../core/db/statements.ts";

export interface BetPage {
  readonly poolId: string;
  readonly code: PoolCode;
  /** The last bet already read. */
  readonly after: string;
  readonly limit: number;
  /** Bets that an operator cancelled: they are no longer in any pool. */
  readonly voided: readonly string[];
}

/** Bets of a page that are equal in the pool. */
export interface BetCount {
  readonly bet_type: number | null;
  readonly selections: string;
  readonly unit: bigint;
  readonly times: number;
  /** Set only in the last row, which counts no bet: the page's last id, null for an empty page. */
  readonly last: string | null;
}

export interface BetRow {
  readonly id: string;
  readonly bet_type: number;
  readonly selections: string;
  readonly unit: bigint;
}

/**
 * One page of a pool's bets by id, served by bet_pool_id. A pool that also holds bets of another
 * pool, as PLACE holds Each Ways, reads those by their second unit, served by bet_pool2_id. Takes
 * no lock: the bets of a closed race never change.
 */
const PAGE = `
  SELECT id, bet_type, selections, unit_stake_cents AS unit FROM bet
  WHERE pool_id = $1 AND id > $2 AND id <> ALL ($4::uuid[]) ORDER BY id LIMIT $3`;
const SECOND_PAGE = `
  SELECT * FROM (
    (SELECT id, bet_type, selections, unit_stake_cents AS unit FROM bet
      WHERE pool_id = $1 AND id > $2 AND id <> ALL ($4::uuid[]) ORDER BY id LIMIT $3)
    UNION ALL
    (SELECT id, bet_type, selections, coalesce(unit_stake2_cents, unit_stake_cents) AS unit FROM bet
      WHERE pool_id2 = $1 AND id > $2 AND id <> ALL ($4::uuid[]) ORDER BY id LIMIT $3)
  ) AS parts ORDER BY id LIMIT $3`;
/** Groups equal bets of a page, for fewer rows on the wire. The last row has the last id. */
const COUNTED = `
  SELECT bet_type, selections, unit, count(*)::integer AS times, NULL::uuid AS last
    FROM page GROUP BY bet_type, selections, unit
  UNION ALL SELECT NULL, '', 0, 0, (SELECT id FROM page ORDER BY id DESC LIMIT 1)`;

const TEXTS = {
  page: PAGE,
  secondPage: SECOND_PAGE,
  count: `WITH page AS MATERIALIZED (${PAGE}) ${COUNTED}`,
  secondCount: `WITH page AS MATERIALIZED (${SECOND_PAGE}) ${COUNTED}`,
} as const;

/** Whether bets of another pool are in it too. */
const isSecond = ({ code }: BetPage): boolean => SECOND_POOL_CODES.includes(code);

export async function readBetPage(db: Queryable, page: BetPage): Promise<BetRow[]> {
  const { rows } = await run<BetRow>(db, page, isSecond(page) ? "secondPage" : "page");
  return rows;
}

export async function countBetPage(
  db: Queryable,
  page: BetPage,
): Promise<{ counts: BetCount[]; last: string | null }> {
  const { rows } = await run<BetCount>(db, page, isSecond(page) ? "secondCount" : "count");
  const last = rows.pop()?.last ?? null;
  return { counts: rows, last };
}

async function run<Row extends object>(
  db: Queryable,
  page: BetPage,
  text: keyof typeof TEXTS,
): Promise<{ rows: Row[] }> {
  return await db.query<Row>({
    name: `settlement-${text}`,
    text: TEXTS[text],
    values: [page.poolId, page.after, page.limit, page.voided],
  });
}

/** Bets of the pool that an operator cancelled. Served by the primary key. */
export const readVoidedBets = manyValues<string, [poolId: string]>(
  "SELECT bet_id FROM pool_void WHERE pool_id = $1 AND number = 0",
);
