import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ok, PASSWORD } from "../../test/club.ts";
import type { Answer, TestClub } from "../../test/club.ts";
import { InviteDesk, ON } from "../../test/invite-desk.ts";
import type { Person } from "../../test/invite-desk.ts";

let desk: InviteDesk;
let club: TestClub;
beforeAll(async () => {
  desk = await InviteDesk.open();
  ({ club } = desk);
});
afterAll(async () => await desk.close());
beforeEach(async () => await desk.rules(ON));

// Eight attempts to be paid for nobody; none pays (promise S14).
const abuses: [string, string, () => Promise<{ inviter: Person; friend: Person }>][] = [
  [
    "the same bank account",
    "other_account",
    async () => {
      const inviter = await desk.join();
      await desk.saveAccount(inviter, "87654321");
      const friend = await desk.join({ code: inviter.code });
      await desk.saveAccount(friend, "8765 4321");
      await desk.settleBetOf(friend);
      return { inviter, friend };
    },
  ],
  [
    "two friends with one bank account",
    "other_account",
    async () => {
      const inviter = await desk.join();
      const first = await desk.join({ code: inviter.code });
      await desk.saveAccount(first, "11223344");
      const friend = await desk.join({ code: inviter.code });
      await desk.saveAccount(friend, "11223344");
      await desk.settleBetOf(friend);
      return { inviter, friend };
    },
  ],
  [
    "the same address",
    "other_address",
    async () => {
      const inviter = await desk.join({ from: "203.0.113.5" });
      return { inviter, friend: await desk.goodFriend(inviter.code, { from: "203.0.113.5" }) };
    },
  ],
  [
    "the same device in one network",
    "other_device",
    async () => {
      const inviter = await desk.join({ from: "203.0.114.5", device: "Odd phone" });
      const friend = await desk.goodFriend(inviter.code, {
        from: "203.0.114.6",
        device: "Odd phone",
      });
      return { inviter, friend };
    },
  ],
  [
    "no bet that was settled",
    "settled_bet",
    async () => {
      const inviter = await desk.join();
      const friend = await desk.join({ code: inviter.code });
      await desk.saveAccount(friend);
      return { inviter, friend };
    },
  ],
  [
    "no verified phone",
    "phone",
    async () => {
      const inviter = await desk.join();
      const friend = await desk.goodFriend(inviter.code);
      await club.query("UPDATE player SET phone_hash = NULL, phone_cipher = NULL WHERE id = $1", [
        friend.id,
      ]);
      return { inviter, friend };
    },
  ],
  [
    "more than the month's cap",
    "under_cap",
    async () => {
      const inviter = await desk.join();
      const owner = await club.operator();
      for (let paid = 0; paid < ON.monthly_cap; paid += 1) {
        const friend = await desk.goodFriend(inviter.code);
        const { approval_id: id } = ok(await desk.release(friend.id));
        ok(await desk.approve(id, owner.token));
      }
      return { inviter, friend: await desk.goodFriend(inviter.code) };
    },
  ],
  [
    "an account that came later and is the inviter's, seen when signing in",
    "other_address",
    async () => {
      const inviter = await desk.join({ from: "203.0.115.5" });
      const friend = await desk.goodFriend(inviter.code);
      const body = { user_name: friend.name, password: PASSWORD };
      const headers = { "x-forwarded-for": "203.0.115.5" };
      ok(await club.call("POST", "/api/user/signin", { body, headers }));
      return { inviter, friend };
    },
  ],
];
test("whoever may not play gets no reward either", async () => {
  const inviter = await desk.join({ from: "203.0.117.5" });
  const friend = await desk.goodFriend(inviter.code);
  await club.asAdmin("UPDATE player SET status = 'frozen' WHERE id = $1", [inviter.id]);
  const answer = await desk.release(friend.id);
  expect([answer.body.code, answer.body.params.failed]).toEqual(["invite.not_due", "inviter"]);
  await club.asAdmin("UPDATE player SET status = 'active' WHERE id = $1", [inviter.id]);
  ok(await desk.release(friend.id));
});

test.each(abuses)("%s is seen and not paid", async (_what, failed, make) => {
  const { inviter, friend } = await make();
  const before = await desk.bonusOf(inviter);
  const rows = await desk.list(inviter);
  const row = rows.find((each: { invited_id: string }) => each.invited_id === friend.id);
  expect(row).toMatchObject({ state: "joined", failed: [failed] });
  const answer = await desk.release(friend.id);
  expect([answer.status, answer.body.code]).toEqual([409, "invite.not_due"]);
  expect(await desk.bonusOf(inviter)).toBe(before);
});

test("what stops holding between the asking and the letting go is not paid either", async () => {
  const inviter = await desk.join({ from: "203.0.116.5" });
  const friend = await desk.goodFriend(inviter.code);
  const { approval_id: id } = ok(await desk.release(friend.id));
  const body = { user_name: friend.name, password: PASSWORD };
  const headers = { "x-forwarded-for": "203.0.116.5" };
  ok(await club.call("POST", "/api/user/signin", { body, headers }));
  const { token } = await club.operator();
  expect((await desk.approve(id, token)).body.code).toBe("invite.not_due");
  expect(await desk.bonusOf(inviter)).toBe(0);
});

test("nothing is earned for a friend who closed the account, whatever came before or comes after", async () => {
  const inviter = await desk.join();
  const close = async ({ token }: Person): Promise<void> => {
    const body = { password: PASSWORD, confirm: true };
    ok(await club.call("POST", "/api/user/close", { token, body }));
  };
  const expectNotDue = ({ status, body }: Answer): void =>
    expect([status, body.code, body.params.failed]).toEqual([
      409,
      "invite.not_due",
      "phone, other_account",
    ]);
  const { token } = await club.operator();

  // Closed between the asking and the letting go.
  const asked = await desk.goodFriend(inviter.code);
  const { approval_id: id } = ok(await desk.release(asked.id));
  await close(asked);
  expectNotDue(await desk.approve(id, token));

  // Closed with everything met, and nobody had asked yet.
  const met = await desk.goodFriend(inviter.code);
  await close(met);
  expectNotDue(await desk.release(met.id));

  // Closed before the first bet was settled: a result that is corrected later may still say so.
  const early = await desk.join({ code: inviter.code });
  await desk.saveAccount(early);
  await close(early);
  await desk.settleBetOf(early);
  expectNotDue(await desk.release(early.id));
  expect(await desk.bonusOf(inviter)).toBe(0);
});
