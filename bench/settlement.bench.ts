import { randomUUID } from "node:crypto";
import { RACE_POOL_CODES } from "@club/domain";
import pg from "pg";
import type { AppContext } from "../apps/server/src/core/context.ts";
import { createContext } from "../apps/server/src/run/create-context.ts";
import { parsers } from "../apps/server/src/core/db/parsers.ts";
import { openPools } from "../apps/server/src/racing/pools/open-pools.ts";
import { enterResult } from "../apps/server/src/racing/results/enter-result.ts";
import { readSettings } from "../apps/server/src/core/settings/settings.ts";
import { runSettlement } from "../apps/server/src/racing/settlement/run-settlement.ts";
import { settleRace } from "../apps/server/src/racing/settlement/settle-race.ts";
import { freshDatabase } from "../apps/server/src/test/database.ts";
import { startTestServer } from "../apps/server/src/test/postgres.ts";
import { type Row, round } from "./lib/figures.ts";
import { usesWhile } from "./lib/processor.ts";
import { report } from "./lib/report.ts";

/**
 * Settles one race of stored bets end to end: from the operator's `settle` to the last bet paid, on
 * a real database with the whole ledger. CLUB_BENCH_BETS and CLUB_BENCH_PLAYERS say how many.
 */
export interface SettlementSizes {
  readonly bets: number;
  readonly players: number;
}

const GOAL_S = 6;
const GOAL_TOLD_S = 8;
const SECRET = "be".repeat(32);
const RUNNERS = 14;
const OPENING_CENTS = 10_000_000;
const OPERATOR = { id: "00000000-0000-7000-8000-000000000001" };
const PLACINGS = [[4], [7, 9], [2], [1]];

export async function run(sizes: SettlementSizes = sizesFromEnv()): Promise<Row[]> {
  const server = await startTestServer({});
  const database = await freshDatabase();
  const admin = new pg.Client({ connectionString: database.adminUrl, types: parsers });
  await admin.connect();
  const ctx = createContext({
    settings: readSettings({ CLUB_LOG_LEVEL: "error", CLUB_SECRET: SECRET }),
    databaseUrl: database.appUrl,
  });
  try {
    const raceId = await fill(admin, sizes);
    return await measure(ctx, admin, { raceId, ...sizes });
  } finally {
    await ctx.db.end();
    await admin.end();
    await database.drop();
    await server.stop();
  }
}

function sizesFromEnv(): SettlementSizes {
  return {
    bets: Number(process.env["CLUB_BENCH_BETS"] ?? 1_000_000),
    players: Number(process.env["CLUB_BENCH_PLAYERS"] ?? 50_000),
  };
}

async function measure(
  ctx: AppContext,
  admin: pg.Client,
  { raceId, bets, players }: SettlementSizes & { raceId: string },
): Promise<Row[]> {
  const memory = watchMemory();
  const dryStarted = performance.now();
  const entered = await enterResult(ctx, {
    raceId,
    form: { stage: "final", placings: PLACINGS, declared: null },
    operator: OPERATOR,
  });
  const dryS = (performance.now() - dryStarted) / 1000;
  const version = entered.result.version;
  const started = performance.now();
  const { value, uses } = await usesWhile(admin, async () => {
    const settling = { raceId, version, operator: OPERATOR, waitMs: 600_000 };
    const settled = await settleRace(ctx, settling);
    const seconds = (performance.now() - started) / 1000;
    await runSettlement(ctx, { raceId, version }).announced;
    return { settled, seconds, announcedS: (performance.now() - started) / 1000 };
  });
  const { settled, seconds, announcedS } = value;
  if (settled.status !== "settled") throw new Error("The race is not settled.");
  if (JSON.stringify(settled.numbers) !== JSON.stringify(entered.numbers)) {
    throw new Error("What was done is not what the dry run said.");
  }
  const again = await settleRace(ctx, { raceId, version, operator: OPERATOR });
  if (JSON.stringify(again) !== JSON.stringify(settled))
    throw new Error("A repeat says otherwise.");
  const books = await readBooks(admin, raceId);
  if (books.wrong !== "") throw new Error(`The books do not balance: ${books.wrong}`);
  return [
    { name: "bets stored, players", value: `${bets} / ${players}`, unit: "" },
    { name: "dry run (result entered)", value: round(dryS, 2), unit: "s" },
    { name: `settle, to the last bet paid (goal ${GOAL_S})`, value: round(seconds, 2), unit: "s" },
    { name: "rate", value: Math.round(bets / seconds), unit: "bets/s" },
    {
      name: `with every player told (goal ${GOAL_TOLD_S})`,
      value: round(announcedS, 2),
      unit: "s",
    },
    { name: "payouts written", value: books.payouts, unit: "" },
    { name: "chunks", value: books.chunks, unit: "" },
    { name: "longest chunk", value: books.longestMs, unit: "ms between two" },
    { name: "resident memory, most", value: memory.stop(), unit: "MB" },
    ...uses,
  ];
}

/** Sums zero, escrow zero, wallets equal their postings: in SQL only, with none of our code. */
async function readBooks(admin: pg.Client, raceId: string) {
  const { rows } = await admin.query<{
    wrong: string;
    payouts: number;
    chunks: number;
    longest_ms: number;
  }>(
    `SELECT concat_ws(', ',
        CASE WHEN (SELECT sum(amount_cents) FROM posting) <> 0 THEN 'sum' END,
        CASE WHEN EXISTS (SELECT FROM pool p JOIN posting l ON l.account_id = p.escrow_account
          WHERE p.race_id = $1 GROUP BY p.id HAVING sum(l.amount_cents) <> 0) THEN 'escrow' END,
        CASE WHEN EXISTS (SELECT FROM wallet w JOIN posting l ON l.account_id = w.cash_account
          GROUP BY w.player_id, w.cash_cents HAVING sum(l.amount_cents) <> w.cash_cents) THEN 'wallets' END) AS wrong,
      (SELECT count(*)::integer FROM bet_credit) AS payouts,
      (SELECT sum(chunks)::integer FROM settlement) AS chunks,
      (SELECT round(extract(epoch FROM max(gap)) * 1000)::integer FROM (
        SELECT at - lag(at) OVER (ORDER BY at) AS gap
        FROM (SELECT DISTINCT at FROM bet_credit) a) g) AS longest_ms`,
    [raceId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("No books.");
  return { ...row, longestMs: row.longest_ms };
}

function watchMemory(): { stop: () => number } {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.round(most / 1024 / 1024);
    },
  };
}

/** A closed race with its bets and their ledger, written directly in SQL. Returns its id. */
async function fill(admin: pg.Client, { bets, players }: SettlementSizes): Promise<string> {
  const raceId = randomUUID();
  await admin.query("INSERT INTO club (name, currency, time_zone) VALUES ('Bench', 'AUD', 'UTC')");
  await admin.query(
    `INSERT INTO meeting (id, country, code, date, name, timezone, currency, event_type, rule_set, dividends)
     VALUES ($1, 'ZZ', 'BB', '2026-01-01', 'Bench', 'UTC', 'AUD', 'Races', 'AU_STD', 'club')`,
    [raceId],
  );
  await admin.query(
    `INSERT INTO race (id, meeting_id, number, name, start_time, status, runner_mask, opened_at, offered)
     VALUES ($1, $1, 1, 'Bench', now() + interval '1 hour', 'open', $2, now(), $3)`,
    [raceId, String((1 << (RUNNERS + 1)) - 2), RACE_POOL_CODES],
  );
  await openPools(admin as never, raceId);
  await admin.query(PLAYERS, [players, OPENING_CENTS]);
  await fillSelections(admin);
  await admin.query(BETS, [bets, players, raceId]);
  for (const sql of LEDGER) await admin.query(sql, sql.includes("$1") ? [OPENING_CENTS] : []);
  await admin.query("VACUUM ANALYZE");
  await admin.query("SELECT close_race($1)", [raceId]);
  return raceId;
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

/** Selections to draw from, each type as often as on a course. */
async function fillSelections(admin: pg.Client): Promise<void> {
  const rows: { type: number; pool: string; text: string; combinations: number }[] = [];
  const add = (times: number, type: number, pool: string, make: () => [string, number]): void => {
    for (let i = 0; i < times; i += 1) {
      const [text, combinations] = make();
      rows.push({ type, pool, text, combinations });
    }
  };
  const list = (numbers: number[]): string => `[${numbers.toSorted((a, b) => a - b).join(",")}]`;
  const box = (): number[] => some(3 + Math.floor(Math.random() * 4));
  add(3500, 1, "WIN", () => [`{"horse":${list(some(1))}}`, 1]);
  add(2000, 2, "PLACE", () => [`{"horse":${list(some(1))}}`, 1]);
  add(1000, 9, "WIN", () => [`{"horse":${list(some(1))}}`, 2]);
  add(1000, 4, "QUINELLA", () => {
    const horses = box();
    return [`{"horse":${list(horses)}}`, (horses.length * (horses.length - 1)) / 2];
  });
  add(1500, 7, "TRIFECTA", () => {
    const horses = box();
    const n = horses.length;
    return [`{"horse":${list(horses)}}`, n * (n - 1) * (n - 2)];
  });
  add(1000, 15, "FIRST4", () => {
    const [first = 1, ...others] = some(5);
    return [`{"horse1st":[${first}],"horse":${list(others)}}`, 24];
  });
  await admin.query(
    "CREATE TABLE pick (n integer PRIMARY KEY, type smallint, pool text, selections text, combinations integer)",
  );
  await admin.query(
    `INSERT INTO pick SELECT ord - 1, type, pool, selections, combinations
     FROM unnest($1::smallint[], $2::text[], $3::text[], $4::integer[])
       WITH ORDINALITY AS p (type, pool, selections, combinations, ord)`,
    [
      rows.map((row) => row.type),
      rows.map((row) => row.pool),
      rows.map((row) => row.text),
      rows.map((row) => row.combinations),
    ],
  );
}

function some(count: number): number[] {
  const all = Array.from({ length: RUNNERS }, (_, i) => i + 1);
  return Array.from(
    { length: count },
    () => all.splice(Math.floor(Math.random() * all.length), 1)[0]!,
  );
}

const BETS = `
  INSERT INTO bet (id, player_id, fingerprint, bet_type, race_id, pool_id, pool_id2, selections, combinations,
    unit_stake_cents, unit_stake2_cents, cost_cents, cost2_cents, exchange_rate, accepted_at, nonce, receipt_hash)
  SELECT uuidv7(), w.player_id, sha256(d.n::text::bytea), k.type, $3::uuid, p.id, CASE WHEN k.type = 9 THEN q.id END,
    k.selections, k.combinations, d.unit, CASE WHEN k.type = 9 THEN d.unit END, k.combinations * d.unit,
    CASE WHEN k.type = 9 THEN d.unit ELSE 0 END, 1, now(), decode(md5(d.n::text), 'hex'), sha256(d.n::text::bytea)
  FROM (SELECT n, (random() * 9999)::integer AS pick, 1 + (random() * ($2::integer - 1))::integer AS player,
      (ARRAY[50, 100, 100, 100, 200, 500, 77, 1000])[1 + (random() * 7)::integer]::bigint AS unit
    FROM generate_series(1, $1::integer) n) d
  JOIN pick k ON k.n = d.pick
  JOIN (SELECT player_id, row_number() OVER () AS n FROM wallet) w ON w.n = d.player
  JOIN pool p ON p.race_id = $3::uuid AND p.code = k.pool
  JOIN pool q ON q.race_id = $3::uuid AND q.code = 'PLACE'
  ORDER BY d.n`;

/**
 * The postings of opening balances and of every bet, with running balances; wallets and totals
 * follow.
 */
const LEDGER = [
  `WITH e AS (
     INSERT INTO entry (id, kind, cause, at, reference)
     SELECT gen_random_uuid(), 'adjustment', 'opening:' || player_id, now(), player_id::text FROM wallet
     RETURNING id, reference
   )
   INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
   SELECT e.id, l.line, l.account, l.amount, l.balance
   FROM e JOIN wallet w ON w.player_id = e.reference::uuid
   CROSS JOIN LATERAL (VALUES (1::smallint, w.cash_account, $1::bigint, $1::bigint),
     (2::smallint, (SELECT id FROM account WHERE kind = 'adjustments'), -$1::bigint, NULL))
     l (line, account, amount, balance)`,
  `INSERT INTO entry (id, kind, cause, at, reference, digest)
   SELECT id, 'bet', 'bet:' || id, accepted_at, id::text, receipt_hash FROM bet ORDER BY bet.id`,
  `INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
   SELECT b.id, l.line, l.account, l.amount, l.balance
   FROM (SELECT bet.*, w.cash_account,
       w.cash_cents - sum(cost_cents) OVER (PARTITION BY w.player_id ORDER BY bet.id) AS balance
     FROM bet JOIN wallet w USING (player_id)) b
   JOIN pool p ON p.id = b.pool_id LEFT JOIN pool q ON q.id = b.pool_id2
   CROSS JOIN LATERAL (VALUES (1::smallint, b.cash_account, -b.cost_cents, b.balance),
     (2::smallint, p.escrow_account, b.cost_cents - b.cost2_cents, NULL),
     (3::smallint, q.escrow_account, b.cost2_cents, NULL)) l (line, account, amount, balance)
   WHERE l.account IS NOT NULL ORDER BY b.id, l.line`,
  `UPDATE wallet w SET cash_cents = w.cash_cents - d.total
   FROM (SELECT player_id, sum(cost_cents) AS total FROM bet GROUP BY player_id) d WHERE d.player_id = w.player_id`,
];

if (import.meta.main) {
  const bets = Number(process.env["CLUB_BENCH_BETS"] ?? 1_000_000);
  const players = Number(process.env["CLUB_BENCH_PLAYERS"] ?? 50_000);
  const rows = await run({ bets, players });
  report(import.meta.filename, {
    name: `settlement of ${bets} stored bets, ${players} players`,
    rows,
  });
}
