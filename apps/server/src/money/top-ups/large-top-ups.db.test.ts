import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
});
afterAll(async () => await club?.close());

const OVER = 1_000_001;

async function announce(player: TestPlayer, cents: number): Promise<string> {
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const body = { method: "bank_transfer", amount_cents: cents };
  const path = "/api/recharge/create";
  return ok(await club.call("POST", path, { token: player.token, body, headers })).topup_id;
}
const approve = async (id: string): Promise<Answer> => {
  const cashier = await club.operator("cashier");
  return await club.call("POST", `/api/operator/topups/${id}/approve`, { token: cashier.token });
};
const cashOf = async (player: TestPlayer): Promise<number> =>
  ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;

test("a large top-up waits for a second operator, and is booked once", async () => {
  const player = await club.signUp();
  const id = await announce(player, OVER);
  const asked = ok(await approve(id));
  expect(asked).toMatchObject({ status: "created", balance_cents: 0 });
  expect(ok(await approve(id)).approval_id).toBe(asked.approval_id);
  expect(await cashOf(player)).toBe(0);
  const path = `/api/operator/approvals/${asked.approval_id}/approve`;
  const own = await club.call("POST", path, await club.operator("cashier"));
  expect(own.body.code).toBe("approval.same_person");
  const second = await club.newOperator("cashier");
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => await club.call("POST", path, second)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await cashOf(player)).toBe(OVER);
});

test("up to the club's threshold one operator is enough; together each goes its own way", async () => {
  const player = await club.signUp();
  const [small, large] = [await announce(player, OVER - 1), await announce(player, OVER)];
  const cashier = await club.operator("cashier");
  const { body } = await club.call("POST", "/api/operator/topups/approve", {
    token: cashier.token,
    body: { ids: [small, large], total_cents: 2 * OVER - 1 },
  });
  expect(body.list.map(({ status }: { status: string }) => status)).toEqual(["done", "pending"]);
  expect(await cashOf(player)).toBe(OVER - 1);
});

test("one that was rejected meanwhile is booked by nobody", async () => {
  const player = await club.signUp();
  const id = await announce(player, OVER);
  const { approval_id: approval } = ok(await approve(id));
  const second = await club.newOperator("cashier");
  const body = { reason: "no money came" };
  ok(await club.call("POST", `/api/operator/topups/${id}/reject`, { token: second.token, body }));
  const late = await club.call("POST", `/api/operator/approvals/${approval}/approve`, second);
  expect(late.body.code).toBe("top_up.state");
  expect(await cashOf(player)).toBe(0);
});
