import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeInOutbox, ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator, TestPlayer } from "../../test/club.ts";

/* After a reset by a code no money leaves for a day (promise S25). */

let club: TestClub;
let cashier: TestOperator;
let owner: TestOperator;

beforeAll(async () => {
  const env = { CLUB_RATE_FACTOR: "0", CLUB_CURRENCY: "AUD", CLUB_FOUR_EYES: "on" };
  club = await startClub({ env });
  cashier = await club.operator("cashier");
  owner = await club.operator();
});
afterAll(async () => await club.close());

const CARD = {
  bank_name: "Harbour Mutual",
  account_name: "Noor Haldane",
  account_number: "1184 4417",
  branch_code: "999-204",
  swift_bic: "",
  currency: "AUD",
};

async function payable(cents: number): Promise<TestPlayer> {
  const player = await club.signUp();
  const maker = await club.newOperator("cashier");
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const body = { method: "bank_transfer", amount_cents: cents };
  const { topup_id: id } = ok(
    await club.call("POST", "/api/recharge/create", { token: player.token, body, headers }),
  );
  const approve = `/api/operator/topups/${id}/approve`;
  const { approval_id: large } = ok(await club.call("POST", approve, { token: maker.token }));
  if (large !== null) ok(await act(`approvals/${large}/approve`, {}, owner));
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body: CARD }));
  const path = `/api/operator/players/${player.id}/bank-card/verify`;
  ok(await club.call("POST", path, { token: cashier.token, body: {} }));
  await club.asAdmin(
    "UPDATE bank_card SET changed_at = changed_at - interval '25 hours' WHERE player_id = $1",
    [player.id],
  );
  return player;
}

async function ask(player: TestPlayer, cents: number): Promise<string> {
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const body = { amount_cents: cents };
  const asked = await club.call("POST", "/api/withdraw/create", {
    token: player.token,
    body,
    headers,
  });
  return ok(asked).withdrawal_id;
}

async function act(path: string, body: object = {}, by = cashier): Promise<Answer> {
  return await club.call("POST", `/api/operator/${path}`, { token: by.token, body });
}

async function reset(player: TestPlayer): Promise<TestPlayer> {
  const asked = { phone: player.phone, purpose: "reset" };
  const sent = ok(await club.call("POST", "/api/user/verification", { body: asked }));
  const code = await codeInOutbox(club, player.phone);
  const password = "quite another secret";
  const body = { phone: player.phone, ...sent, code, new_password: password };
  ok(await club.call("POST", "/api/user/reset-password", { body }));
  const form = { user_name: player.name, password };
  const { access_token: token } = ok(await club.call("POST", "/api/user/signin", { body: form }));
  return { ...player, password, token };
}

/** Sets the reset back to that long ago. */
async function age(player: TestPlayer, by: string): Promise<void> {
  await club.asAdmin(
    "UPDATE player SET password_reset_at = password_reset_at - $2::interval WHERE id = $1",
    [player.id, by],
  );
}

test("what waits at the reset, and what is asked for after it, is not approved for a day", async () => {
  const before = await payable(10_000);
  const waiting = await ask(before, 3000);
  const player = await reset(before);
  const after = await ask(player, 2000);
  const { terms } = ok(await club.call("GET", "/api/withdraw/list", { token: player.token }));
  expect(terms.waits_for).toEqual(["password_reset"]);
  const day = 24 * 60 * 60 * 1000;
  expect(Date.parse(terms.arrives_by)).toBeGreaterThan(Date.now() + day - 60_000);
  for (const id of [waiting, after]) {
    const refused = await act(`withdrawals/${id}/approve`);
    expect([refused.status, refused.body.code]).toEqual([409, "withdrawal.after_reset"]);
    const hours = (Date.parse(refused.body.params.until) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  }
  const queue = await club.call("GET", `/api/operator/withdrawals/${after}`, {
    token: cashier.token,
  });
  expect(ok(queue).waits_for).toEqual(["password_reset"]);
  await expect(
    club.query(
      "UPDATE withdrawal SET status = 'approved', approved_at = club_now_ms(), approved_by = $2 WHERE id = $1",
      [after, cashier.id],
    ),
  ).rejects.toThrow(/waits after a reset/);
  await age(player, "23 hours 58 minutes");
  expect((await act(`withdrawals/${after}/approve`)).body.code).toBe("withdrawal.after_reset");
  await age(player, "3 minutes");
  for (const id of [waiting, after]) ok(await act(`withdrawals/${id}/approve`));
  for (const id of [waiting, after]) ok(await act(`withdrawals/${id}/paid`));
});

test("what was approved before is neither paid nor put in a file, but may be rejected", async () => {
  const player = await payable(10_000);
  const [one, other] = [await ask(player, 3000), await ask(player, 2000)];
  for (const id of [one, other]) ok(await act(`withdrawals/${id}/approve`));
  await reset(player);
  expect((await act(`withdrawals/${one}/paid`)).body.code).toBe("withdrawal.after_reset");
  await expect(
    club.query(
      `UPDATE withdrawal SET status = 'paid', ended_at = club_now_ms(), ended_by = $2, paid_account = 'x'
       WHERE id = $1`,
      [one, cashier.id],
    ),
  ).rejects.toThrow(/waits after a reset/);
  ok(await act(`withdrawals/${other}/reject`, { reason: "the player asked for it at the desk" }));
});

test("a second operator does not approve it either", async () => {
  const player = await payable(2_000_000);
  const id = await ask(player, 1_500_000);
  const { approval_id: approval } = ok(await act(`withdrawals/${id}/approve`));
  expect(approval).not.toBeNull();
  await reset(player);
  const second = await act(`approvals/${approval}/approve`, {}, owner);
  expect(second.body.code).toBe("withdrawal.after_reset");
});

test("a file that was made before is not read nor sent after it; one that was sent is paid", async () => {
  const account = {
    name: "Horse Club Trust",
    account_number: "1234 5678",
    branch_code: "062-000",
    swift_bic: "",
    bank_code: "CBA",
    user_id: "301500",
  };
  ok(
    await club.call("PUT", "/api/operator/payouts/account", { token: owner.token, body: account }),
  );
  const [{ day } = { day: "" }] = await club.query(
    "SELECT (club_now() + interval '2 days')::date::text AS day",
  );
  const fileWith = async (id: string): Promise<Answer> =>
    await act("payouts", { format: "aba", withdrawal_ids: [id], total_cents: 3000, pay_on: day });
  const read = async (id: string): Promise<Answer> =>
    await club.call("GET", `/api/operator/payouts/${id}/file`, { token: cashier.token });
  const [player, other] = [await payable(10_000), await payable(10_000)];
  const [one, another] = [await ask(player, 3000), await ask(other, 3000)];
  for (const id of [one, another]) ok(await act(`withdrawals/${id}/approve`));
  const { file_id: made } = ok(await fileWith(one));
  const { file_id: sent } = ok(await fileWith(another));
  ok(await act(`payouts/${sent}/sent`));
  for (const each of [player, other]) await reset(each);

  expect((await read(made)).body.code).toBe("withdrawal.after_reset");
  expect((await act(`payouts/${made}/sent`)).body.code).toBe("withdrawal.after_reset");
  await expect(
    club.query(
      "UPDATE payout_file SET status = 'sent', decided_by = $2, decided_at = club_now_ms() WHERE id = $1",
      [made, cashier.id],
    ),
  ).rejects.toThrow(/waits after a reset/);
  ok(await act(`payouts/${made}/drop`, { reason: "the password was reset" }));
  expect((await fileWith(one)).body.code).toBe("payout.not_ready");
  await expect(
    club.query(
      "INSERT INTO payout_item (file_id, withdrawal_id, amount_cents, account_hash) VALUES ($1, $2, 3000, 'x')",
      [sent, one],
    ),
  ).rejects.toThrow(/waits after a reset/);

  expect((await read(sent)).status).toBe(200);
  ok(await act(`payouts/${sent}/paid`));
  expect(ok(await club.call("GET", `/api/operator/withdrawals/${another}`, owner)).status).toBe(
    "paid",
  );
});

test("a change with the old password keeps nothing back", async () => {
  const player = await payable(1000);
  const id = await ask(player, 1000);
  const body = { old_password: player.password, new_password: "a brand new secret" };
  ok(await club.call("POST", "/api/user/change-password", { token: player.token, body }));
  ok(await act(`withdrawals/${id}/approve`));
});
