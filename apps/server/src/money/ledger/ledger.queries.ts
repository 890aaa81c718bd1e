import type { ENTRY_SORTS } from "@club/contract";
import type { Account, AccountKind } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import { manyRows, oneRow, theRow } from "../../core/db/statements.ts";

export interface BalanceRow {
  kind: AccountKind;
  pool: string | null;
  accounts: number;
  balance_cents: bigint;
}

/**
 * Sums of all postings per kind of account and per jackpot, 0 without any: the folded and the
 * newer.
 */
export const sumByKind = manyRows<BalanceRow>(
  `SELECT a.kind, a.pool_code AS pool, count(p.account_id)::integer AS accounts,
       coalesce(sum(p.amount_cents), 0)::bigint AS balance_cents
     FROM account a
     LEFT JOIN (
       SELECT account_id, sum(amount_cents) AS amount_cents FROM (
         SELECT account_id, amount_cents FROM account_fold
         UNION ALL
         SELECT n.account_id, n.amount_cents FROM books_fold f CROSS JOIN LATERAL (
           SELECT account_id, sum(amount_cents) AS amount_cents FROM posting WHERE id > f.until_id GROUP BY account_id) n
       ) x GROUP BY account_id
     ) p ON p.account_id = a.id
     GROUP BY a.kind, a.pool_code
     ORDER BY min(array_position(ARRAY['bank_clearing', 'cash', 'held', 'bonus', 'escrow', 'jackpot', 'takeout',
       'breakage', 'house_topup', 'book_result', 'sports_book', 'shop_sales', 'adjustments', 'chargebacks',
       'payment_fees'], a.kind)), a.pool_code`,
);

/**
 * Entries and postings at one moment: the gapless chain, and the inbox for what is not chained yet.
 */
export const countLedger = theRow<{ now: Date; entries: bigint; postings: bigint }>(
  `SELECT club_now_ms() AS now,
       (SELECT coalesce(max(position), 0) FROM chain) + (
         SELECT count(DISTINCT e.id) FROM event_inbox i CROSS JOIN LATERAL unnest(i.entry_ids) AS e (id)
         WHERE NOT EXISTS (SELECT FROM chain c WHERE c.entry_id = e.id)) AS entries,
       (SELECT coalesce(sum(postings), 0) FROM account_fold)::bigint + (
         SELECT count(*) FROM books_fold f JOIN posting p ON p.id > f.until_id) AS postings`,
);

/** The number of an account, or null. Served by the unique indexes of account. */
export async function findAccount(db: Queryable, account: Account): Promise<bigint | null> {
  const { rows } = await db.query<{ id: bigint }>(
    `SELECT id FROM account WHERE kind = $1 AND player_id IS NOT DISTINCT FROM $2
       AND pool_id IS NOT DISTINCT FROM $3 AND pool_code IS NOT DISTINCT FROM $4`,
    [
      account.kind,
      "playerId" in account ? account.playerId : null,
      "poolId" in account ? account.poolId : null,
      "pool" in account ? account.pool : null,
    ],
  );
  return rows[0]?.id ?? null;
}

export interface EntryRow {
  entry_id: string;
  kind: string;
  cause: string;
  at: Date;
  reference: string | null;
  position: bigint | null;
  hash: Buffer | null;
  /** Its place in a list: of one account a posting's id, of all entries a chain position. */
  id: bigint;
}

const ENTRY = `e.id AS entry_id, e.kind, e.cause, e.at, e.reference, c.position, c.hash`;
const BY_ID = `
  SELECT ${ENTRY}, 0::bigint AS id FROM entry e LEFT JOIN chain c ON c.entry_id = e.id WHERE e.id = $1`;

const IN_TIME = { idType: "bigint", keys: { at: "id" }, standard: "-at" } as const;
type EntrySort = (typeof ENTRY_SORTS)[number];

/** An account's entries, one line each. Served by posting_account_id. */
export const listEntriesOf = sortedRows<EntryRow, { accountId: bigint }, EntrySort>(
  { id: "p.id", ...IN_TIME },
  ["accountId"],
  ({ after, order }) => `SELECT ${ENTRY}, p.id
    FROM posting p JOIN entry e ON e.id = p.entry_id LEFT JOIN chain c ON c.entry_id = e.id
    WHERE p.account_id = $1 AND ${after} ${order}`,
);

/** All chained entries, in chain order. */
export const listAllEntries = sortedRows<EntryRow, object, EntrySort>(
  { id: "c.position", ...IN_TIME },
  [],
  ({ after, order }) => `SELECT ${ENTRY}, c.position AS id
    FROM chain c JOIN entry e ON e.id = c.entry_id WHERE ${after} ${order}`,
);

export const readEntry = oneRow<EntryRow, [entryId: string]>(BY_ID);

export interface EntryLineRow {
  entry_id: string;
  line: number;
  kind: AccountKind;
  player_id: string | null;
  pool_id: string | null;
  pool_code: string | null;
  label: string | null;
  amount_cents: bigint;
  balance_cents: bigint | null;
}

/** The lines of some entries, in order. Served by the primary key of posting. */
export const readEntryLines = manyRows<EntryLineRow, [entryIds: readonly string[]]>(
  `SELECT p.entry_id, p.line, a.kind, a.player_id, a.pool_id, a.pool_code, p.amount_cents, p.balance_cents,
       coalesce(u.user_name, q.code || ' ' || m.name || ' R' || r.number) AS label
     FROM posting p JOIN account a ON a.id = p.account_id
     LEFT JOIN player u ON u.id = a.player_id
     LEFT JOIN pool q ON q.id = a.pool_id
     LEFT JOIN race r ON r.id = coalesce(q.race_id2, q.race_id)
     LEFT JOIN meeting m ON m.id = r.meeting_id
     WHERE p.entry_id = ANY ($1) ORDER BY p.entry_id, p.line`,
);
