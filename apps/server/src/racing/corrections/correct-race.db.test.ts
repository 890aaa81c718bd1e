import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { act } from "../../test/card-desk.ts";
import { chainTheRest, until } from "../../test/db/race-day.ts";
import { sample } from "../../test/sample.ts";
import { ok, startClub, type Answer, type TestClub, type TestOperator } from "../../test/club.ts";
import {
  type PlacedBet,
  type RaceVector,
  type VectorBet,
  type VectorClub,
  expectBooks,
  kindOfRace,
  openVectorRaces,
  placeBets,
  readCash,
  readJackpots,
  readVectors,
  ruleSetFor,
  setJackpots,
  startVectorClub,
} from "../../test/vector-race.ts";
import { runCorrections } from "./correction-worker.ts";

let rig: VectorClub;
let clerk: TestOperator;
let chief: TestOperator;
/** A second server on the same database. */
let second: TestClub;

beforeAll(async () => {
  rig = await startVectorClub();
  clerk = await rig.club.operator("results_clerk");
  chief = await rig.club.operator("results_clerk", "auditor");
  second = await startClub({ database: rig.club.database, env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => {
  await second.close();
  await rig.club.close();
});

const vectors = [
  ...readVectors<RaceVector>("race_settlement"),
  ...readVectors<RaceVector>("race_settlement_2"),
].filter(
  ({ race, declared_dividends }) =>
    race.status === "RUN" && declared_dividends === undefined && race.result_groups.length > 1,
);
const some = sample(vectors, { oneIn: 6, kindOf: kindOfRace });

async function settle(raceId: string, placings: readonly (readonly number[])[]): Promise<number> {
  const { result_version } = ok(
    await act(rig.club, raceId, "result", { placings, stage: "final" }),
  );
  ok(await act(rig.club, raceId, "settle", { result_version }));
  return result_version as number;
}

const correct = async (raceId: string, body: Record<string, unknown>) =>
  await rig.club.call("POST", `/api/operator/races/${raceId}/correct`, {
    token: clerk.token,
    body: { reason: "the stewards changed the order", ...body },
  });

/** Approves, and waits for whatever another worker has in hand. */
async function approve(id: string, token = chief.token): Promise<Answer> {
  const path = `/api/operator/approvals/${id}/approve`;
  const answer = await rig.club.call("POST", path, { token, body: {} });
  if (answer.status === 200) {
    await until(async () => {
      const open = await rig.club.query(
        `SELECT 1 FROM correction WHERE step <> 'done'
         UNION ALL SELECT 1 FROM settlement WHERE step NOT IN ('posted', 'announced')`,
      );
      return open.length === 0;
    });
  }
  return answer;
}

/** A race of a vector with its bets, closed, its late scratchings done. */
async function closedRace(vector: RaceVector): Promise<{ raceId: string; placed: PlacedBet[] }> {
  const { club } = rig;
  const [raceId = ""] = await openVectorRaces(club, {
    ruleSet: await ruleSetFor(club, vector),
    races: [vector.race],
  });
  await setJackpots(club, vector.jackpot_in_cents ?? {});
  const placed = await placeBets(rig, vector.bets, { race_id: raceId });
  ok(await act(club, raceId, "close"));
  for (const horse_id of vector.race.scratched)
    ok(await act(club, raceId, "scratch", { horse_id }));
  return { raceId, placed };
}

/** Chains the entries that tests made without announcing them, then runs every check. */
async function faultsOfBooks(): Promise<unknown[]> {
  await chainTheRest(rig.club);
  return (await verifyBooks(rig.club.ctx)).checks.filter((check) => !check.ok);
}

describe("settled by a wrong result and corrected, a race equals one that was settled by the right one", () => {
  test.each(some.map((vector) => [vector.id, vector.description, vector] as const))(
    "%s: %s",
    async (_, __, vector) => {
      const { club } = rig;
      const before = await readCash(rig);
      const { raceId, placed } = await closedRace(vector);
      await settle(raceId, vector.race.result_groups.toReversed());
      const wrong = await readCash(rig);

      const placings = vector.race.result_groups;
      const dry = ok(await correct(raceId, { placings, dry_run: true }));
      expect(dry.approval_id).toBeNull();
      expect(await readCash(rig)).toEqual(wrong);
      const asked = ok(await correct(raceId, { placings }));
      expect({ ...asked, approval_id: null }).toEqual(dry);
      ok(await approve(asked.approval_id as string));

      const cash = new Map(before);
      for (const { bet, orderId, player } of placed) {
        const wanted = vector.expected.bets.find((each) => each.id === bet.id)!;
        const order = ok(await club.call("GET", `/api/order/${orderId}`, { token: player.token }));
        expect([bet.id, order.payout_cents, order.refund_cents]).toEqual([
          bet.id,
          wanted.payout_cents,
          wanted.refund_cents,
        ]);
        const change = wanted.payout_cents + wanted.refund_cents - wanted.cost_cents;
        cash.set(player.id, cash.get(player.id)! + change);
      }
      const after = await readCash(rig);
      expect(after).toEqual(cash);
      const diffs = Object.fromEntries(
        [...after].flatMap(([id, cents]) =>
          cents === wrong.get(id) ? [] : [[id, cents - wrong.get(id)!] as const],
        ),
      );
      const told = dry.players as { player_id: string; diff_cents: number }[];
      expect(Object.fromEntries(told.map((one) => [one.player_id, one.diff_cents]))).toEqual(diffs);
      if (vector.expected.jackpot_next_cents !== undefined) {
        expect(await readJackpots(club)).toMatchObject(vector.expected.jackpot_next_cents);
      }
      const race = await club.query("SELECT status FROM race WHERE id = $1", [raceId]);
      expect(race).toEqual([{ status: "settled" }]);
      await expectBooks(club);
    },
  );

  test("and every check of the books is green", async () => {
    expect(await faultsOfBooks()).toEqual([]);
  });
});

const vector = vectors.find(({ id }) => id === "race-1-07") ?? vectors[0]!;
const right = vector.race.result_groups;
const wrong = right.toReversed();

/** Club accounts and every player's cash, which must agree on two ways to the same result. */
async function balances(): Promise<Record<string, bigint>> {
  const rows = await rig.club.query(
    `SELECT a.kind || coalesce(a.pool_code, a.player_id::text, '') AS name, sum(p.amount_cents)::bigint AS cents
     FROM posting p JOIN account a ON a.id = p.account_id WHERE a.kind <> 'escrow' GROUP BY 1`,
  );
  return Object.fromEntries(rows.map((row) => [row["name"] as string, row["cents"] as bigint]));
}

function change(from: Record<string, bigint>, to: Record<string, bigint>): Record<string, bigint> {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  const all = names.map((name) => [name, (to[name] ?? 0n) - (from[name] ?? 0n)] as const);
  return Object.fromEntries(all.filter(([, cents]) => cents !== 0n));
}

test("settle A, correct to B is settle B, account by account; and back again is settle A", async () => {
  await setJackpots(rig.club, {});
  const start = await balances();
  const direct = await closedRace({ ...vector, jackpot_in_cents: {} });
  await settle(direct.raceId, right);
  const wanted = change(start, await balances());

  await setJackpots(rig.club, {});
  const again = await balances();
  const twin = await closedRace({ ...vector, jackpot_in_cents: {} });
  await settle(twin.raceId, wrong);
  const first = change(again, await balances());
  ok(await approve(ok(await correct(twin.raceId, { placings: right })).approval_id));
  expect(change(again, await balances())).toEqual(wanted);
  ok(await approve(ok(await correct(twin.raceId, { placings: wrong })).approval_id));
  expect(change(again, await balances())).toEqual(first);
});

test("what a player no longer has the club bears: nobody falls below zero, nobody owes", async () => {
  const player = await rig.club.signUp();
  await rig.club.fund(player, 1000);
  const bet: VectorBet = { id: "x", bet_type: 1, sel: { horse: wrong[0] ?? [] }, unit_cents: 1000 };
  const { raceId } = await (async () => {
    const made = await openVectorRaces(rig.club, { races: [vector.race] });
    const races = { race_id: made[0] ?? "" };
    await placeBets({ club: rig.club, players: [player] }, [bet], races);
    await placeBets(rig, vector.bets, races);
    ok(await act(rig.club, races.race_id, "close"));
    return { raceId: races.race_id };
  })();
  await settle(raceId, wrong);
  const [won] = await rig.club.query("SELECT cash_cents FROM wallet WHERE player_id = $1", [
    player.id,
  ]);
  const cash = Number(won?.["cash_cents"]);
  expect(cash).toBeGreaterThan(100);
  // He spends all but a dollar of it.
  await rig.club.query(
    `SELECT post_entry(gen_random_uuid(), 'adjustment', 'spent:' || w.player_id, 'spent',
       ARRAY[w.cash_account, (SELECT id FROM account WHERE kind = 'bank_clearing')],
       ARRAY[-(w.cash_cents - 100), w.cash_cents - 100]) FROM wallet w WHERE w.player_id = $1`,
    [player.id],
  );
  const before = await balances();
  const asked = ok(await correct(raceId, { placings: right }));
  const row = asked.players.find((one: { player_id: string }) => one.player_id === player.id);
  expect(row).toMatchObject({ diff_cents: -cash, cash_cents: 100 });
  expect(asked.borne_cents).toBe(cash - 100);
  ok(await approve(asked.approval_id));
  const done = change(before, await balances());
  expect(done[`cash${player.id}`]).toBe(-100n);
  expect(done["adjustments"]).toBe(BigInt(-(cash - 100)));
  const lines = await rig.club.query(
    "SELECT sum(borne_cents)::bigint AS borne FROM correction_line WHERE player_id = $1",
    [player.id],
  );
  expect(lines).toEqual([{ borne: BigInt(cash - 100) }]);
  await expectBooks(rig.club);
  expect(await faultsOfBooks()).toEqual([]);
});

test("a jackpot that a later pool has taken stays there: the difference is the club's", async () => {
  const jackpot = vectors.find(({ expected }) =>
    Object.values(expected.jackpot_next_cents ?? {}).some((cents) => cents > 0),
  )!;
  const { raceId } = await closedRace(jackpot);
  await settle(raceId, jackpot.race.result_groups);
  const waiting = await readJackpots(rig.club);
  expect(Object.values(waiting).some((cents) => cents > 0)).toBe(true);
  const later = await openVectorRaces(rig.club, { races: [jackpot.race] });
  await placeBets(rig, jackpot.bets, { race_id: later[0] ?? "" });
  ok(await act(rig.club, later[0] ?? "", "close"));
  expect(await readJackpots(rig.club)).toEqual({});
  ok(
    await approve(
      ok(await correct(raceId, { placings: jackpot.race.result_groups.toReversed() })).approval_id,
    ),
  );
  for (const cents of Object.values(await readJackpots(rig.club)))
    expect(cents).toBeGreaterThanOrEqual(0);
  await expectBooks(rig.club);
  expect(await faultsOfBooks()).toEqual([]);
});

test("it always needs another operator, a settled race, and another result", async () => {
  const { raceId } = await closedRace(vector);
  expect((await correct(raceId, { placings: right })).body.code).toBe("race.state");
  await settle(raceId, wrong);
  expect((await correct(raceId, { placings: wrong })).body.code).toBe("result.same");
  expect((await correct(raceId, { placings: [[99]] })).body.code).toBe("result.invalid");
  expect((await correct(raceId, { placings: right, reason: " " })).status).toBe(422);
  const { approval_id } = ok(await correct(raceId, { placings: right }));
  const own = await approve(approval_id, clerk.token);
  expect([own.status, own.body.code]).toEqual([403, "approval.same_person"]);
  const cashier = await rig.club.operator("cashier");
  expect((await approve(approval_id, cashier.token)).status).toBe(403);
  // A second one asked for meanwhile concerns a result that is no longer in force.
  const twin = ok(await correct(raceId, { placings: right }));
  ok(await approve(approval_id));
  expect((await approve(twin.approval_id)).status).toBe(409);
});

test("two servers at once carry it out once", async () => {
  const { raceId } = await closedRace(vector);
  await settle(raceId, wrong);
  const before = await balances();
  const { approval_id } = ok(await correct(raceId, { placings: right }));
  const [done] = await Promise.all([
    approve(approval_id),
    ...Array.from({ length: 6 }, async (_, i) => {
      await new Promise((resolve) => setTimeout(resolve, i * 30));
      await runCorrections(second.ctx, raceId);
    }),
  ]);
  ok(done);
  await runCorrections(rig.club.ctx, raceId);
  const [row] = await rig.club.query("SELECT step FROM correction WHERE race_id = $1", [raceId]);
  expect(row).toEqual({ step: "done" });
  expect(Object.keys(change(before, await balances())).length).toBeGreaterThan(0);
  await expectBooks(rig.club);
});
