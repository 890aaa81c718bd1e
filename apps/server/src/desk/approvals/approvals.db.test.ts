import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
});
afterAll(async () => {
  expect((await verifyBooks(club.ctx)).checks.filter((check) => !check.ok)).toEqual([]);
  await club.close();
});

async function ask(player: TestPlayer, cents: number, token?: string): Promise<Answer> {
  const { token: cashier } = await club.operator("cashier");
  const body = { kind: "goodwill", amount_cents: cents, reason: "a long queue" };
  const path = `/api/operator/players/${player.id}/adjust`;
  return await club.call("POST", path, { token: token ?? cashier, body });
}

async function decide(id: string, act: "approve" | "reject", token: string): Promise<Answer> {
  return await club.call("POST", `/api/operator/approvals/${id}/${act}`, { token });
}

async function cashOf(player: TestPlayer): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;
}

test("with four eyes an adjustment waits for another operator, and happens once", async () => {
  const player = await club.signUp();
  const pending = ok(await ask(player, 2500));
  expect(pending).toMatchObject({ status: "pending", adjustment_id: null, balance_cents: 0 });
  const id: string = pending.approval_id;
  expect(await cashOf(player)).toBe(0);

  const first = await club.operator("cashier");
  const mine = await club.call("GET", "/api/operator/approvals", first);
  expect(mine.body.list[0]).toMatchObject({ approval_id: id, kind: "adjust", may_decide: false });
  const own = await decide(id, "approve", first.token);
  expect([own.status, own.body.code]).toEqual([403, "approval.same_person"]);

  const clerk = await club.operator("results_clerk");
  const wrongRole = await decide(id, "approve", clerk.token);
  expect([wrongRole.status, wrongRole.body.code]).toEqual([403, "operator.not_allowed"]);

  const owner = await club.operator();
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => await decide(id, "approve", owner.token)),
  );
  const done = answers.filter((answer) => answer.status === 200);
  expect(done.length).toBe(1);
  expect(ok(done[0] as Answer).result).toMatchObject({ balance_cents: 2500 });
  expect(await cashOf(player)).toBe(2500);
  expect((await decide(id, "reject", owner.token)).body.code).toBe("approval.state");
});

test("what is turned down never happens", async () => {
  const player = await club.signUp();
  const { approval_id: id } = ok(await ask(player, 100));
  const owner = await club.operator();
  ok(await decide(id, "reject", owner.token));
  expect((await decide(id, "approve", owner.token)).body.code).toBe("approval.state");
  expect(await cashOf(player)).toBe(0);
  const list = await club.call("GET", "/api/operator/approvals?status=rejected", owner);
  expect(list.body.list[0]).toMatchObject({ approval_id: id, approved_by: "owner" });
});

test("what the player no longer has cannot be taken, and may be tried again", async () => {
  const player = await club.signUp();
  await club.fund(player, 1000);
  const { approval_id: first } = ok(await ask(player, -800));
  const { approval_id: second } = ok(await ask(player, -800));
  const owner = await club.operator();
  ok(await decide(first, "approve", owner.token));
  expect((await decide(second, "approve", owner.token)).body.code).toBe("funds.insufficient");
  await club.fund(player, 700);
  ok(await decide(second, "approve", owner.token));
  expect(await cashOf(player)).toBe(100);
});

test("nobody approves money of the player that he is himself", async () => {
  const player = await club.signUp();
  const { approval_id: id } = ok(await ask(player, 100));
  const cashier = await club.newOperator("cashier");
  const owner = await club.operator();
  const say = async (player_name: string | null, token = owner.token) =>
    await club.call("POST", `/api/operator/operators/${cashier.id}/player`, {
      token,
      body: { player_name, reason: "plays here too" },
    });
  expect((await say("nobody of this name")).status).toBe(404);
  expect((await say(player.name, cashier.token)).status).toBe(403);
  expect(ok(await say(player.name.toUpperCase())).player_name).toBe(player.name);
  expect((await decide(id, "approve", cashier.token)).body.code).toBe("money.same_person");
  expect(ok(await say(null)).player_name).toBeNull();
  ok(await decide(id, "approve", cashier.token));
  const rows = await club.query(
    "SELECT before, after FROM audit WHERE action = 'operator.player' ORDER BY id",
  );
  expect(rows).toMatchObject([
    { before: { player_name: null } },
    { before: { player_name: player.name }, after: { player_name: null } },
  ]);
});

test("a made-up approval is not found; each decision is in the audit log", async () => {
  const owner = await club.operator();
  expect((await decide(crypto.randomUUID(), "approve", owner.token)).status).toBe(404);
  const player = await club.signUp();
  const { approval_id: id } = ok(await ask(player, 100));
  ok(await decide(id, "approve", owner.token));
  const rows = await club.query("SELECT action FROM audit WHERE target = $1 ORDER BY id", [
    player.id,
  ]);
  expect(rows.map((row) => row["action"])).toEqual(["adjust.ask", "adjust.approve"]);
});
