import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";
import { listPlayerBets, type BetPage } from "./bets.queries.ts";

/* A list of many bets: every page reads about a page's worth of rows, wherever it is. */

const MANY = 4000;
const LIMIT = 20;

let club: TestClub;
let player: TestPlayer;
let race: TestRace;

beforeAll(async () => {
  club = await startClub();
  const [first] = await openRaceDay(club, { runners: 6 });
  if (first === undefined) throw new Error("a race is open");
  race = first;
  player = await club.signUp();
  await club.fund(player, 10_000);
});
afterAll(async () => {
  await club.close();
});

async function bet(): Promise<string> {
  const body = { race_id: race.race_id, bet_type: 1, horse: [1], betAmount: 1 };
  return ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }))
    .order_id;
}

/** Copies of a bet, a minute apart and long paid, as if the player had placed thousands. */
async function writeHistory(betId: string): Promise<void> {
  await club.asAdmin(
    `SET session_replication_role = replica;
     INSERT INTO pool (id, code, race_id, rule_set, rule_set_version, dividends, status, escrow_account, created_at)
     SELECT 'a0000000-0000-4000-8000-000000000000', 'FIRST4', gen_random_uuid(), rule_set, rule_set_version,
       dividends, 'PAID', escrow_account, created_at - interval '10 days'
     FROM pool WHERE id = (SELECT pool_id FROM bet WHERE id = '${betId}');
     INSERT INTO bet
     SELECT (jsonb_populate_record(b, jsonb_build_object('id', uuid_floor(b.accepted_at - g * interval '1 minute'),
       'idem_key', null, 'pool_id', 'a0000000-0000-4000-8000-000000000000',
       'accepted_at', b.accepted_at - g * interval '1 minute'))).*
     FROM bet b, generate_series(1, ${MANY}) g WHERE b.id = '${betId}';
     ANALYZE bet; ANALYZE pool`,
  );
}

async function forgetHistory(): Promise<void> {
  await club.asAdmin(
    `SET session_replication_role = replica;
     DELETE FROM bet WHERE pool_id = 'a0000000-0000-4000-8000-000000000000';
     DELETE FROM pool WHERE id = 'a0000000-0000-4000-8000-000000000000'`,
  );
}

/** How many index entries of the bets a page takes to answer. */
async function pageWithReads(page: Partial<BetPage>) {
  const reads = async (): Promise<number> => {
    const [row] = await club.asAdmin(
      `SELECT pg_stat_force_next_flush(), coalesce(sum(idx_tup_read), 0)::integer AS reads
       FROM pg_stat_user_indexes WHERE relname = 'bet'`,
    );
    return row?.["reads"];
  };
  const client = await club.ctx.db.browsing.connect();
  try {
    await client.query("SELECT pg_stat_force_next_flush()");
    const before = await reads();
    const bets = await listPlayerBets(client, player.id, {
      statuses: [],
      from: undefined,
      to: undefined,
      before: undefined,
      limit: LIMIT,
      ...page,
    });
    await client.query("SELECT pg_stat_force_next_flush()");
    return { bets, reads: (await reads()) - before };
  } finally {
    client.release();
  }
}

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("open, settled, a day and the last page each read a page's worth of 4,000 bets", async () => {
  const newest = await bet();
  await writeHistory(newest);
  try {
    const open = await pageWithReads({ statuses: ["accepted"] });
    expect(open.bets.map(({ id }) => id)).toEqual([newest]);
    expect(open.reads).toBeLessThan(200);

    const settled = await pageWithReads({ statuses: ["won", "lost", "refunded", "void"] });
    expect(settled.bets).toHaveLength(LIMIT);
    expect(settled.reads).toBeLessThan(200);

    const deep = await pageWithReads({ before: settled.bets.at(-1)?.id });
    expect(deep.bets).toHaveLength(LIMIT);
    expect(deep.bets.map(({ id }) => id)).not.toContain(settled.bets.at(-1)?.id);

    const day = dayBefore(2);
    const ofDay = await pageWithReads({ from: day, to: day });
    expect(ofDay.bets).toHaveLength(LIMIT);
    expect(ofDay.reads).toBeLessThan(400);
  } finally {
    await forgetHistory();
  }
});

test("a period is that of the club's days, to both of its ends", async () => {
  const list = async (query: string) => {
    const answer = await club.call("GET", `/api/order/list?${query}`, { token: player.token });
    return (answer.body.list as unknown[]).length;
  };
  const [row] = await club.query(
    "SELECT to_char(club_now() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS day FROM club",
  );
  const today = row?.["day"] as string;
  expect(await list(`from=${today}&to=${today}`)).toBe(1);
  expect(await list(`from=${today}&to=${today}&status=open`)).toBe(1);
  expect(await list(`to=${dayBefore(2)}`)).toBe(0);
  expect(
    await list(`from=${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}`),
  ).toBe(0);
});
