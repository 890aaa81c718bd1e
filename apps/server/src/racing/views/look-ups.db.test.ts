import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClubPool, type Queryable, withTransaction } from "../../core/db/connect.ts";
import { newId, newNonce } from "../../core/kit/ids.ts";
import { sweepFoldedDeltas } from "../../tell/live/event-writer.ts";
import { readOdds } from "../live/odds.ts";
import { readRunnerStakes } from "../pools/runner-stakes.ts";
import { readHeavyHands, readJumps } from "./day-signs.queries.ts";
import { listRunSheet } from "./operator-races.queries.ts";
import { readPoolViews, readTurnovers } from "./race-views.queries.ts";
import { startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";
import { type PendingBet, placeGroup } from "../bets/bet-group.ts";

/* What is read for a bet and for a race's prices does not grow with the club's past. */

const BETS = 40;
const OLD_DAYS = 3000;
const MOST_READ = 100;
const DELTAS = 20_000;
const COST = 100n;

let club: TestClub;
let player: TestPlayer;
let race: TestRace;
let winPool: string;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 1_000_000);
  [race] = (await openRaceDay(club)) as [TestRace];
  const [pool] = await club.query("SELECT id FROM pool WHERE race_id = $1 AND code = 'WIN'", [
    race.race_id,
  ]);
  winPool = pool?.["id"];
  // As the tables are analysed when the club is new; the plans of that day last for a while.
  await club.asAdmin("ANALYZE");
});
afterAll(async () => await club.close());

function winBet(): PendingBet {
  return {
    id: newId(),
    playerId: player.id,
    idempotencyKey: randomUUID(),
    fingerprint: newNonce(32),
    confirmSame: false,
    nonce: newNonce(16),
    betType: 1,
    raceId: race.race_id,
    raceId2: null,
    poolId: winPool,
    poolId2: null,
    runners: [3],
    runners2: [],
    selections: '{"horse":[3]}',
    combinations: 1,
    unitStakeCents: COST,
    unitStake2Cents: null,
    costCents: COST,
    cost2Cents: 0n,
    exchangeRate: "1",
  };
}

/** Rows of a table that `work` reads in its transaction, in any way. */
async function rowsRead(table: string, work: (tx: Queryable) => Promise<unknown>): Promise<number> {
  return await withTransaction(club.ctx.db.jobs, async (tx) => {
    const before = await readSoFar(tx, table);
    await work(tx);
    return (await readSoFar(tx, table)) - before;
  });
}

/** Counted per connection, including reads of its earlier transactions not yet reported. */
async function readSoFar(tx: Queryable, table: string): Promise<number> {
  const { rows } = await tx.query<{ read: number }>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read
     FROM pg_stat_xact_user_tables WHERE relname = $1`,
    [table],
  );
  return rows[0]?.read ?? Number.NaN;
}

test("a bet with a key reads none of the player's earlier bets, by a plan of the club's first day", async () => {
  const placeIn = (tx: Queryable): ClubPool =>
    ({ queryThatCommits: tx.query.bind(tx) }) as unknown as ClubPool;
  const before = await rowsRead("bet", async (tx) => {
    for (let i = 0; i < BETS; i++) {
      const [verdict] = await placeGroup(placeIn(tx), [winBet()]);
      expect(verdict?.verdict).toBe("ok");
    }
  });
  expect(before).toBe(0);
  const known = winBet();
  await rowsRead("bet", async (tx) => await placeGroup(placeIn(tx), [known]));
  const again = await rowsRead("bet", async (tx) => {
    const [verdict] = await placeGroup(placeIn(tx), [{ ...winBet(), ...known }]);
    expect([verdict?.verdict, verdict?.betId]).toEqual(["replay", known.id]);
  });
  expect(again).toBe(1);
});

test("the key of a sport bet is looked up by itself", async () => {
  const plan = await withTransaction(club.ctx.db.jobs, async (tx) => {
    await tx.query("SET LOCAL plan_cache_mode = force_generic_plan");
    await tx.query("SET LOCAL enable_seqscan = off");
    await tx.query(`PREPARE by_key (uuid, text) AS SELECT k.id, k.fingerprint FROM sport_bet k
      WHERE k.player_id = $1 AND k.idem_key = $2 LIMIT 1`);
    const { rows } = await tx.query(
      "EXPLAIN (FORMAT JSON) EXECUTE by_key ('00000000-0000-0000-0000-000000000000', 'k')",
    );
    return JSON.stringify(rows);
  });
  expect(plan).toContain("(idem_key = $2)");
  expect(plan).not.toContain('"Filter"');
});

/** Earlier days, with a race and a pool each, copied from today's; guards against edits are off. */
async function makeOldDays(): Promise<void> {
  await club.asAdmin(`SET session_replication_role = replica;
    CREATE TEMP TABLE old AS SELECT i, gen_random_uuid() AS meeting, gen_random_uuid() AS race, gen_random_uuid() AS pool
      FROM generate_series(1, ${OLD_DAYS}) i;
    INSERT INTO meeting SELECT (jsonb_populate_record(m, jsonb_build_object('id', o.meeting, 'date', m.date - o.i))).*
      FROM old o, meeting m WHERE m.id = '${race.event_id}';
    INSERT INTO race SELECT (jsonb_populate_record(r, jsonb_build_object('id', o.race, 'meeting_id', o.meeting,
        'status', 'settled', 'closed_at', r.start_time, 'start_time', r.start_time - make_interval(days => o.i)))).*
      FROM old o, race r WHERE r.id = '${race.race_id}';
    INSERT INTO pool (id, code, race_id, rule_set, rule_set_version, dividends, escrow_account)
      SELECT o.pool, p.code, o.race, p.rule_set, p.rule_set_version, p.dividends, p.escrow_account
      FROM old o, pool p WHERE p.id = '${winPool}';
    INSERT INTO pool_total SELECT pool, number, 100, 1 FROM old, unnest(ARRAY[0, 1, 2]) number;
    ANALYZE`);
}

async function forgetOldDays(): Promise<void> {
  await club.asAdmin(`SET session_replication_role = replica;
    DELETE FROM pool_total WHERE pool_id IN (SELECT id FROM pool WHERE race_id <> '${race.race_id}');
    DELETE FROM pool WHERE race_id <> '${race.race_id}';
    DELETE FROM race WHERE id <> '${race.race_id}';
    DELETE FROM meeting WHERE id <> '${race.event_id}'`);
}

test("what a race or a day shows reads its own totals, not those of every race there was", async () => {
  await makeOldDays();
  const readers: Record<string, (tx: Queryable) => Promise<unknown>> = {
    odds: async (tx) => await readOdds(tx, [winPool]),
    runnerStakes: async (tx) => await readRunnerStakes(tx, race.race_id),
    race: async (tx) => await readPoolViews(tx, race.race_id),
    turnovers: async (tx) => await readTurnovers(tx, race.date),
    runSheet: async (tx) => await listRunSheet(tx, race.date),
    heavyHands: readHeavyHands,
    jumps: readJumps,
  };
  const tooMany: string[] = [];
  for (const [name, reader] of Object.entries(readers)) {
    const read = await rowsRead("pool_total", reader);
    if (!(read < MOST_READ)) tooMany.push(`${name}: ${read}`);
  }
  await forgetOldDays();
  expect(tooMany).toEqual([]);
});

/** Bytes by which a busy minute's deltas make their table grow, folded at once. */
async function growthByDeltas(): Promise<number> {
  const size = async (): Promise<number> => {
    const [row] = await club.query("SELECT pg_relation_size('pool_delta')::integer AS bytes");
    return Number(row?.["bytes"]);
  };
  const before = await size();
  await club.asAdmin(`INSERT INTO pool_delta SELECT '${randomUUID()}', 0, 100, 1
    FROM generate_series(1, ${DELTAS})`);
  await club.ctx.db.jobs.query("SELECT fold_pool_deltas()");
  return (await size()) - before;
}

test("the room of folded deltas is used again, by the role that serves players", async () => {
  expect(await growthByDeltas()).toBeGreaterThan(0);
  // A job reading at that moment may still see the rows: then the next sweep removes them.
  const sweepAndGrow = async (): Promise<number> => {
    await sweepFoldedDeltas(club.ctx.db.jobs);
    return await growthByDeltas();
  };
  await expect.poll(sweepAndGrow).toBe(0);
});
