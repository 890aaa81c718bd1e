import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lookupHash } from "../../core/kit/cipher.ts";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import { InviteDesk, numberOf, ON } from "../../test/invite-desk.ts";
import { createPlayer } from "../../people/accounts/create-player.ts";
import { withTransaction } from "../../core/db/connect.ts";

let desk: InviteDesk;
let club: TestClub;
beforeAll(async () => {
  desk = await InviteDesk.open();
  ({ club } = desk);
});
afterAll(async () => await desk.close());
beforeEach(async () => await desk.rules(ON));

test("code, link and picture; who joined is masked; without rewards nothing is on the way", async () => {
  await desk.rules({ reward_cents: 0, monthly_cap: 5 });
  const inviter = await desk.join();
  const info = ok(await club.call("GET", "/api/invitation/info", inviter));
  expect(info).toMatchObject({ invited: 0, rewarded: 0, rewarded_cents: 0, reward_cents: 0 });
  expect(info.link).toBe(`${club.url}/app/#/pages/login/register?invite=${inviter.code}`);
  expect(info.qr_svg).toMatch(/^<svg /);
  await desk.join({ code: inviter.code.toLowerCase() });
  const { body } = await club.call("GET", "/api/invitation/list", inviter);
  expect(body.list).toMatchObject([{ name: "F•••", state: "joined", reward_cents: 0 }]);
  expect(JSON.stringify(body)).not.toContain("friend-");
});

test("rewards are off at first", async () => {
  const other = await startClub();
  try {
    const player = await other.signUp();
    expect(ok(await other.call("GET", "/api/invitation/info", player)).reward_cents).toBe(0);
  } finally {
    await other.close();
  }
});

test("everything met: one operator asks, another one lets go, and it is bonus, once", async () => {
  const inviter = await desk.join();
  const friend = await desk.goodFriend(inviter.code);
  expect(await desk.list(inviter)).toMatchObject([{ state: "due", failed: [] }]);
  const asked = ok(await desk.release(friend.id));
  expect(asked.state).toBe("asked");
  expect((await desk.release(friend.id)).body.code).toBe("invite.state");
  const cashier = await club.operator("cashier");
  expect((await desk.approve(asked.approval_id, cashier.token)).body.code).toBe(
    "approval.same_person",
  );
  expect(await desk.bonusOf(inviter)).toBe(0);
  const owner = await club.operator();
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => await desk.approve(asked.approval_id, owner.token)),
  );
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await desk.bonusOf(inviter)).toBe(1000);
  expect((await desk.release(friend.id)).body.code).toBe("invite.state");
  const info = ok(await club.call("GET", "/api/invitation/info", inviter));
  expect(info).toMatchObject({ invited: 1, rewarded: 1, rewarded_cents: 1000 });
  const { body } = await club.call("GET", "/api/invitation/list", inviter);
  expect(body.list).toMatchObject([{ state: "rewarded", reward_cents: 1000 }]);
});

test("a reward is refused for good, and by no role that may not", async () => {
  const inviter = await desk.join();
  const friend = await desk.goodFriend(inviter.code);
  const { token } = await club.operator("risk");
  const path = `/api/operator/invitations/${friend.id}/refuse`;
  const body = { reason: "the same person" };
  expect((await desk.release(friend.id, "risk")).status).toBe(403);
  expect(ok(await club.call("POST", path, { token, body })).state).toBe("refused");
  expect((await desk.release(friend.id)).body.code).toBe("invite.state");
});

test("nobody invites himself, and no two each other: who invited whom never changes", async () => {
  const inviter = await desk.join();
  const friend = await desk.join({ code: inviter.code });
  const change = "UPDATE player SET invited_by = $2 WHERE id = $1";
  await expect(club.asAdmin(change, [inviter.id, friend.id])).rejects.toThrow(/cannot change/);
  await expect(club.asAdmin(change, [friend.id, friend.id])).rejects.toThrow(/cannot change/);
  await expect(
    club.query("INSERT INTO invitation (id, inviter_id) VALUES ($1, $1)", [inviter.id]),
  ).rejects.toThrow(/check/);
  const unknown = await withTransaction(
    club.ctx.db.bets,
    async (tx) =>
      await createPlayer(club.ctx, tx, {
        userName: `late-${numberOf(friend)}`,
        passwordHash: "-",
        phone: null,
        language: "en",
        invitedBy: friend.id,
      }),
  );
  const rows = await club.query("SELECT inviter_id FROM invitation WHERE id = $1", [unknown]);
  expect(rows).toEqual([{ inviter_id: friend.id }]);
});

test("addresses and devices are kept as keyed hashes alone", async () => {
  const player = await desk.join({ from: "198.51.100.77", device: "Plain phone" });
  const rows = await club.query("SELECT kind, hash FROM player_trace WHERE player_id = $1", [
    player.id,
  ]);
  expect(rows.map((row) => String(row["kind"])).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "address",
    "device",
  ]);
  const hash = lookupHash(club.ctx.secrets, "invite address", "198.51.100.77");
  expect(rows.find((row) => row["kind"] === "address")?.["hash"]).toEqual(hash);
});
