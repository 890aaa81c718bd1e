import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClubPool, type Queryable, withTransaction } from "../db/connect.ts";
import { newId, newNonce } from "../ids.ts";
import { readOdds } from "../live/odds.ts";
import { readRunnerStakes } from "../pools/runner-stakes.ts";
import { readPoolViews } from "./race-views.queries.ts";
import { startClub, type TestClub, type TestPlayer } from "../test/club.ts";
import { openRaceDay, type TestRace } from "../test/race-day.ts";
import { type PendingBet, placeGroup } from "../bets/bet-group.ts";

/* What is read for a bet and for a race's prices does not grow with what the club has behind it. */

const BETS = 40;
const OTHER_POOLS = 3000;
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
  // What the server is told of the tables when the club is new; the plans of that day stay for a while.
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

/** Rows of a table that `work` reads in its transaction, by whatever way. */
async function rowsRead(
  table: string,
  work: (tx: Queryable) => Promise<unknown>,
): Promise<number | undefined> {
  return await withTransaction(club.ctx.db.jobs, async (tx) => {
    await work(tx);
    const { rows } = await tx.query<{ read: number }>(
      `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read
       FROM pg_stat_xact_user_tables WHERE relname = $1`,
      [table],
    );
    return rows[0]?.read;
  });
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

test("a race's prices, pools and quotes read its own totals, not those of every race there was", async () => {
  // Pools of races that are long over; the rows alone are of interest, so their races are not made.
  await club.asAdmin("ALTER TABLE pool DISABLE TRIGGER ALL");
  await club.asAdmin(
    `WITH other AS (
       INSERT INTO pool (id, code, race_id, rule_set, rule_set_version, dividends, escrow_account)
       SELECT gen_random_uuid(), 'WIN', gen_random_uuid(), p.rule_set, p.rule_set_version, p.dividends, p.escrow_account
       FROM pool p, generate_series(1, $2::integer) WHERE p.id = $1 RETURNING id)
     INSERT INTO pool_total SELECT id, number, 100, 1 FROM other, unnest(ARRAY[0, 1, 2]) number`,
    [winPool, OTHER_POOLS],
  );
  await club.asAdmin("ANALYZE pool, pool_total");
  const readers = [
    async (tx: Queryable) => await readOdds(tx, [winPool]),
    async (tx: Queryable) => await readRunnerStakes(tx, race.race_id),
    async (tx: Queryable) => await readPoolViews(tx, race.race_id),
  ];
  const read: unknown[] = [];
  for (const reader of readers) read.push(await rowsRead("pool_total", reader));
  await club.asAdmin(
    "DELETE FROM pool_total WHERE pool_id IN (SELECT id FROM pool WHERE race_id <> $1)",
    [race.race_id],
  );
  await club.asAdmin("DELETE FROM pool WHERE race_id <> $1", [race.race_id]);
  await club.asAdmin("ALTER TABLE pool ENABLE TRIGGER ALL");
  for (const rows of read) expect(rows).toBeLessThan(100);
});
