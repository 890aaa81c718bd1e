import pg from "pg";
import { openRaces } from "../../apps/server/src/test/card-desk.ts";
import type { TestClub } from "../../apps/server/src/test/club.ts";

export interface ManyBets {
  readonly raceIds: readonly string[];
  readonly playerIds: readonly string[];
}

const PLAYERS = 1000;
const RACES = 10;
const RUNNERS = 12;
const OPENING_CENTS = 1_000_000_00;
const CHAIN_AT_ONCE = 20_000;

/**
 * Fills a club with players and WIN bets of 1.00 that are complete in every respect: receipts,
 * entries, postings, balances, pool totals and chain agree as if each bet had been placed.
 */
export async function fillWithBets(club: TestClub, bets: number): Promise<ManyBets> {
  const raceIds = await openRaces(club, { runners: Array.from({ length: RACES }, () => RUNNERS) });
  const db = new pg.Client({ connectionString: club.database.adminUrl });
  await db.connect();
  try {
    for (const [sql, values] of [
      [PEOPLE, [PLAYERS]],
      [WALLETS, []],
      [OPENING, [OPENING_CENTS]],
      [DRAFT, [bets, raceIds]],
      [BETS, []],
      [ENTRIES, []],
      [POSTINGS, [OPENING_CENTS]],
      [SPENT, []],
      [TOTALS, []],
    ] as const) {
      await db.query(sql, [...values]);
    }
    await chain(db);
    // As after some minutes of work, the books are folded up to here.
    await db.query(`UPDATE books_fold SET until_id = p.id, older_mark = p.id, mark = p.id, ledger_cents = p.ledger,
        players_cents = p.players
      FROM (SELECT max(id) AS id, sum(amount_cents) AS ledger,
        sum(amount_cents) FILTER (WHERE balance_cents IS NOT NULL) AS players FROM posting) p`);
    await db.query("VACUUM ANALYZE");
    const { rows } = await db.query<{ id: string }>(
      "SELECT id FROM player WHERE user_name LIKE 'many%' ORDER BY id",
    );
    return { raceIds, playerIds: rows.map(({ id }) => id) };
  } finally {
    await db.end();
  }
}

async function chain(db: pg.Client): Promise<void> {
  await db.query("DELETE FROM event_inbox");
  for (;;) {
    const { rowCount } = await db.query(
      `SELECT chain_append(w.ids) FROM (SELECT array_agg(id ORDER BY id) AS ids FROM (
         SELECT e.id FROM entry e WHERE NOT EXISTS (SELECT FROM chain c WHERE c.entry_id = e.id)
         ORDER BY e.id LIMIT $1) x) w WHERE w.ids IS NOT NULL`,
      [CHAIN_AT_ONCE],
    );
    if (rowCount === 0) return;
  }
}

const PEOPLE = `WITH people AS (
    INSERT INTO player (id, user_name, user_name_key, password_hash, invite_code, is_adult)
    SELECT uuidv7(), 'many' || i, 'many' || i, '-', 'many' || i, true FROM generate_series(1, $1::int) i
    RETURNING id
  ) INSERT INTO account (kind, player_id)
    SELECT kind, id FROM people, unnest(ARRAY['cash', 'held', 'bonus']) kind`;

const WALLETS = `INSERT INTO wallet (player_id, cash_account, held_account, bonus_account)
  SELECT player_id, max(id) FILTER (WHERE kind = 'cash'), max(id) FILTER (WHERE kind = 'held'),
    max(id) FILTER (WHERE kind = 'bonus')
  FROM account WHERE player_id IS NOT NULL AND player_id NOT IN (SELECT player_id FROM wallet) GROUP BY player_id`;

const OPENING = `SELECT post_entry(uuidv7(), 'adjustment', 'opening:' || w.player_id, 'opening',
    ARRAY[a.id, w.cash_account], ARRAY[-$1::bigint, $1::bigint])
  FROM player p JOIN wallet w ON w.player_id = p.id, account a
  WHERE a.kind = 'adjustments' AND p.user_name LIKE 'many%'`;

/** Rotates players, races and horses; `turn` is how many bets the player has placed by then. */
const DRAFT = `CREATE UNLOGGED TABLE many_bet AS
  SELECT d.*, sha256('\\x00'::bytea || convert_to(bet_leaf(d.id, d.nonce, d.race_id, NULL, 1::smallint, d.selections,
      100, NULL, 100, d.at), 'UTF8')) AS hash
  FROM (
    SELECT n, uuidv7() AS id, p.id AS player_id, w.cash_account, q.race_id, q.id AS pool_id, q.escrow_account,
      sha256(n::text::bytea) AS nonce, n / (SELECT count(*) FROM player WHERE user_name LIKE 'many%') + 1 AS turn,
      n % 12 + 1 AS horse, '{"horse":[' || (n % 12 + 1) || ']}' AS selections, club_now_ms() AS at
    FROM generate_series(0, $1::integer - 1) n
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS i FROM player WHERE user_name LIKE 'many%') p
      ON p.i = n % (SELECT count(*) FROM player WHERE user_name LIKE 'many%')
    JOIN wallet w ON w.player_id = p.id
    JOIN (SELECT q.*, row_number() OVER (ORDER BY race_id) - 1 AS i FROM pool q
      WHERE code = 'WIN' AND race_id = ANY ($2::uuid[])) q ON q.i = n / 7 % cardinality($2::uuid[])
    ORDER BY n
  ) d`;

const BETS = `INSERT INTO bet (id, player_id, idem_key, fingerprint, bet_type, race_id, pool_id, selections, combinations,
    unit_stake_cents, cost_cents, cost2_cents, exchange_rate, accepted_at, nonce, receipt_hash)
  SELECT id, player_id, 'many ' || n, sha256(('many ' || n)::bytea), 1, race_id, pool_id, selections, 1, 100, 100, 0, 1, at,
    nonce, hash FROM many_bet ORDER BY n`;

const ENTRIES = `INSERT INTO entry (id, kind, cause, at, reference, digest)
  SELECT id, 'bet', 'bet:' || id, at, id::text, hash FROM many_bet ORDER BY n`;

const POSTINGS = `INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
  SELECT m.id, l.line, l.account, l.amount, l.balance FROM many_bet m CROSS JOIN LATERAL (VALUES
    (1::smallint, m.cash_account, -100::bigint, $1::bigint - 100 * m.turn),
    (2::smallint, m.escrow_account, 100::bigint, NULL)) l (line, account, amount, balance)
  ORDER BY m.n, l.line`;

const SPENT = `UPDATE wallet w SET cash_cents = w.cash_cents - s.spent
  FROM (SELECT player_id, count(*) * 100 AS spent FROM many_bet GROUP BY player_id) s WHERE w.player_id = s.player_id`;

const TOTALS = `INSERT INTO pool_total (pool_id, number, stakes_cents, bets)
  SELECT pool_id, coalesce(horse, 0), count(*) * 100, count(*) FROM many_bet
  GROUP BY GROUPING SETS ((pool_id), (pool_id, horse))`;
