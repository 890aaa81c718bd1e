import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Queryable } from "../../core/db/connect.ts";
import { createLog } from "../../core/metrics/log.ts";
import { readSettings } from "../../core/settings/settings.ts";
import { replayDue } from "../../proofs/days/replay-days.ts";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { SECRET, startClub, testEnv, type TestClub } from "../../test/club.ts";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { DEMO_LOGIN } from "../demo/demo-people.ts";
import { liveDemoWeek } from "./live-demo-week.ts";
import { moveClock, putClockRight } from "../demo/past-clock.ts";

/** The days take seconds on a machine at rest. */
const MOST_MS = 600_000;

let database: FreshDatabase;
let owner: pg.Client;
let folder: string;

beforeAll(async () => {
  database = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), "club-week-"));
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function live(withinMs?: number): Promise<number> {
  const env = { ...testEnv(database.appUrl, folder), CLUB_DEMO: "1", CLUB_RATE_FACTOR: "0" };
  return await liveDemoWeek({
    settings: readSettings({ ...env, CLUB_SECRET: SECRET }),
    databaseUrl: database.appUrl,
    log: createLog("fatal"),
    owner: owner as unknown as Queryable,
    ...(withinMs !== undefined && { withinMs }),
  });
}

async function rows<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  return (await owner.query<T>(sql)).rows;
}

const clockNow = async (): Promise<{ definition: string; off: number }[]> =>
  await rows(
    `SELECT pg_get_functiondef('club_now'::regproc) AS definition,
       round(extract(epoch FROM clock_timestamp() - club_now()))::int AS off`,
  );

describe("a new demo", () => {
  let before: Awaited<ReturnType<typeof clockNow>>;
  let lived: number;

  beforeAll(async () => {
    before = await clockNow();
    lived = await live();
  }, MOST_MS);

  test("lives its days one after the other, the last of them yesterday", async () => {
    expect(lived).toBe(9);
    const days = await rows<{ ago: number; races: number; open: number }>(
      `SELECT (clock_timestamp() AT TIME ZONE m.timezone)::date - m.date AS ago, count(*)::int AS races,
         count(*) FILTER (WHERE r.status NOT IN ('settled', 'abandoned'))::int AS open
       FROM race r JOIN meeting m ON m.id = r.meeting_id GROUP BY 1 ORDER BY 1 DESC`,
    );
    expect(days).toEqual([66, 35, 7, 6, 5, 4, 3, 2, 1].map((ago) => ({ ago, races: 3, open: 0 })));
    // What is chained later happened later, but for bets of one moment, and all of it is past.
    const [order] = await rows(
      `SELECT bool_and(at >= before - interval '5 seconds') AS is_right, max(at) < clock_timestamp() AS is_past
       FROM (SELECT at, lag(at, 1, at) OVER (ORDER BY position) AS before FROM chain JOIN entry ON entry.id = chain.entry_id) c`,
    );
    expect(order).toEqual({ is_right: true, is_past: true });
  });

  test("leaves its member with bets of all kinds, won, lost and refunded, and money in and out", async () => {
    const member = `(SELECT id FROM player WHERE user_name_key = '${DEMO_LOGIN.userName}')`;
    const bets = await rows<{ types: number; won: number; lost: number; refunded: number }>(
      `SELECT count(DISTINCT bet_type)::int AS types, count(*) FILTER (WHERE status = 'won')::int AS won,
         count(*) FILTER (WHERE status = 'lost')::int AS lost, count(*) FILTER (WHERE status = 'refunded')::int AS refunded
       FROM bet_view WHERE player_id = ${member}`,
    );
    expect(bets[0]?.types).toBe(15);
    expect(bets[0]?.won).toBeGreaterThan(0);
    expect(bets[0]?.lost).toBeGreaterThan(0);
    expect(bets[0]?.refunded).toBeGreaterThan(0);
    const [money] = await rows(
      `SELECT (SELECT array_agg(status || ' ' || amount_cents) FROM top_up WHERE player_id = ${member}) AS top_ups,
         (SELECT array_agg(status || ' ' || amount_cents) FROM withdrawal WHERE player_id = ${member}) AS withdrawals,
         (SELECT count(*)::int FROM shop_order WHERE player_id = ${member}) AS orders,
         (SELECT count(*)::int FROM player WHERE invited_by = ${member}) AS invited`,
    );
    expect(money).toEqual({
      top_ups: ["approved 20000"],
      withdrawals: ["paid 7500"],
      orders: 1,
      invited: 2,
    });
    const [sports] = await rows(
      "SELECT count(*)::int AS matches, count(*) FILTER (WHERE status = 'settled')::int AS settled FROM sport_event",
    );
    expect(sports).toEqual({ matches: 18, settled: 18 });
  });

  test("is given the database's clock again, exactly as it was", async () => {
    expect((await clockNow())[0]?.off).toBeGreaterThan(3600);
    await putClockRight(owner as unknown as Queryable);
    expect(await clockNow()).toEqual(before);
    // A clock that is right is left alone.
    const version = "SELECT xmin::text FROM pg_proc WHERE proname = 'club_now'";
    const stands = await rows(version);
    await putClockRight(owner as unknown as Queryable);
    expect(await rows(version)).toEqual(stands);
  });

  describe("opens after that", () => {
    let club: TestClub;

    beforeAll(async () => {
      club = await startClub({ database, env: { CLUB_DEMO: "1", CLUB_RATE_FACTOR: "0" } });
    });
    afterAll(async () => await club.close());

    test("with an owner, the morning of today, and every check of its books green", async () => {
      const { token } = await club.operator();
      expect(token).toBeTruthy();
      const morning = async () =>
        (
          await club.query(
            `SELECT count(*)::int AS bets FROM bet b JOIN race r ON r.id = b.race_id JOIN meeting m ON m.id = r.meeting_id
             WHERE m.code = 'SP' AND b.player_id = (SELECT id FROM player WHERE user_name_key = 'demo')`,
          )
        )[0]?.["bets"] as number;
      await expect.poll(morning, { timeout: 150_000 }).toBeGreaterThan(5);
      // The morning's last act: by then all of it has gone well.
      const waiting = async () =>
        await club.query(
          `SELECT status, amount_cents::int FROM withdrawal WHERE status <> 'paid'
             AND player_id = (SELECT id FROM player WHERE user_name_key = 'demo')`,
        );
      const asked = { status: expect.any(String), amount_cents: expect.any(Number) };
      await expect.poll(waiting, { timeout: 150_000 }).toEqual([asked]);
      await replayDue(club.ctx);
      const { checks } = await verifyBooks(club.ctx);
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    });

    test("and lives no other days", async () => {
      expect(await live()).toBe(0);
      expect(await clockNow()).toEqual(before);
    });
  });
});

test("the server's role moves no clock", async () => {
  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  try {
    const moved = moveClock(app as unknown as Queryable, Date.now() - 86_400_000);
    await expect(moved).rejects.toThrow("permission denied for schema public");
  } finally {
    await app.end();
  }
});
