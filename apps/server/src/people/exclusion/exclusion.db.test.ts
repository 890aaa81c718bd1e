import { randomBytes, randomInt } from "node:crypto";
import { GamstopDouble, RegisterDouble } from "@club/doubles";
import type { Fault } from "@club/doubles";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { encrypt } from "../../core/kit/cipher.ts";
import { openMessage } from "../../tell/outbox/queue-message.ts";
import { emailPlace } from "../../tell/messages/tell-player.ts";
import { codeInOutbox, ok, startClub } from "../../test/club.ts";
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

async function setRule(rule: Record<string, unknown>, of: TestClub = club): Promise<ByHand> {
  const { token } = await of.operator();
  return ok(await of.call("PUT", "/api/operator/register-rule", { token, body: rule }));
}

/** The form of a sign-up with a right code. */
async function verifiedForm(of: TestClub, phone = `+6140${randomInt(1e7, 1e8 - 1)}`) {
  const body = { phone, purpose: "register" };
  const sent = ok(await of.call("POST", "/api/user/verification", { body }));
  return {
    user_name: `new-${randomBytes(4).toString("hex")}`,
    password: "correct horse battery",
    verification_id: sent.verification_id,
    timestamp: sent.timestamp,
    phone,
    code: await codeInOutbox(of, phone),
    invite_code: "",
  };
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
  const body = await verifiedForm(club, "+61400000001");
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

test("who takes another name is not rid of the register: an operator looks who it is", async () => {
  const player = await funded();
  const { token } = player;
  const rename = async (full_name: string): Promise<void> =>
    void ok(await club.call("PUT", "/api/user/profile", { token, body: { full_name } }));
  const state = async () =>
    await club.query(
      "SELECT bar, bar_until > club_now() AS is_barred, review FROM player WHERE id = $1",
      [player.id],
    );
  await rename("Ann Archer");
  register.excluded.add("Ann Archer");
  ok(await signIn(player));
  expect(await state()).toEqual([{ bar: "exclusion", is_barred: true, review: null }]);
  await rename("Bea Baker");
  expect(await state()).toEqual([{ bar: "exclusion", is_barred: false, review: "identity" }]);
  expect(await toldTo(player)).toHaveLength(1);
  // When the bar is over, he still waits for an operator.
  await club.asAdmin(
    "UPDATE player SET bar = NULL, bar_from = NULL, bar_until = NULL WHERE id = $1",
    [player.id],
  );
  const me = { ...player, token: ok(await signIn(player)).access_token };
  expect((await bet(me)).body.code).toBe("player.review");
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

test("an exclusion that is begun while the register names him outlasts it; so does a break from before", async () => {
  const until = async (player: TestPlayer) =>
    (
      await club.query(
        "SELECT bar, bar_until > club_now() + interval '30 days' AS lasts FROM player WHERE id = $1",
        [player.id],
      )
    )[0];
  const [player, rests] = [await funded(), await funded()];
  ok(await club.call("POST", "/api/user/time-out", { token: rests.token, body: { days: 42 } }));
  for (const { phone } of [player, rests]) register.excluded.add(phone);
  const { access_token: token } = ok(await signIn(player));
  ok(await signIn(rests));
  const body = { months: null, confirm: true };
  ok(await club.call("POST", "/api/user/self-exclusion", { token, body }));
  for (const { phone } of [player, rests]) register.excluded.delete(phone);
  for (const each of [player, rests]) {
    ok(await signIn(each));
    expect(await until(each)).toEqual({ bar: "exclusion", lasts: true });
  }
});

test("a sign-in that waits for the register opens nothing by a password that was changed meanwhile", async () => {
  const player = await funded();
  let answer: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const before = register.http.seen.length;
  register.http.failNext({ kind: "held", until });
  const late = signIn(player);
  await expect.poll(() => register.http.seen.length).toBeGreaterThan(before);
  const body = { old_password: player.password, new_password: "another horse battery" };
  ok(await club.call("POST", "/api/user/change-password", { token: player.token, body }));
  answer();
  expect((await late).body.code).toBe("signin.refused");
  const rows = await club.query(
    "SELECT count(*)::int AS n FROM session WHERE player_id = $1 AND ended_at IS NULL",
    [player.id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test("of two changes of a password with the old one at once, one is made", async () => {
  const player = await funded();
  const { token } = player;
  const change = async (new_password: string) =>
    await club.call("POST", "/api/user/change-password", {
      token,
      body: { old_password: player.password, new_password },
    });
  const answers = await Promise.all([change("first horse battery"), change("other horse battery")]);
  const codes = answers.map(({ status, body }) => (status === 200 ? "ok" : body.code));
  expect(codes.filter((code) => code === "ok")).toHaveLength(1);
});

test("whoever has come back is asked about as anybody else", async () => {
  const player = await funded();
  register.excluded.add(player.phone);
  register.until = "2027-01-01T00:00:00Z";
  ok(await signIn(player));
  await club.asAdmin("UPDATE player SET bar_until = club_now() WHERE id = $1", [player.id]);
  register.excluded.delete(player.phone);
  const { access_token: token } = ok(await signIn(player));
  const back = async () =>
    await club.call("POST", "/api/user/self-exclusion/return", {
      token,
      body: { limits: [{ kind: "stake", period: "day", amount_cents: 5000 }] },
    });
  ok(await back());
  await club.asAdmin("UPDATE player SET return_from = club_now() WHERE id = $1", [player.id]);
  ok(await back());
  const [row] = await club.query(
    "SELECT count(*)::int AS n FROM exclusion_watch WHERE player_id = $1",
    [player.id],
  );
  expect(row).toEqual({ n: 0 });
  register.excluded.add(player.phone);
  ok(await signIn(player));
  expect(await toldTo(player)).toHaveLength(3);
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

describe("GAMSTOP, which needs more than a phone", () => {
  let gamstop: GamstopDouble;
  let british: TestClub;
  const FACTS = { full_name: "Harriet Jane Smith", date_of_birth: "1990-05-17" };
  const PLACES = { email: "harriet@example.org", postcode: "SW1A 1AA" };

  beforeAll(async () => {
    gamstop = new GamstopDouble(KEY);
    await gamstop.http.start();
    british = await startClub({
      env: {
        CLUB_RATE_FACTOR: "0",
        CLUB_EXCLUSION_PROVIDER: "gamstop",
        CLUB_EXCLUSION_URL: gamstop.http.url,
        CLUB_EXCLUSION_KEY: KEY,
      },
    });
  });
  beforeEach(async () => await setRule({}, british));
  afterEach(() => gamstop.http.failAlways(null));
  afterAll(async () => await Promise.all([british.close(), gamstop.http.close()]));

  const register = async (form: object): Promise<Answer> =>
    await british.call("POST", "/api/user/register", { body: form });
  const isThere = async (userName: string): Promise<boolean> =>
    (await british.query("SELECT FROM player WHERE user_name = $1", [userName])).length > 0;

  test("whoever signs up is told what it needs", async () => {
    const face = async (of: TestClub) => ok(await of.call("GET", "/api/club"));
    expect(await face(british)).toMatchObject({
      sign_up_fields: ["full_name", "date_of_birth", "email", "postcode"],
    });
    expect(await face(club)).not.toHaveProperty("sign_up_fields");
  });

  test("it is asked before there is an account, and what was given is the profile", async () => {
    const form = { ...(await verifiedForm(british)), ...FACTS, ...PLACES };
    const { user_id: id, access_token: token } = ok(await register(form));
    expect(Object.fromEntries(new URLSearchParams(gamstop.http.seen.at(-1)?.body))).toEqual({
      firstName: "Harriet Jane",
      lastName: "Smith",
      dateOfBirth: "1990-05-17",
      email: "harriet@example.org",
      postcode: "SW1A 1AA",
      mobile: form.phone,
    });
    const profile = ok(await british.call("GET", "/api/user/profile", { token }));
    expect(profile).toMatchObject({ ...FACTS, is_adult: true, postcode: "SW1A 1AA" });
    expect(profile).toMatchObject({ address: null, country: null, email: "h•••@example.org" });
    // None of it is kept in clear but the name, as in every profile.
    const [row] = await british.query("SELECT p::text AS row FROM player p WHERE id = $1", [id]);
    for (const secret of ["1990-05-17", "SW1A", "harriet@"]) {
      expect(row?.["row"]).not.toContain(secret);
    }
    const { token: owner } = await british.operator();
    const path = `/api/operator/players/${id}/file`;
    const { exclusion_answers } = ok(await british.call("GET", path, { token: owner }));
    expect(exclusion_answers).toMatchObject([
      { provider: "gamstop", occasion: "sign_up", answer: "no" },
    ]);
  });

  test("whoever is in it gets no account", async () => {
    const form = { ...(await verifiedForm(british)), ...FACTS, ...PLACES };
    const refused = await register({ ...form, full_name: "Harriet Excluded" });
    expect([refused.status, refused.body.code]).toEqual([409, "player.excluded"]);
    expect(await isThere(form.user_name)).toBe(false);
    const rows = await british.query(
      "SELECT player_id, occasion FROM exclusion_answer WHERE answer = 'yes'",
    );
    expect(rows).toEqual([{ player_id: null, occasion: "sign_up" }]);
    // Whoever was in it before, and is no more, is welcome.
    ok(await register({ ...form, full_name: "Harriet Previously" }));
  });

  test.each(["full_name", "date_of_birth", "email", "postcode"])(
    "without %s it could not be asked: nobody is, and nothing is made",
    async (field) => {
      const form = { ...(await verifiedForm(british)), ...FACTS, ...PLACES };
      const before = gamstop.http.seen.length;
      const refused = await register({ ...form, [field]: undefined });
      expect([refused.status, refused.body.code]).toEqual([409, "profile.name_needed"]);
      expect(refused.body.params).toEqual({ field });
      expect([await isThere(form.user_name), gamstop.http.seen.length]).toEqual([false, before]);
      // The code is good for the whole form still.
      ok(await register(form));
    },
  );

  test.each([
    ["somebody of 17", dayYearsAgo(17), 409, "profile.under_age"],
    ["a day to come", "2999-01-01", 422, "request.invalid"],
    ["no day", "1990-02-30", 422, "request.invalid"],
    ["another century", "1890-01-01", 422, "request.invalid"],
  ])("%s is refused at once", async (_, date_of_birth, status, code) => {
    const form = { ...(await verifiedForm(british)), ...FACTS, ...PLACES, date_of_birth };
    const before = gamstop.http.seen.length;
    const refused = await register(form);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect([await isThere(form.user_name), gamstop.http.seen.length]).toEqual([false, before]);
  });

  test("without its answer nobody signs up; where the club lets in, it is asked again within a minute", async () => {
    const form = {
      ...(await verifiedForm(british)),
      ...FACTS,
      ...PLACES,
      full_name: "Late Excluded",
    };
    gamstop.http.failAlways({ kind: "status", status: 500 });
    const refused = await register(form);
    expect([refused.status, refused.body.code]).toEqual([503, "exclusion.unanswered"]);
    expect(await isThere(form.user_name)).toBe(false);
    await setRule({ unanswered: "let_in" }, british);
    const { user_id: id, access_token: token } = ok(await register(form));
    const [due] = await british.query(
      "SELECT due_at < club_now() + interval '60 seconds' AS is_soon FROM exclusion_watch WHERE player_id = $1",
      [id],
    );
    expect(due).toEqual({ is_soon: true });
    gamstop.http.failAlways(null);
    await british.query("UPDATE exclusion_watch SET due_at = club_now_ms()");
    await askAgain(british.ctx);
    const protection = ok(await british.call("GET", "/api/user/protection", { token }));
    expect(protection.bar).toMatchObject({ kind: "exclusion" });
  });

  test("it is asked again at each sign-in and at a session's first bet, and of a changed name", async () => {
    const form = { ...(await verifiedForm(british)), ...FACTS, ...PLACES };
    const { user_id: id } = ok(await register(form));
    const before = gamstop.http.seen.length;
    const { user_name, password } = form;
    const { access_token: token } = ok(
      await british.call("POST", "/api/user/signin", { body: { user_name, password } }),
    );
    const player = { id, token, name: user_name, password, phone: form.phone, refreshToken: "" };
    ok(await placed(player));
    expect(gamstop.http.seen.length - before).toBe(2);
    const body = { full_name: "Harriet Excluded" };
    ok(await british.call("PUT", "/api/user/profile", { token, body }));
    expect(ok(await british.call("GET", "/api/user/protection", { token })).bar?.kind).toBe(
      "exclusion",
    );
  });

  test("who joined before it was on does not bet before it could be asked", async () => {
    await british.asAdmin("INSERT INTO connection (kind, is_on) VALUES ('exclusion', false)");
    british.ctx.connections.forget();
    const player = await british.signUp();
    await british.asAdmin("DELETE FROM connection WHERE kind = 'exclusion'");
    british.ctx.connections.forget();
    expect((await placed(player)).body.code).toBe("profile.name_needed");
    const sealed = encrypt(british.ctx.secrets, emailPlace(player.id), "tom@example.org");
    await british.query("UPDATE player SET email_cipher = $2 WHERE id = $1", [player.id, sealed]);
    const body = { full_name: "Tom Clear", postcode: "SW1A 1AA" };
    ok(await british.call("PUT", "/api/user/profile", { token: player.token, body }));
    ok(await placed(player));
  });

  let day: TestMeeting | undefined;
  async function placed(player: TestPlayer): Promise<Answer> {
    day ??= await openMeeting(british, 1);
    await british.fund(player, 1000);
    const race_id = day.races[0]?.id ?? "";
    const bet = { race_id, date: day.date, bet_type: 1, horse: [1], betAmount: 5 };
    return await place(british, player, bet);
  }
});

/** The day on which somebody of so many years, and a half, was born. */
function dayYearsAgo(years: number): string {
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() - 12 * years - 6);
  return day.toISOString().slice(0, "2026-01-01".length);
}
