import { fromWireSelections, type WireSelections } from "@club/contract";
import {
  type BetTypeIndex,
  BOARD_POOL_CODES,
  type BoardPoolCode,
  combinationsOf,
  writeCombination,
} from "@club/domain";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";
import { readBetsBetween } from "./boards.queries.ts";

const env = { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "0" };
let club: TestClub;
let other: TestClub;
let player: TestPlayer;
let race: TestRace;
let quiet: TestRace;
let key = 0;

const FORMS = [
  { bet_type: 3, horse: [1, 2, 3], horse2: [2, 3, 4] },
  { bet_type: 4, horse: [1, 2, 5, 8] },
  { bet_type: 12, horse1st: [1], horse: [2, 3] },
  { bet_type: 5, horse1st: [1, 2], horse2nd: [1, 2, 3] },
  { bet_type: 13, horse1st: [4], horse: [1, 2, 3] },
  { bet_type: 7, horse: [1, 2, 3, 4] },
  { bet_type: 14, horse1st: [1], horse: [5, 6, 7] },
  { bet_type: 8, horse1st: [1, 2], horse2nd: [1, 2], horse3rd: [3, 4], horse4th: [3, 4, 5] },
  { bet_type: 15, horse1st: [1], horse2nd: [2], horse: [3, 4, 5] },
  { bet_type: 17, horse: [1, 2, 3] },
  { bet_type: 19, horse1st: [1, 2, 3], horse2nd: [1, 2, 3], horse3rd: [1, 2, 3, 4] },
  { bet_type: 21, horse1st: [1], horse2nd: [5], horse: [2, 3] },
  { bet_type: 22, horse: [1, 2, 3, 4, 5] },
];

beforeAll(async () => {
  club = await startClub({ env });
  player = await club.signUp();
  await club.fund(player, 100_000_00);
  const day = await openRaceDay(club, { races: 2 });
  race = day[0] as TestRace;
  quiet = day[1] as TestRace;
  other = await startClub({ env, database: club.database });
});
afterAll(async () => {
  await other.close();
  await club.close();
});

async function place(form: object): Promise<string> {
  const body = { race_id: race.race_id, betAmount: 2, ...form, confirm_same: true };
  const headers = { "idempotency-key": `b${++key}` };
  const { token } = player;
  return ok(await club.call("POST", "/api/order/place-order", { token, body, headers })).order_id;
}

async function read(at: TestClub, pool: string, more = "", of = race) {
  return await at.call("GET", `/api/races/${of.race_id}/board?pool=${pool}${more}`);
}

/** The staked combinations of a pool as a process shows them. */
async function shown(at: TestClub, pool: BoardPoolCode) {
  const data = ok(await read(at, pool));
  type Row = { combination: string; stake_cents: number };
  const rows = (data.list as Row[]).filter(({ stake_cents }) => stake_cents > 0);
  return {
    gross: data.gross_cents as number,
    sums: Object.fromEntries(rows.map((row) => [row.combination, row.stake_cents])),
  };
}

/** The same by the stored bets, every one of them written out. */
async function stored(pool: BoardPoolCode) {
  const rows = await club.query(
    `SELECT b.bet_type, b.selections, b.unit_stake_cents AS unit, l.gross_cents,
       ARRAY(SELECT n.number FROM runner n WHERE n.race_id = b.race_id AND n.scratched_at IS NOT NULL) AS out
     FROM bet b JOIN pool p ON p.id = b.pool_id JOIN pool_live l ON l.pool_id = p.id
     WHERE p.race_id = $1 AND p.code = $2 AND NOT EXISTS (SELECT FROM bet_void v WHERE v.bet_id = b.id)`,
    [race.race_id, pool],
  );
  const sums: Record<string, number> = {};
  for (const { bet_type, selections, unit, out } of rows) {
    const betType = bet_type as BetTypeIndex;
    const slots = fromWireSelections(betType, JSON.parse(selections) as WireSelections);
    for (const each of combinationsOf({ betType, slots }, pool)) {
      if (each.split("-").some((runner) => out.includes(Number(runner)))) continue;
      sums[each] = (sums[each] ?? 0) + Number(unit);
    }
  }
  return { gross: Number(rows[0]?.["gross_cents"] ?? 0), sums };
}

async function expectSame(): Promise<void> {
  for (const pool of BOARD_POOL_CODES) {
    const sums = await stored(pool);
    expect(Object.values(sums.sums).reduce((a, b) => a + b, 0)).toBe(sums.gross);
    for (const at of [club, other]) {
      await expect.poll(() => shown(at, pool), { timeout: 20_000 }).toEqual(sums);
    }
  }
}

test("before anyone has bet there is no price", async () => {
  const data = ok(await read(club, "TRIO", "", quiet));
  expect(data).toMatchObject({ pool: "TRIO", gross_cents: 0, total_combinations: 56, list: [] });
  const grid = ok(await read(club, "EXACTA", "", quiet)).list;
  expect(grid).toHaveLength(56);
  expect(new Set(grid.map((row: { dividend_cents: null }) => row.dividend_cents))).toEqual(
    new Set([null]),
  );
});

test("both processes show the sum over the stored bets, whatever is cancelled and scratched", async () => {
  const ids: string[] = [];
  for (const form of FORMS.slice(0, 6)) ids.push(await place(form));
  await expectSame();
  for (const form of FORMS) ids.push(await place(form));
  await expectSame();
  const { token } = await club.operator();
  for (const id of [ids[1], ids[8]]) {
    const body = { reason: "Placed by mistake" };
    ok(await club.call("POST", `/api/operator/orders/${id}/void`, { token, body }));
  }
  await expectSame();
  const path = `/api/operator/races/${race.race_id}/scratch`;
  ok(await club.call("POST", path, { token, body: { horse_id: 3 } }));
  await place(FORMS[1] as object);
  await expectSame();
});

test("a process that starts later comes to the same", async () => {
  const late = await startClub({ env, database: club.database });
  try {
    for (const pool of BOARD_POOL_CODES) {
      await expect.poll(() => shown(late, pool), { timeout: 20_000 }).toEqual(await stored(pool));
    }
  } finally {
    await late.close();
  }
});

test("one combination, in whatever order where it does not count; what is none is refused", async () => {
  const data = ok(await read(club, "QUINELLA", "&combination=2-1"));
  expect(data.list).toMatchObject([{ combination: writeCombination("QUINELLA", [2, 1]) }]);
  expect(data.list[0].dividend_cents).toBeGreaterThan(100);
  for (const text of ["1-3", "1", "1-99", "x"]) {
    const { body } = await read(club, "QUINELLA", `&combination=${text}`);
    expect(body, text).toMatchObject({ code: "not_found", params: { field: "combination" } });
  }
  expect((await read(club, "WIN")).status).toBe(422);
});

test("the form's estimate is the board's, with its own stake on it", async () => {
  const quote = async (form: object) =>
    ok(
      await club.call("POST", "/api/order/quote", {
        token: player.token,
        body: { race_id: race.race_id, betAmount: 2, ...form },
      }),
    );
  const nobody = await quote({ bet_type: 4, horse: [6, 7] });
  expect(nobody).toMatchObject({ approximate_return_cents: null, unbacked_combinations: 1 });
  const asked = await quote({ bet_type: 4, horse: [1, 2, 6] });
  expect(asked.unbacked_combinations).toBe(2);
  const before = ok(await read(club, "QUINELLA", "&combination=1-2"));
  const gross = before.gross_cents + 600;
  const net = gross - Math.round((gross * 1475) / 10_000);
  const dividend = Math.floor((net * 100) / (before.list[0].stake_cents + 200) / 10) * 10;
  const cents = (200 * dividend) / 100;
  expect(asked.approximate_return_cents).toEqual({ min: cents, max: cents });
});

/** Reads of bets that wait for their table. */
async function countWaiting(): Promise<number> {
  const [row] = await club.asAdmin(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM bet b JOIN chain%'`,
  );
  return row?.["n"];
}

test("of many boards that nobody has asked for two are made at a time, and the others wait without a connection", async () => {
  const third = await startClub({ env, database: club.database });
  const admin = new pg.Client({ connectionString: club.database.adminUrl });
  await admin.connect();
  try {
    await admin.query("BEGIN");
    await admin.query("LOCK TABLE bet");
    const sent = BOARD_POOL_CODES.map(async (pool) => await read(third, pool));
    await expect.poll(countWaiting, { interval: 10 }).toBe(2);
    // Whoever came after them has had a connection by now, if they take one.
    await third.ctx.db.browsing.query("SELECT 1");
    expect(await countWaiting()).toBe(2);
    await admin.query("ROLLBACK");
    // On a slow machine those in line may have waited too long.
    for (const { status } of await Promise.all(sent)) expect([200, 503]).toContain(status);
    for (const pool of BOARD_POOL_CODES) ok(await read(third, pool));
  } finally {
    await admin.end();
    await third.close();
  }
});

const BETS = 2000;
const NEW = 50;

/** Rows of a table that a reading looks at, in any way. */
async function rowsRead(table: string, read: (tx: Queryable) => Promise<unknown>): Promise<number> {
  return await withTransaction(club.ctx.db.jobs, async (tx) => {
    const soFar = async (): Promise<number> => {
      const { rows } = await tx.query<{ read: number }>(
        `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read
         FROM pg_stat_xact_user_tables WHERE relname = $1`,
        [table],
      );
      return rows[0]?.read ?? Number.NaN;
    };
    const before = await soFar();
    await read(tx);
    return (await soFar()) - before;
  });
}

test("boards go on by the chain's new links and their bets, whatever their pools hold", async () => {
  const [pool] = await club.query("SELECT id FROM pool WHERE race_id = $1 AND code = 'TRIO'", [
    quiet.race_id,
  ]);
  const poolId = pool?.["id"] as string;
  await club.asAdmin(`SET session_replication_role = replica;
    INSERT INTO bet SELECT (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'idem_key', NULL,
        'race_id', '${quiet.race_id}', 'pool_id', '${poolId}'))).*
      FROM generate_series(1, ${BETS}), bet b WHERE b.id = (SELECT id FROM bet LIMIT 1);
    INSERT INTO chain SELECT (SELECT max(position) FROM chain) + row_number() OVER (), id, ''
      FROM bet WHERE pool_id = '${poolId}';
    ANALYZE`);
  const [{ last }] = (await club.query("SELECT max(position) AS last FROM chain")) as [
    { last: bigint },
  ];
  const goOn = async (tx: Queryable): Promise<void> => {
    const rows = await readBetsBetween(tx, [poolId], last - BigInt(NEW), last);
    expect(rows).toHaveLength(NEW);
  };
  // The planner may look at one or two by itself.
  expect(await rowsRead("chain", goOn)).toBeLessThan(2 * NEW);
  expect(await rowsRead("bet", goOn)).toBeLessThan(2 * NEW);
});
