import {
  allEqual,
  checkMoneyOfDay,
  checkRace,
  checkRootOfRace,
  readRaceFile,
  sha256,
} from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { act } from "../test/card-desk.ts";
import { ok, type TestOperator } from "../test/club.ts";
import { sample } from "../test/sample.ts";
import {
  type PlacedBet,
  type RaceVector,
  type VectorClub,
  openVectorRaces,
  kindOfRace,
  placeBets,
  readVectors,
  ruleSetFor,
  setJackpots,
  startVectorClub,
} from "../test/vector-race.ts";
import { makeDayFile } from "./days/day-file.ts";
import { readDayDue } from "./days/replay.queries.ts";

let rig: VectorClub;
let clerk: TestOperator;
let chief: TestOperator;

beforeAll(async () => {
  rig = await startVectorClub();
  clerk = await rig.club.operator("results_clerk");
  chief = await rig.club.operator("results_clerk", "auditor");
});
afterAll(async () => await rig.club.close());

/**
 * Every third one, and all with declared dividends: the domain's tests run all of them for the
 * rules; this covers the way through the tables.
 */
const vectors = ["race_settlement", "race_settlement_2"]
  .flatMap((name) => readVectors<RaceVector>(name))
  .filter(({ declared_dividends }, i) => declared_dividends !== undefined || i % 3 === 0);

async function closedRace(vector: RaceVector): Promise<{ raceId: string; placed: PlacedBet[] }> {
  const { club } = rig;
  const ruleSet = await ruleSetFor(club, vector);
  const [raceId = ""] = await openVectorRaces(club, {
    ruleSet,
    races: [vector.race],
    dividends: vector.declared_dividends === undefined ? "club" : "declared",
  });
  await setJackpots(club, vector.jackpot_in_cents ?? {});
  const placed = await placeBets(rig, vector.bets, { race_id: raceId });
  ok(await act(club, raceId, "close"));
  for (const horse_id of vector.race.scratched)
    ok(await act(club, raceId, "scratch", { horse_id }));
  return { raceId, placed };
}

async function settle(
  raceId: string,
  placings: number[][],
  declared_dividends?: RaceVector["declared_dividends"],
): Promise<void> {
  const declared = declared_dividends === undefined ? {} : { declared_dividends };
  const body = { placings, stage: "final", ...declared };
  const { result_version } = ok(await act(rig.club, raceId, "result", body));
  ok(await act(rig.club, raceId, "settle", { result_version }));
}

/** Everything that anybody can check of a race, and what its players are told. */
async function expectSound(raceId: string, placed: readonly PlacedBet[]): Promise<void> {
  const { club } = rig;
  const answer = await fetch(new URL(`/api/events/race/${raceId}/check`, club.url));
  const file = readRaceFile(await answer.json());
  const lines = [...checkRace(file), ...checkRootOfRace(file)];
  expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
  for (const { orderId, player } of placed) {
    const order = ok(await club.call("GET", `/api/order/${orderId}`, { token: player.token }));
    expect(order.explain.at(-1)).toMatchObject({ key: "payout", amount_cents: order.payout_cents });
    const sum = (...keys: string[]) =>
      order.explain
        .filter(({ key }: { key: string }) => keys.includes(key))
        .reduce((all: number, each: { amount_cents: number }) => all + each.amount_cents, 0);
    expect(sum("line")).toBe(order.payout_cents);
    expect(sum("scratched", "refund", "no_winner")).toBe(order.refund_cents);
    expect(order.proof).not.toBeNull();
  }
}

describe("each race can be checked", () => {
  test.each(
    sample(vectors, { oneIn: 5, kindOf: kindOfRace }).map((vector) => [vector.id, vector] as const),
  )("%s", async (_, vector) => {
    const { raceId, placed } = await closedRace(vector);
    if (vector.race.status === "VOID")
      ok(await act(rig.club, raceId, "abandon", { reason: "storm" }));
    else await settle(raceId, vector.race.result_groups, vector.declared_dividends);
    await expectSound(raceId, placed);
  });

  test("after a correction too", async () => {
    const { club } = rig;
    const vector = vectors.find(
      ({ race, expected, declared_dividends }) =>
        declared_dividends === undefined &&
        race.status === "RUN" &&
        race.result_groups.length > 2 &&
        Object.values(expected.pools).some((pool) => pool["status"] === "PAID"),
    )!;
    const { raceId, placed } = await closedRace(vector);
    await settle(raceId, vector.race.result_groups.toReversed());
    await expectSound(raceId, placed);
    const body = { placings: vector.race.result_groups, reason: "the stewards changed the order" };
    const { approval_id } = ok(
      await club.call("POST", `/api/operator/races/${raceId}/correct`, {
        token: clerk.token,
        body,
      }),
    );
    const path = `/api/operator/approvals/${approval_id}/approve`;
    ok(await club.call("POST", path, { token: chief.token, body: {} }));
    const undone = "SELECT 1 FROM correction WHERE race_id = $1 AND step <> 'done'";
    await expect.poll(async () => await club.query(undone, [raceId])).toEqual([]);
    await expectSound(raceId, placed);
  });

  test("and so can their days", async () => {
    const days = await rig.club.query("SELECT DISTINCT date FROM meeting ORDER BY date");
    expect(days.length).toBeGreaterThan(0);
    for (const { date } of days) {
      const lines = checkMoneyOfDay(await makeDayFile(rig.club.ctx, date), { hash: sha256 });
      expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
      expect(allEqual(lines)).toBe(true);
    }
  });
});

test("a day that was corrected after it was made again is due once more, however old it is", async () => {
  const { club } = rig;
  const later = async (days: number) =>
    await club.asAdmin(`CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      $$ SELECT clock_timestamp() + interval '${days} days' $$`);
  await club.asAdmin(
    `INSERT INTO day_replay (day, is_equal, checks, differences, took_ms, at)
     SELECT m.date, true, 1, '[]'::jsonb, 1, clock_timestamp() FROM (SELECT DISTINCT date FROM meeting) m`,
  );
  const [corrected] = await club.query(
    "SELECT m.date::text AS day FROM correction c JOIN race r ON r.id = c.race_id JOIN meeting m ON m.id = r.meeting_id",
  );
  await later(20);
  expect(await readDayDue(club.ctx.db.jobs)).toBeNull();
  await club.asAdmin(
    "UPDATE day_replay SET at = (SELECT done_at - interval '1 second' FROM correction)",
  );
  expect(await readDayDue(club.ctx.db.jobs)).toBe(corrected!["day"]);
  await later(0);
});
