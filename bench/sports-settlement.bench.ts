import pg from "pg";
import type { AppContext } from "../apps/server/src/core/context.ts";
import { createContext } from "../apps/server/src/run/create-context.ts";
import { parsers } from "../apps/server/src/core/db/parsers.ts";
import { readSettings } from "../apps/server/src/core/settings/settings.ts";
import { runSportSettlement } from "../apps/server/src/sports/settlement/run-sport-settlement.ts";
import { freshDatabase } from "../apps/server/src/test/database.ts";
import { startTestServer } from "../apps/server/src/test/postgres.ts";
import { type Row, round } from "./lib/figures.ts";
import { usesWhile } from "./lib/processor.ts";
import { report } from "./lib/report.ts";

/**
 * Settles five-leg sport bets end to end: the results of all events one after the other, on a real
 * database with the whole ledger. CLUB_BENCH_BETS and CLUB_BENCH_PLAYERS say how many.
 */
export interface SportSizes {
  readonly bets: number;
  readonly players: number;
}

const SECRET = "be".repeat(32);
const EVENTS = 40;
const LEGS = 5;
const OPENING_CENTS = 10_000_000;

export async function run(sizes: SportSizes): Promise<Row[]> {
  const server = await startTestServer({});
  const database = await freshDatabase();
  const admin = new pg.Client({ connectionString: database.adminUrl, types: parsers });
  await admin.connect();
  const ctx = createContext({
    settings: readSettings({ CLUB_LOG_LEVEL: "error", CLUB_SECRET: SECRET }),
    databaseUrl: database.appUrl,
  });
  try {
    await fill(admin, sizes);
    return await measure(ctx, admin, sizes);
  } finally {
    await ctx.db.end();
    await admin.end();
    await database.drop();
    await server.stop();
  }
}

async function measure(
  ctx: AppContext,
  admin: pg.Client,
  { bets, players }: SportSizes,
): Promise<Row[]> {
  const { rows: events } = await admin.query<{ id: string }>(
    "SELECT id FROM sport_event ORDER BY id",
  );
  const started = performance.now();
  let longest = 0;
  const { uses } = await usesWhile(admin, async () => {
    for (const { id } of events) {
      const begun = performance.now();
      await admin.query("SELECT plan_sport_settlement($1, 1, false)", [id]);
      const isDone = await runSportSettlement(ctx, { eventId: id, version: 1 });
      if (!isDone) throw new Error("An event is not settled.");
      longest = Math.max(longest, performance.now() - begun);
    }
  });
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await admin.query<{ wrong: string; won: number }>(BOOKS);
  const [books] = rows;
  if (books === undefined || books.wrong !== "")
    throw new Error(`The books do not balance: ${books?.wrong}`);
  return [
    { name: "bets stored, players", value: `${bets} / ${players}`, unit: "" },
    { name: "legs of a bet, events", value: `${LEGS} / ${EVENTS}`, unit: "" },
    {
      name: "settled, from the first result to the last bet paid (goal 6)",
      value: round(seconds, 2),
      unit: "s",
    },
    { name: "rate", value: Math.round(bets / seconds), unit: "bets/s" },
    { name: "longest event", value: Math.round(longest), unit: "ms" },
    { name: "bets won", value: books.won, unit: "" },
    ...uses,
  ];
}

/** In SQL only, with none of our code. */
const BOOKS = `
  SELECT concat_ws(', ',
      CASE WHEN (SELECT sum(amount_cents) FROM posting) <> 0 THEN 'sum' END,
      CASE WHEN EXISTS (SELECT FROM sport_bet_view WHERE status = 'accepted') THEN 'open bets' END,
      CASE WHEN (SELECT sum(cost_cents - payout_cents - refund_cents) FROM sport_bet_view) <> (SELECT sum(p.amount_cents)
        FROM posting p JOIN account a ON a.id = p.account_id WHERE a.kind = 'sports_book') THEN 'sports book' END,
      CASE WHEN EXISTS (SELECT FROM wallet w JOIN posting l ON l.account_id = w.cash_account
        GROUP BY w.player_id, w.cash_cents HAVING sum(l.amount_cents) <> w.cash_cents) THEN 'wallets' END) AS wrong,
    (SELECT count(*)::integer FROM sport_bet_view WHERE status = 'won') AS won`;

/** Closed events with a result each, their bets and the ledger, written directly in SQL. */
async function fill(admin: pg.Client, { bets, players }: SportSizes): Promise<void> {
  for (const [sql, values] of [
    ["INSERT INTO club (name, currency, time_zone) VALUES ('Bench', 'AUD', 'UTC')", []],
    [PLAYERS, [players, OPENING_CENTS]],
    [EVENT_ROWS, [EVENTS]],
    [MARKETS, []],
    [OUTCOMES, []],
    [RESULTS, []],
    [LEGS_DRAWN, [bets, EVENTS]],
    [PICKS, []],
    [BETS, [players]],
    [LEG_ROWS, []],
    [OPENING, [OPENING_CENTS]],
    [ENTRIES, []],
    [STAKES, []],
    [DEBITS, []],
    ["VACUUM ANALYZE", []],
  ] as const) {
    await admin.query(sql, [...values]);
  }
}

const PLAYERS = `
  WITH p AS (
    INSERT INTO player (id, user_name, user_name_key, password_hash, invite_code)
    SELECT gen_random_uuid(), 'p' || n, 'p' || n, '-', 'i' || n FROM generate_series(1, $1) n RETURNING id
  ), a AS (
    INSERT INTO account (kind, player_id)
    SELECT k, p.id FROM p CROSS JOIN unnest(ARRAY['cash', 'held', 'bonus']) k RETURNING id, kind, player_id
  )
  INSERT INTO wallet (player_id, cash_account, held_account, bonus_account, cash_cents)
  SELECT player_id, min(id) FILTER (WHERE kind = 'cash'), min(id) FILTER (WHERE kind = 'held'),
    min(id) FILTER (WHERE kind = 'bonus'), $2 FROM a GROUP BY player_id`;
const EVENT_ROWS = `
  INSERT INTO sport_event (id, sport, competition, home, away, start_time, first_start, status, closed_at, source, max_liability_cents)
  SELECT uuidv7(), 'football', 'Bench', 'h' || n, 'a' || n, now(), now(), 'closed', now(), 'hand', 0 FROM generate_series(1, $1) n`;
const MARKETS = `
  INSERT INTO sport_market (id, event_id, ord, type, status, max_liability_cents)
  SELECT uuidv7(), id, 0, '1x2', 'closed', 0 FROM sport_event`;
const OUTCOMES = `
  INSERT INTO sport_outcome (id, market_id, event_id, ord, key, odds_milli)
  SELECT uuidv7(), m.id, m.event_id, k.n, k.key, k.odds FROM sport_market m
  CROSS JOIN (VALUES (0, 'home', 1850), (1, 'draw', 3600), (2, 'away', 4400)) k (n, key, odds)`;
/** Home wins, except that one event in ten is void. */
const RESULTS = `
  INSERT INTO sport_result (event_id, version, kind, outcomes)
  SELECT o.event_id, 1, 'markets', jsonb_object_agg(o.id, jsonb_build_object('status',
    CASE WHEN v.n % 10 = 0 THEN 'void' WHEN o.key = 'home' THEN 'won' ELSE 'lost' END))
  FROM sport_outcome o JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM sport_event) v ON v.id = o.event_id
  GROUP BY o.event_id`;
/** Five different events per bet: a random start and a random stride coprime with their number. */
const LEGS_DRAWN = `
  CREATE TABLE drawn AS
  SELECT b.n, l.leg, (b.first + l.leg * b.stride) % $2::integer AS event, CASE WHEN random() < 0.6 THEN 0 ELSE (random() * 2)::integer END AS pick
  FROM (SELECT n, (random() * 1000)::integer AS first, (ARRAY[1, 3, 7, 9, 11, 13])[1 + (random() * 5)::integer] AS stride
    FROM generate_series(1, $1) n) b
  CROSS JOIN generate_series(0, 4) l (leg)`;
const PICKS = `
  CREATE TABLE picks AS
  SELECT v.n - 1 AS event, o.ord::integer AS pick, o.id, o.event_id, o.market_id, o.odds_milli
  FROM sport_outcome o JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM sport_event) v ON v.id = o.event_id`;
const BETS = `
  INSERT INTO sport_bet (id, player_id, idem_key, fingerprint, kind, price_policy, lines, unit_stake_cents, cost_cents,
    max_payout_cents, accepted_at, nonce, receipt_hash)
  SELECT uuidv7(), w.player_id, b.n::text, sha256(b.n::text::bytea), 'multiple', 'better', 1, 100, 100, 1000000, now(),
    decode(md5(b.n::text), 'hex'), sha256(b.n::text::bytea)
  FROM (SELECT DISTINCT n FROM drawn) b
  JOIN (SELECT player_id, row_number() OVER (ORDER BY player_id) AS n FROM wallet) w ON w.n = 1 + b.n % $1::integer
  ORDER BY b.n`;
const LEG_ROWS = `
  INSERT INTO sport_leg (bet_id, leg, player_id, event_id, market_id, outcome_id, odds_milli, seen_odds_milli, market_version)
  SELECT b.id, d.leg, b.player_id, o.event_id, o.market_id, o.id, o.odds_milli, o.odds_milli, 1
  FROM sport_bet b JOIN drawn d ON d.n = b.idem_key::integer JOIN picks o ON o.event = d.event AND o.pick = d.pick`;
const ENTRIES = `
  INSERT INTO entry (id, kind, cause, at, reference, digest)
  SELECT id, 'sport_bet', 'sport_bet:' || id, accepted_at, id::text, receipt_hash FROM sport_bet ORDER BY sport_bet.id`;
const DEBITS = `
  UPDATE wallet w SET cash_cents = w.cash_cents - d.total
  FROM (SELECT player_id, sum(cost_cents) AS total FROM sport_bet GROUP BY player_id) d WHERE d.player_id = w.player_id`;
const OPENING = `
  WITH e AS (
    INSERT INTO entry (id, kind, cause, at, reference)
    SELECT uuidv7(), 'adjustment', 'opening:' || player_id, now(), player_id::text FROM wallet RETURNING id, reference
  )
  INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
  SELECT e.id, l.line, l.account, l.amount, l.balance FROM e JOIN wallet w ON w.player_id = e.reference::uuid
  CROSS JOIN LATERAL (VALUES (1::smallint, w.cash_account, $1::bigint, $1::bigint),
    (2::smallint, (SELECT id FROM account WHERE kind = 'adjustments'), -$1::bigint, NULL)) l (line, account, amount, balance)`;
const STAKES = `
  INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
  SELECT b.id, l.line, l.account, l.amount, l.balance
  FROM (SELECT x.*, w.cash_account, w.cash_cents - sum(cost_cents) OVER (PARTITION BY w.player_id ORDER BY x.id) AS balance
    FROM sport_bet x JOIN wallet w USING (player_id)) b
  CROSS JOIN LATERAL (VALUES (1::smallint, b.cash_account, -b.cost_cents, b.balance),
    (2::smallint, (SELECT id FROM account WHERE kind = 'sports_book'), b.cost_cents, NULL)) l (line, account, amount, balance)
  ORDER BY b.id, l.line`;

if (import.meta.main) {
  const bets = Number(process.env["CLUB_BENCH_BETS"] ?? 100_000);
  const players = Number(process.env["CLUB_BENCH_PLAYERS"] ?? 10_000);
  const rows = await run({ bets, players });
  report(import.meta.filename, {
    name: `settlement of ${bets} five-leg sport bets, ${players} players`,
    rows,
  });
}
