import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lookupHash } from "../../core/kit/cipher.ts";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { ok, readCode, startClub, PASSWORD, BIRTHDAY } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { createPlayer } from "../../people/accounts/create-player.ts";
import { withTransaction } from "../../core/db/connect.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_TRUST_PROXY: "on" } });
});
afterAll(async () => {
  expect((await verifyBooks(club.ctx)).checks.filter((check) => !check.ok)).toEqual([]);
  await club.close();
});

let phones = 100_000_000;
let places = 0;
const ON = { reward_cents: 1000, monthly_cap: 2 };

async function rules(body: object): Promise<void> {
  const { token } = await club.operator();
  ok(await club.call("PUT", "/api/operator/invitations/rules", { token, body }));
}
beforeEach(async () => await rules(ON));

interface Person extends TestPlayer {
  code: string;
}

/** Signs up a player with his own address and device, unless told otherwise, and an invite code. */
async function join(
  asked: { code?: string; from?: string; device?: string } = {},
): Promise<Person> {
  const { token } = await club.operator();
  phones += 1;
  places += 1;
  const phone = `+61${phones}`;
  const name = `friend-${phones}`;
  const sent = ok(
    await club.call("POST", "/api/user/verification", { body: { phone, purpose: "register" } }),
  );
  const code = await readCode(club.call, token, phone);
  const data = ok(
    await club.call("POST", "/api/user/register", {
      headers: {
        "x-forwarded-for": asked.from ?? `10.${places % 250}.${Math.floor(places / 250)}.7`,
        "user-agent": asked.device ?? `Phone ${places}`,
      },
      body: {
        user_name: name,
        password: PASSWORD,
        verification_id: sent.verification_id,
        timestamp: sent.timestamp,
        phone,
        code,
        invite_code: asked.code ?? "",
      },
    }),
  );
  const own = { token: data.access_token as string };
  ok(await club.call("PUT", "/api/user/profile", { ...own, body: { date_of_birth: BIRTHDAY } }));
  const info = ok(await club.call("GET", "/api/invitation/info", own));
  return {
    id: data.user_id,
    name,
    phone,
    password: PASSWORD,
    code: info.invite_code,
    token: own.token,
    refreshToken: data.refresh_token,
  };
}

async function saveAccount(player: TestPlayer, number: string): Promise<void> {
  const body = {
    bank_name: "Bank",
    account_name: player.name,
    account_number: number,
    branch_code: "062000",
    swift_bic: "",
    currency: "AUD",
  };
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body }));
}

/** Fakes a settled bet in the view of bets: making real race rows is another test's business. */
async function settleBetOf(player: TestPlayer): Promise<void> {
  await club.asAdmin("INSERT INTO pretend_bet VALUES ($1, 'lost')", [player.id]);
}

/** A friend who meets every condition. */
async function goodFriend(code: string, asked: { from?: string; device?: string } = {}) {
  const friend = await join({ ...asked, code });
  await saveAccount(friend, String(phones));
  await settleBetOf(friend);
  return friend;
}

async function list(inviter: TestPlayer): Promise<Answer["body"]["list"]> {
  const { token } = await club.operator();
  const path = `/api/operator/invitations?inviter_id=${inviter.id}`;
  return (await club.call("GET", path, { token })).body.list;
}

async function release(id: string, by = "cashier"): Promise<Answer> {
  const { token } = await club.operator(by as "cashier");
  return await club.call("POST", `/api/operator/invitations/${id}/release`, { token });
}

async function approve(approvalId: string, token: string): Promise<Answer> {
  return await club.call("POST", `/api/operator/approvals/${approvalId}/approve`, { token });
}

async function bonusOf(player: TestPlayer): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", player)).bonus_cents;
}

// The view of bets returns the real ones and the fake ones of a test.
beforeAll(async () => {
  await club.asAdmin("CREATE TABLE pretend_bet (player_id uuid, status text)");
  await club.asAdmin("GRANT SELECT ON pretend_bet TO club_app");
  const [row] = await club.asAdmin("SELECT pg_get_functiondef('invitation_fails'::regproc) AS def");
  const real = String(row?.["def"]);
  const pretending = real.replaceAll("sport_bet_view b", "pretend_bet b");
  expect(pretending).not.toBe(real);
  await club.asAdmin(pretending);
});

test("code, link and picture; who joined is masked; without rewards nothing is on the way", async () => {
  await rules({ reward_cents: 0, monthly_cap: 5 });
  const inviter = await join();
  const info = ok(await club.call("GET", "/api/invitation/info", inviter));
  expect(info).toMatchObject({ invited: 0, rewarded: 0, rewarded_cents: 0, reward_cents: 0 });
  expect(info.link).toBe(`${club.url}/app/#/pages/login/register?invite=${inviter.code}`);
  expect(info.qr_svg).toMatch(/^<svg /);
  await join({ code: inviter.code.toLowerCase() });
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
  const inviter = await join();
  const friend = await goodFriend(inviter.code);
  expect(await list(inviter)).toMatchObject([{ state: "due", failed: [] }]);
  const asked = ok(await release(friend.id));
  expect(asked.state).toBe("asked");
  expect((await release(friend.id)).body.code).toBe("invite.state");
  const cashier = await club.operator("cashier");
  expect((await approve(asked.approval_id, cashier.token)).body.code).toBe("approval.same_person");
  expect(await bonusOf(inviter)).toBe(0);
  const owner = await club.operator();
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => await approve(asked.approval_id, owner.token)),
  );
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await bonusOf(inviter)).toBe(1000);
  expect((await release(friend.id)).body.code).toBe("invite.state");
  const info = ok(await club.call("GET", "/api/invitation/info", inviter));
  expect(info).toMatchObject({ invited: 1, rewarded: 1, rewarded_cents: 1000 });
  const { body } = await club.call("GET", "/api/invitation/list", inviter);
  expect(body.list).toMatchObject([{ state: "rewarded", reward_cents: 1000 }]);
});

// Eight attempts to be paid for nobody; none pays (promise S14).
const abuses: [string, string, () => Promise<{ inviter: Person; friend: Person }>][] = [
  [
    "the same bank account",
    "other_account",
    async () => {
      const inviter = await join();
      await saveAccount(inviter, "87654321");
      const friend = await join({ code: inviter.code });
      await saveAccount(friend, "8765 4321");
      await settleBetOf(friend);
      return { inviter, friend };
    },
  ],
  [
    "two friends with one bank account",
    "other_account",
    async () => {
      const inviter = await join();
      const first = await join({ code: inviter.code });
      await saveAccount(first, "11223344");
      const friend = await join({ code: inviter.code });
      await saveAccount(friend, "11223344");
      await settleBetOf(friend);
      return { inviter, friend };
    },
  ],
  [
    "the same address",
    "other_address",
    async () => {
      const inviter = await join({ from: "203.0.113.5" });
      return { inviter, friend: await goodFriend(inviter.code, { from: "203.0.113.5" }) };
    },
  ],
  [
    "the same device in one network",
    "other_device",
    async () => {
      const inviter = await join({ from: "203.0.114.5", device: "Odd phone" });
      const friend = await goodFriend(inviter.code, { from: "203.0.114.6", device: "Odd phone" });
      return { inviter, friend };
    },
  ],
  [
    "no bet that was settled",
    "settled_bet",
    async () => {
      const inviter = await join();
      const friend = await join({ code: inviter.code });
      await saveAccount(friend, String(phones));
      return { inviter, friend };
    },
  ],
  [
    "no verified phone",
    "phone",
    async () => {
      const inviter = await join();
      const friend = await goodFriend(inviter.code);
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
      const inviter = await join();
      const owner = await club.operator();
      for (let paid = 0; paid < ON.monthly_cap; paid += 1) {
        const friend = await goodFriend(inviter.code);
        const { approval_id: id } = ok(await release(friend.id));
        ok(await approve(id, owner.token));
      }
      return { inviter, friend: await goodFriend(inviter.code) };
    },
  ],
  [
    "an account that came later and is the inviter's, seen when signing in",
    "other_address",
    async () => {
      const inviter = await join({ from: "203.0.115.5" });
      const friend = await goodFriend(inviter.code);
      const body = { user_name: friend.name, password: PASSWORD };
      const headers = { "x-forwarded-for": "203.0.115.5" };
      ok(await club.call("POST", "/api/user/signin", { body, headers }));
      return { inviter, friend };
    },
  ],
];
test("whoever may not play gets no reward either", async () => {
  const inviter = await join({ from: "203.0.117.5" });
  const friend = await goodFriend(inviter.code);
  await club.asAdmin("UPDATE player SET status = 'frozen' WHERE id = $1", [inviter.id]);
  const answer = await release(friend.id);
  expect([answer.body.code, answer.body.params.failed]).toEqual(["invite.not_due", "inviter"]);
  await club.asAdmin("UPDATE player SET status = 'active' WHERE id = $1", [inviter.id]);
  ok(await release(friend.id));
});

test.each(abuses)("%s is seen and not paid", async (_what, failed, make) => {
  const { inviter, friend } = await make();
  const before = await bonusOf(inviter);
  const rows = await list(inviter);
  const row = rows.find((each: { invited_id: string }) => each.invited_id === friend.id);
  expect(row).toMatchObject({ state: "joined", failed: [failed] });
  const answer = await release(friend.id);
  expect([answer.status, answer.body.code]).toEqual([409, "invite.not_due"]);
  expect(await bonusOf(inviter)).toBe(before);
});

test("what stops holding between the asking and the letting go is not paid either", async () => {
  const inviter = await join({ from: "203.0.116.5" });
  const friend = await goodFriend(inviter.code);
  const { approval_id: id } = ok(await release(friend.id));
  const body = { user_name: friend.name, password: PASSWORD };
  const headers = { "x-forwarded-for": "203.0.116.5" };
  ok(await club.call("POST", "/api/user/signin", { body, headers }));
  const { token } = await club.operator();
  expect((await approve(id, token)).body.code).toBe("invite.not_due");
  expect(await bonusOf(inviter)).toBe(0);
});

test("nothing is earned for a friend who closed the account, whatever came before or comes after", async () => {
  const inviter = await join();
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
  const asked = await goodFriend(inviter.code);
  const { approval_id: id } = ok(await release(asked.id));
  await close(asked);
  expectNotDue(await approve(id, token));

  // Closed with everything met, and nobody had asked yet.
  const met = await goodFriend(inviter.code);
  await close(met);
  expectNotDue(await release(met.id));

  // Closed before the first bet was settled: a result that is corrected later may still say so.
  const early = await join({ code: inviter.code });
  await saveAccount(early, String(phones));
  await close(early);
  await settleBetOf(early);
  expectNotDue(await release(early.id));
  expect(await bonusOf(inviter)).toBe(0);
});

test("a reward is refused for good, and by no role that may not", async () => {
  const inviter = await join();
  const friend = await goodFriend(inviter.code);
  const { token } = await club.operator("risk");
  const path = `/api/operator/invitations/${friend.id}/refuse`;
  const body = { reason: "the same person" };
  expect((await release(friend.id, "risk")).status).toBe(403);
  expect(ok(await club.call("POST", path, { token, body })).state).toBe("refused");
  expect((await release(friend.id)).body.code).toBe("invite.state");
});

test("nobody invites himself, and no two each other: who invited whom never changes", async () => {
  const inviter = await join();
  const friend = await join({ code: inviter.code });
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
        userName: `late-${phones}`,
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
  const player = await join({ from: "198.51.100.77", device: "Plain phone" });
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
