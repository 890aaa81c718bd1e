import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator, TestPlayer } from "../../test/club.ts";

let club: TestClub;
let cashier: TestOperator;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  cashier = await club.operator("cashier");
});
afterAll(async () => await club.close());

async function announce(player: TestPlayer, cents: number): Promise<string> {
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const body = { method: "bank_transfer", amount_cents: cents };
  const path = "/api/recharge/create";
  return ok(await club.call("POST", path, { token: player.token, body, headers })).topup_id;
}

const approve = async (ids: readonly string[], total: number): Promise<Answer> =>
  await club.call("POST", "/api/operator/topups/approve", {
    token: cashier.token,
    body: { ids, total_cents: total },
  });
const cashOf = async (player: TestPlayer): Promise<number> =>
  ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;

test("each is approved as if alone; what one refuses stops none of the others", async () => {
  const player = await club.signUp();
  const ids = [
    await announce(player, 100),
    await announce(player, 200),
    await announce(player, 400),
  ];
  const [, second = ""] = ids;
  const reject = { token: cashier.token, body: { reason: "no money came" } };
  ok(await club.call("POST", `/api/operator/topups/${second}/reject`, reject));
  expect((await approve(ids, 700)).body.list).toEqual([
    { id: ids[0], status: "done", code: null },
    { id: ids[1], status: "refused", code: "top_up.state" },
    { id: ids[2], status: "done", code: null },
  ]);
  expect(await cashOf(player)).toBe(500);
  // Repeated, even twice at once, nothing is booked twice.
  await Promise.all([approve(ids, 700), approve([...ids, ...ids], 700)]);
  expect(await cashOf(player)).toBe(500);
});

test("another sum than was seen, or one that is not there, approves nothing", async () => {
  const player = await club.signUp();
  const id = await announce(player, 100);
  expect((await approve([id], 99)).body).toMatchObject({
    code: "act.total_differs",
    params: { total_cents: 100 },
  });
  expect((await approve([id, crypto.randomUUID()], 100)).status).toBe(404);
  expect(await cashOf(player)).toBe(0);
});

test("flags: a new account, another name on the bank account, the same account at two, in and out", async () => {
  const [one, two] = [await club.signUp(), await club.signUp()];
  const card = {
    bank_name: "Harbour Mutual",
    account_name: "HALDANE, Nöör",
    account_number: "11844417",
    branch_code: "999-204",
    swift_bic: "",
    currency: "AUD",
  };
  for (const player of [one, two]) {
    ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body: card }));
  }
  await club.query("UPDATE player SET full_name = 'Noor Haldane' WHERE id = $1", [one.id]);
  await club.query("UPDATE player SET full_name = 'Kit Rowe' WHERE id = $1", [two.id]);
  await club.asAdmin(
    "UPDATE player SET created_at = created_at - interval '8 days' WHERE id = $1",
    [two.id],
  );
  await club.fund(one, 500);
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const body = { amount_cents: 100 };
  ok(await club.call("POST", "/api/withdraw/create", { token: one.token, body, headers }));
  await announce(one, 100);
  await announce(two, 100);
  const { list } = (await club.call("GET", "/api/operator/topups?status=waiting", cashier)).body;
  const flagsOf = (player: TestPlayer): string[] =>
    list
      .find((each: { player_id: string }) => each.player_id === player.id)
      .flags.filter((flag: string) => flag !== "shared_device");
  expect(flagsOf(one)).toEqual(["new_account", "shared_account", "in_and_out"]);
  expect(flagsOf(two)).toEqual(["name_differs", "shared_account"]);
});
