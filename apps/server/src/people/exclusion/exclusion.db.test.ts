import { randomBytes } from "node:crypto";
import { GamstopDouble, RegisterDouble } from "@club/doubles";
import type { Fault } from "@club/doubles";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { encrypt } from "../../core/kit/cipher.ts";
import { openMessage } from "../../tell/outbox/queue-message.ts";
import { emailPlace } from "../../tell/messages/tell-player.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, ByHand, TestClub, TestPlayer } from "../../test/club.ts";
import { openMeeting, place } from "../../test/db/race-day.ts";
import type { TestMeeting } from "../../test/db/race-day.ts";
import { askAgain } from "./ask-register.ts";

const KEY = "key of the club";

let club: TestClub;
let register: RegisterDouble;
let meeting: TestMeeting;

beforeAll(async () => {
  register = new RegisterDouble(KEY);
  await register.http.start();
  club = await startClub({
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_EXCLUSION_PROVIDER: "standard",
      CLUB_EXCLUSION_URL: register.http.url,
      CLUB_EXCLUSION_KEY: KEY,
    },
  });
  meeting = await openMeeting(club, 1);
});
beforeEach(async () => await setRule({}));
afterEach(() => {
  register.http.failAlways(null);
  register.until = null;
});
afterAll(async () => await Promise.all([club.close(), register.http.close()]));

async function setRule(rule: Record<string, unknown>): Promise<ByHand> {
  const { token } = await club.operator();
  return ok(await club.call("PUT", "/api/operator/register-rule", { token, body: rule }));
}

async function signIn(player: TestPlayer): Promise<Answer> {
  const body = { user_name: player.name, password: player.password };
  return await club.call("POST", "/api/user/signin", { body });
}

/** A player with money, whose session has placed no bet. */
async function funded(): Promise<TestPlayer> {
  const player = await club.signUp();
  await club.fund(player, 10_000);
  return player;
}

const bet = async (player: TestPlayer): Promise<Answer> =>
  await place(club, player, {
    race_id: meeting.races[0]?.id ?? "",
    date: meeting.date,
    bet_type: 1,
    horse: [1],
    betAmount: 5,
  });

/** What a player without an address was told by text message, the oldest first. */
async function toldTo(player: TestPlayer): Promise<string[]> {
  const rows = await club.query(
    "SELECT id, sealed FROM delivery WHERE channel = 'sms' AND kind = 'notice' ORDER BY created_at, id",
  );
  const messages = rows.map((row) => openMessage(club.ctx, row as never));
  return messages.filter(({ to }) => to === player.phone).map(({ text }) => text);
}

async function answersOf(player: TestPlayer): Promise<ByHand[]> {
  const { token } = await club.operator();
  const path = `/api/operator/players/${player.id}/file`;
  return ok(await club.call("GET", path, { token })).exclusion_answers;
}

const NO_ANSWER: [string, Fault][] = [
  ["answers 500", { kind: "status", status: 500 }],
  ["does not answer", { kind: "hang" }],
  ["answers rubbish", { kind: "rubbish" }],
  ["does not know the key", { kind: "status", status: 401 }],
];

test("at sign-up: whoever is in the register gets no account", async () => {
  const count = async () => (await club.query("SELECT count(*)::int AS n FROM player"))[0]?.["n"];
  register.excluded.add("+61400000001");
  const before = await count();
  const phone = "+61400000001";
  const sent = ok(
    await club.call("POST", "/api/user/verification", { body: { phone, purpose: "register" } }),
  );
  const { token } = await club.operator();
  const outbox = await club.call("GET", `/api/operator/outbox?to=${encodeURIComponent(phone)}`, {
    token,
  });
  const body = {
    user_name: `new-${randomBytes(4).toString("hex")}`,
    password: "correct horse battery",
    verification_id: sent.verification_id,
    timestamp: sent.timestamp,
    phone,
    code: outbox.body.list[0].code,
    invite_code: "",
  };
  const refused = await club.call("POST", "/api/user/register", { body });
  expect([refused.status, refused.body.code]).toEqual([409, "player.excluded"]);
  register.http.failAlways({ kind: "status", status: 500 });
  const unanswered = await club.call("POST", "/api/user/register", { body });
  expect([unanswered.status, unanswered.body.code]).toEqual([503, "exclusion.unanswered"]);
  expect(await count()).toBe(before);
  const [row] = await club.query(
    "SELECT player_id, occasion, answer FROM exclusion_answer WHERE answer = 'yes' AND occasion = 'sign_up'",
  );
  expect(row).toEqual({ player_id: null, occasion: "sign_up", answer: "yes" });
});

test("at sign-in: excluded is barred from then on, signs in, and gets at the money", async () => {
  const player = await funded();
  register.excluded.add(player.phone);
  register.until = "2031-05-01T00:00:00Z";
  const token = ok(await signIn(player)).access_token;
  const me = { ...player, token };
  expect((await bet(me)).body.code).toBe("player.excluded");
  const topUp = await club.call("POST", "/api/recharge/create", {
    token,
    body: { method: "bank_transfer", amount_cents: 100 },
    headers: { "idempotency-key": randomBytes(8).toString("hex") },
  });
  expect(topUp.body.code).toBe("player.excluded");
  const protection = ok(await club.call("GET", "/api/user/protection", { token }));
  expect(protection.bar).toMatchObject({ kind: "exclusion", until: "2031-05-01T00:00:00.000Z" });
  const card = {
    bank_name: "Harbour Mutual",
    account_name: "Noor Haldane",
    account_number: "11844417",
    branch_code: "999204",
    swift_bic: "",
    currency: "AUD",
  };
  ok(await club.call("POST", "/api/user/bank_card", { token, body: card }));
  ok(
    await club.call("POST", "/api/withdraw/create", {
      token,
      body: { amount_cents: 10_000 },
      headers: { "idempotency-key": randomBytes(8).toString("hex") },
    }),
  );
  const [newest] = await answersOf(player);
  expect(newest).toMatchObject({
    provider: "standard",
    occasion: "sign_in",
    answer: "yes",
    until: "2031-05-01T00:00:00.000Z",
    failure: null,
  });
  expect(newest.provider_id).toMatch(/^reg_/);
  // Barred already: whatever happens to the register, the way to the money stays open.
  register.http.failAlways({ kind: "status", status: 500 });
  expect((await signIn(player)).status).toBe(200);
});

test("one that the register names no more comes back as after any exclusion: by asking", async () => {
  const player = await funded();
  register.excluded.add(player.phone);
  ok(await signIn(player));
  register.excluded.delete(player.phone);
  await Promise.all([signIn(player), signIn(player)]);
  const token = ok(await signIn(player)).access_token;
  const protection = ok(await club.call("GET", "/api/user/protection", { token }));
  expect(protection.bar).toMatchObject({ kind: "exclusion", is_over: true });
  // Each of the two is confirmed, once.
  expect(await toldTo(player)).toEqual([
    expect.stringContaining("register of excluded people names you: while it does"),
    expect.stringContaining("names you no more"),
  ]);
  expect((await bet({ ...player, token })).body.code).toBe("player.excluded");
});

test("at the session's first bet: who was entered since the sign-in does not bet", async () => {
  const player = await funded();
  register.excluded.add(player.phone);
  expect((await bet(player)).body.code).toBe("player.excluded");
  const answers = await answersOf(player);
  expect(answers[0]).toMatchObject({ occasion: "first_bet", answer: "yes" });
  const other = await funded();
  const before = register.http.seen.length;
  ok(await bet(other));
  ok(await bet(other));
  expect(register.http.seen.length).toBe(before + 1);
});

test("an exclusion of the player's own is not made shorter by the register", async () => {
  const player = await funded();
  register.excluded.add(player.phone);
  register.until = "2027-01-01T00:00:00Z";
  ok(await signIn(player));
  await club.query("UPDATE player SET bar_until = 'infinity' WHERE id = $1", [player.id]);
  ok(await signIn(player));
  const [row] = await club.query(
    "SELECT bar_until = 'infinity' AS is_for_good FROM player WHERE id = $1",
    [player.id],
  );
  expect(row?.["is_for_good"]).toBe(true);
});

describe("no answer", () => {
  test.each(NO_ANSWER)("a register that %s: nobody signs in or bets", async (_, fault) => {
    const player = await funded();
    register.http.failAlways(fault);
    for (const answer of [await bet(player), await signIn(player)]) {
      expect([answer.status, answer.body.code]).toEqual([503, "exclusion.unanswered"]);
    }
    const answers = await answersOf(player);
    expect(answers[0]).toMatchObject({ occasion: "sign_in", answer: "none" });
    expect(answers[0].failure).not.toBeNull();
    register.http.failAlways(null);
    ok(await bet(player));
  });

  test("where the club lets in, it is asked again within a minute, and what it says then holds", async () => {
    await setRule({ unanswered: "let_in" });
    const [good, listed] = [await funded(), await funded()];
    register.http.failAlways({ kind: "status", status: 503 });
    ok(await signIn(good));
    ok(await bet(good));
    ok(await bet(listed));
    const due = await club.query(
      "SELECT FROM exclusion_watch WHERE due_at < club_now() + interval '60 seconds' AND player_id = ANY ($1)",
      [[good.id, listed.id]],
    );
    expect(due).toHaveLength(2);
    register.http.failAlways(null);
    register.excluded.add(listed.phone);
    await askAgain(club.ctx);
    // Not before its time.
    ok(await bet(listed));
    await club.query("UPDATE exclusion_watch SET due_at = club_now_ms()");
    await askAgain(club.ctx);
    ok(await bet(good));
    expect((await bet(listed)).body.code).toBe("player.excluded");
    const owed = await club.query("SELECT FROM exclusion_watch WHERE due_at IS NOT NULL");
    expect(owed).toEqual([]);
  });
});

test("the rule is the owner's, with who set it and when", async () => {
  const set = await setRule({ not_asked_by_law: true, note: "Licence 12, no register there." });
  expect(set).toMatchObject({ unanswered: "refuse", not_asked_by_law: true, changed_by: "owner" });
  const { token } = await club.operator("risk");
  const path = "/api/operator/register-rule";
  expect((await club.call("GET", path, { token })).body.data).toEqual(set);
  expect((await club.call("PUT", path, { token, body: {} })).status).toBe(403);
});

test("GAMSTOP is asked by its form, and its three answers are understood", async () => {
  const gamstop = new GamstopDouble(KEY);
  await gamstop.http.start();
  const british = await startClub({
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_EXCLUSION_PROVIDER: "gamstop",
      CLUB_EXCLUSION_URL: gamstop.http.url,
      CLUB_EXCLUSION_KEY: KEY,
    },
  });
  const named = async (full_name: string): Promise<ByHand> => {
    // Without a name there is nobody to ask about.
    const player = await british.signUp();
    const sealed = encrypt(british.ctx.secrets, emailPlace(player.id), "harriet@example.org");
    await british.query("UPDATE player SET email_cipher = $2 WHERE id = $1", [player.id, sealed]);
    const body = { full_name, postcode: "SW1A 1AA" };
    ok(await british.call("PUT", "/api/user/profile", { token: player.token, body }));
    const protection = ok(await british.call("GET", "/api/user/protection", player));
    const { token } = await british.operator();
    const file = `/api/operator/players/${player.id}/file`;
    const [answer] = ok(await british.call("GET", file, { token })).exclusion_answers;
    return { player, bar: protection.bar?.kind ?? null, ...answer };
  };
  const clear = await named("Harriet Jane Smith");
  expect(clear).toMatchObject({
    answer: "no",
    bar: null,
    provider: "gamstop",
    occasion: "profile",
  });
  const request = gamstop.http.seen[0];
  expect(request?.headers["x-api-key"]).toBe(KEY);
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    firstName: "Harriet Jane",
    lastName: "Smith",
    dateOfBirth: "1990-05-17",
    email: "harriet@example.org",
    postcode: "SW1A 1AA",
    mobile: clear.player.phone,
  });
  // At each sign-in and at a session's first bet, too.
  const asked = (): number => gamstop.http.seen.length;
  const before = asked();
  const signIn = { user_name: clear.player.name, password: clear.player.password };
  const { access_token: token } = ok(
    await british.call("POST", "/api/user/signin", { body: signIn }),
  );
  const day = await openMeeting(british, 1);
  const placed = async (player: TestPlayer): Promise<Answer> => {
    await british.fund(player, 1000);
    const race_id = day.races[0]?.id ?? "";
    return await place(british, player, {
      race_id,
      date: day.date,
      bet_type: 1,
      horse: [1],
      betAmount: 5,
    });
  };
  ok(await placed({ ...clear.player, token }));
  expect(asked() - before).toBe(2);
  // Nobody bets before it could be asked.
  const nameless = await british.signUp();
  expect((await placed(nameless)).body.code).toBe("profile.name_needed");
  ok(
    await british.call("PUT", "/api/user/profile", {
      token: nameless.token,
      body: { full_name: "Tom Clear" },
    }),
  );
  ok(await placed(nameless));
  expect(await named("Harriet Previously")).toMatchObject({ answer: "previously", bar: null });
  const excluded = await named("Harriet Excluded");
  expect(excluded).toMatchObject({ answer: "yes", bar: "exclusion" });
  expect(excluded.provider_id).toMatch(/^[0-9a-f-]{36}$/);
  await Promise.all([british.close(), gamstop.http.close()]);
});
