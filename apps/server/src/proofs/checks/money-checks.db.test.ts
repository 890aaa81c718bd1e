import { afterAll, beforeAll, expect, test } from "vitest";
import { act, placeOrder } from "../../test/card-desk.ts";
import { chainTheRest, until } from "../../test/db/race-day.ts";
import { type TestClub, type TestPlayer, ok, startClub } from "../../test/club.ts";
import { openVectorRaces } from "../../test/vector-race.ts";
import { brokenChecks } from "../../test/checks.ts";

/** Each check of what bets, the club and jackpots have (promise P23) sees its own kind of break. */
let club: TestClub;
let raceId = "";

const RUNNERS = [1, 2, 3, 4, 5, 6, 7, 8];
const WON = [[4], [1], [2], [3]];
const LOST = [[5], [1], [2], [3]];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  const player = await club.signUp();
  const other = await club.signUp();
  await club.fund(player, 10_00);
  await club.fund(other, 200_00);
  [raceId = ""] = await openVectorRaces(club, { races: [{ runners: RUNNERS }] });
  await bet(player, { bet_type: 1, horse: [4], betAmount: 10 });
  await bet(other, { bet_type: 1, horse: [5], betAmount: 30 });
  await bet(other, { bet_type: 6, horse1st: [6], horse2nd: [7], horse3rd: [8], betAmount: 100 });
  ok(await act(club, raceId, "close"));
  const { result_version } = ok(
    await act(club, raceId, "result", { placings: WON, stage: "final" }),
  );
  ok(await act(club, raceId, "settle", { result_version }));
  // He spends what he won; then the result is corrected, and the club bears it.
  const [later = ""] = await openVectorRaces(club, { races: [{ runners: RUNNERS }] });
  ok(await placeOrder(club, player, { race_id: later, bet_type: 1, horse: [1], betAmount: 34 }));
  const clerk = await club.newOperator("results_clerk");
  const chief = await club.newOperator("results_clerk");
  const path = `/api/operator/races/${raceId}/correct`;
  const body = { placings: LOST, reason: "the judge looked again" };
  const { approval_id } = ok(await club.call("POST", path, { token: clerk.token, body }));
  const approve = `/api/operator/approvals/${approval_id}/approve`;
  ok(await club.call("POST", approve, { token: chief.token, body: {} }));
  await until(async () => {
    const open = await club.query("SELECT 1 FROM correction WHERE step <> 'done'");
    return open.length === 0;
  });
});
afterAll(async () => await club.close());

async function bet(player: TestPlayer, form: Record<string, unknown>): Promise<void> {
  ok(await placeOrder(club, player, { race_id: raceId, ...form }));
}

async function broken(): Promise<string[]> {
  await chainTheRest(club);
  return (await brokenChecks(club.ctx)).map(({ name }) => name);
}

const POOL = "(SELECT id FROM pool WHERE race_id = $1 AND code = 'TRIFECTA')";

const BREAKS: [what: string, check: string, edit: string, back: string, table: string][] = [
  [
    "the club bears a cent more than its entry says",
    "borne",
    "UPDATE borne SET cents = cents + 1",
    "UPDATE borne SET cents = cents - 1",
    "borne",
  ],
  [
    "what the club bears is of another player",
    "borne",
    "UPDATE borne SET player_id = gen_random_uuid()",
    "UPDATE borne n SET player_id = b.player_id FROM bet b WHERE b.id = n.bet_id",
    "borne",
  ],
  [
    "a jackpot is booked with a cent more than its entries moved",
    "jackpots",
    `UPDATE jackpot_link SET booked_cents = booked_cents + 1 WHERE pool_id = ${POOL}`,
    `UPDATE jackpot_link SET booked_cents = booked_cents - 1 WHERE pool_id = ${POOL}`,
    "jackpot_link",
  ],
  [
    "a pool is said to leave another jackpot than its outcome",
    "jackpots",
    `UPDATE jackpot_link SET own_cents = own_cents + 1 WHERE pool_id = ${POOL}`,
    `UPDATE jackpot_link SET own_cents = own_cents - 1 WHERE pool_id = ${POOL}`,
    "jackpot_link",
  ],
  [
    "a pool is said to keep what it handed on",
    "jackpots",
    `UPDATE jackpot_link SET keeps = true, own_cents = 0 WHERE pool_id = ${POOL}`,
    `UPDATE jackpot_link SET keeps = false, own_cents = booked_cents WHERE pool_id = ${POOL}`,
    "jackpot_link",
  ],
  [
    "a bet's credit is not what its explanation ends at",
    "payouts",
    "UPDATE bet_credit SET amount_cents = amount_cents + 1 WHERE kind = 'payout' AND amount_cents > 0",
    "UPDATE bet_credit SET amount_cents = amount_cents - 1 WHERE kind = 'payout' AND amount_cents > 0",
    "bet_credit",
  ],
];

test("before anything is broken all is well", async () => {
  expect(await broken()).toEqual([]);
});

test.each(BREAKS)("%s: found by %s", async (_, check, edit, back, table) => {
  const run = async (sql: string): Promise<void> => {
    await club.asAdmin(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await club.asAdmin(sql, sql.includes("$1") ? [raceId] : []);
    await club.asAdmin(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  };
  await run(edit);
  const found = await broken();
  await run(back);
  expect(found).toContain(check);
  expect(await broken()).toEqual([]);
});

test("an account with lines cannot be taken away, and one that was is found", async () => {
  const [pool] = await club.asAdmin(
    "SELECT escrow_account AS id FROM pool WHERE race_id = $1 AND code = 'TRIFECTA'",
    [raceId],
  );
  const take = async (): Promise<unknown> =>
    await club.asAdmin("DELETE FROM account WHERE id = $1", [pool?.["id"]]);
  await expect(take()).rejects.toThrow("an account with lines stays");
  await club.asAdmin("ALTER TABLE account DISABLE TRIGGER USER");
  await club.asAdmin("CREATE TABLE kept AS SELECT * FROM account WHERE id = $1", [pool?.["id"]]);
  await take();
  const found = await broken();
  await club.asAdmin("INSERT INTO account OVERRIDING SYSTEM VALUE SELECT * FROM kept");
  await club.asAdmin("DROP TABLE kept");
  await club.asAdmin("ALTER TABLE account ENABLE TRIGGER USER");
  expect(found).toContain("entries");
  expect(await broken()).toEqual([]);
});
