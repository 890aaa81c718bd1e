import { randomBytes } from "node:crypto";
import { MailDouble, SmsHttpDouble } from "@club/doubles";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tellActivity } from "../protection/tell-activity.ts";
import { PLAYER_LANGUAGES } from "@club/contract";
import { MESSAGE_KIND_NAMES } from "../../tell/messages/message-kinds.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { ok, PASSWORD, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { setClock } from "../../test/db/clock.ts";
import { deliverDue } from "../../tell/delivery/deliver.ts";
import { mailChannel, smsChannel } from "../../tell/outbox/message-channel.ts";
import { openMessage } from "../../tell/outbox/queue-message.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { eraseAccount } from "./close-account.ts";

/* What players are told, when, on which ways; the mails go to a mail server that keeps them. */

let club: TestClub;
let post: MailDouble;

beforeAll(async () => {
  post = await new MailDouble().start();
  club = await startClub({
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_SMTP_URL: post.url,
      CLUB_MAIL_FROM: "Club <club@club.example>",
    },
  });
});
afterAll(async () => {
  await club.close();
  await post.close();
});
beforeEach(() => {
  post.mails.length = 0;
});

let addresses = 0;

/** Gives a player an address, by the code that goes there. */
async function giveEmail(player: TestPlayer): Promise<string> {
  addresses += 1;
  const email = `player${addresses}@example.org`;
  const { token } = player;
  const body = { email, password: PASSWORD };
  const { change_id } = ok(await club.call("POST", "/api/user/email", { token, body }));
  await deliver();
  const code = codeIn(post.mails.at(-1)?.text);
  ok(await club.call("POST", "/api/user/email/confirm", { token, body: { change_id, code } }));
  await deliver();
  await club.query("DELETE FROM delivery");
  post.mails.length = 0;
  return email;
}

const codeIn = (text = ""): string => /\b\d{6}\b/.exec(text)?.[0] ?? "";

async function deliver(): Promise<void> {
  await deliverDue(club.ctx, [smsChannel, mailChannel]);
}

/** What waits for a player's phone. */
async function texts(to: string): Promise<string[]> {
  const rows = await club.query(
    "SELECT id, sealed FROM delivery WHERE channel = 'sms' ORDER BY id",
  );
  return rows
    .map((row) => openMessage(club.ctx, row as never))
    .filter((message) => message.to === to)
    .map((message) => message.text);
}

async function subjects(): Promise<[to: string, subject: string][]> {
  await deliver();
  return post.mails.map(({ to, subject }) => [to, subject]);
}

test.each([
  ["email_change", "/api/user/email", { email: "late@example.org", password: PASSWORD }],
  ["complaint", "/api/complaint/create", { topic: "money", text: "Late words." }],
])("nothing is written into %s of who is erased in the same moment", async (table, path, body) => {
  const { id, token } = await club.signUp();
  const waiting = async (): Promise<number> =>
    (
      await club.asAdmin(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).length;
  const { answer } = await withTransaction(club.ctx.db.jobs, async (tx) => {
    await lockPlayer(tx, id);
    const headers = { "idempotency-key": randomBytes(8).toString("hex") };
    const answer = club.call("POST", path, { token, body, headers });
    await expect.poll(waiting).toBe(1);
    await eraseAccount(club.ctx, tx, id);
    return { answer };
  });
  expect(await answer).toMatchObject({ status: 401, body: { code: "session.expired" } });
  expect(await club.asAdmin(`SELECT FROM ${table} WHERE player_id = $1`, [id])).toEqual([]);
});

test("a top-up that arrived is told by mail, in the player's language, as text and page", async () => {
  const player = await club.signUp();
  const email = await giveEmail(player);
  const { token } = player;
  ok(await club.call("PUT", "/api/user/profile", { token, body: { language: "fr" } }));
  await club.fund(player, 5000);
  expect(await subjects()).toEqual([[email, "Votre dépôt est arrivé"]]);
  const [mail] = post.mails;
  expect(mail?.text).toMatch(/Votre dépôt de 50,00\s\$ est arrivé/);
  expect(mail?.html).toMatch(/Votre dépôt de 50,00\s\$ est arrivé/);
  expect(await texts(player.phone)).toEqual([]);
});

test("a withdrawal that is paid is told by mail, and one that is refused in any case", async () => {
  const [mailed, phoned] = [await club.signUp(), await club.signUp()];
  const email = await giveEmail(mailed);
  const { token: owner } = await club.operator();
  const withdraw = async (player: TestPlayer, ...acts: string[]): Promise<void> => {
    const { token } = player;
    const body = { amount_cents: 1000 };
    const headers = { "idempotency-key": randomBytes(8).toString("hex") };
    const made = ok(await club.call("POST", "/api/withdraw/create", { token, body, headers }));
    for (const act of acts) {
      const path = `/api/operator/withdrawals/${made.withdrawal_id}/${act}`;
      ok(await club.call("POST", path, { token: owner, body: { reason: "not this one" } }));
    }
  };
  for (const [at, player] of [mailed, phoned].entries()) {
    const { token } = player;
    await club.fund(player, 2000);
    const card = {
      bank_name: "A Bank",
      account_name: "A Player",
      account_number: `1184442${at}`,
      branch_code: "999-204",
      currency: "AUD",
    };
    ok(await club.call("POST", "/api/user/bank_card", { token, body: card }));
    const verify = `/api/operator/players/${player.id}/bank-card/verify`;
    ok(await club.call("POST", verify, { token: owner, body: {} }));
  }
  await club.query("UPDATE bank_card SET changed_at = changed_at - interval '25 hours'");
  await club.query("DELETE FROM delivery");
  for (const player of [mailed, phoned]) {
    await withdraw(player, "approve", "paid");
    await withdraw(player, "reject");
  }
  const sent = (await subjects()).map(([to, subject]) => `${to}: ${subject}`);
  expect(sent.toSorted()).toEqual([
    `${email}: Your withdrawal was not paid`,
    `${email}: Your withdrawal was paid`,
  ]);
  expect(post.mails.every(({ text }) => text.includes("$10.00"))).toBe(true);
  expect(await texts(phoned.phone)).toEqual([expect.stringMatching(/\$10\.00 was not paid/)]);
});

test("a mail bears the club's colours, and its logo comes along once it has one", async () => {
  const player = await club.signUp();
  await giveEmail(player);
  const { token } = await club.operator();
  const look = async (version: number, logo: string) => {
    const values = { colour_header: "#4a1030", logo };
    const body = { version, values };
    ok(await club.call("PUT", "/api/operator/club-settings/look", { token, body }));
  };
  const picture = { create: { width: 8, height: 8, channels: 3, background: "#0d5b41" } } as const;
  const png = (await sharp(picture).png().toBuffer()).toString("base64");
  for (const [version, logo] of [
    [0, ""],
    [1, `data:image/png;base64,${png}`],
  ] as const) {
    await look(version, logo);
    post.mails.length = 0;
    await club.fund(player, 1000);
    await deliver();
    const [mail] = post.mails;
    expect(mail?.html).toContain("background:#4a1030");
    expect(mail?.html.includes('src="cid:logo"')).toBe(logo !== "");
    expect(mail?.pictures).toEqual(logo === "" ? [] : ["logo"]);
  }
});

test("what is not asked for by law is told by mail alone, and not to who turned it off or is barred", async () => {
  const [without, off, barred] = [await club.signUp(), await club.signUp(), await club.signUp()];
  await giveEmail(off);
  await giveEmail(barred);
  const refuse = async (kind: string) =>
    await club.call("PUT", "/api/user/messages", { token: off.token, body: { refused: [kind] } });
  const { list } = (await refuse("top_up")).body;
  expect(list).toMatchObject([
    { kind: "top_up", name: "Your top-up has arrived", is_wanted: false },
    { kind: "withdrawal_paid", is_wanted: true },
  ]);
  expect(list).toHaveLength(2);
  for (const kind of ["password_changed", "withdrawal_refused"]) {
    expect((await refuse(kind)).status).toBe(422);
  }
  await club.query("UPDATE player SET status = 'frozen' WHERE id = $1", [barred.id]);
  const facts = { amount: 100n, reference: "R" };
  await tellPlayer(club.ctx, club.ctx.db.jobs, { playerId: barred.id, kind: "top_up", facts });
  await club.fund(without, 1000);
  await club.fund(off, 1000);
  expect([await subjects(), await texts(without.phone), await texts(off.phone)]).toEqual([
    [],
    [],
    [],
  ]);
});

test("what touches the account's safety goes to mail and phone: password, bank account, new device", async () => {
  const player = await club.signUp();
  const email = await giveEmail(player);
  const { token } = player;
  const card = (account_number: string) => ({
    bank_name: "A Bank",
    account_name: "A Player",
    account_number,
    branch_code: "123-456",
    currency: "AUD",
    password: PASSWORD,
  });
  ok(await club.call("POST", "/api/user/bank_card", { token, body: card("12345678") }));
  expect(await subjects()).toEqual([]);
  ok(await club.call("POST", "/api/user/bank_card", { token, body: card("87654321") }));
  const signIn = async (device: string) =>
    ok(
      await club.call("POST", "/api/user/signin", {
        body: { user_name: player.name, password: PASSWORD },
        headers: { "user-agent": device },
      }),
    );
  await signIn("Strange Browser");
  await signIn("Strange Browser");
  const body = { old_password: PASSWORD, new_password: "another horse battery" };
  ok(await club.call("POST", "/api/user/change-password", { token, body }));
  // Several go out at once: which of them arrives first is not promised.
  const sent = (await subjects()).map(([to, subject]) => `${to}: ${subject}`);
  expect(sent.toSorted()).toEqual([
    `${email}: Sign-in from a new device`,
    `${email}: Your bank account was changed`,
    `${email}: Your password was changed`,
  ]);
  const told = (await texts(player.phone)).toSorted();
  expect(told).toHaveLength(3);
  for (const word of ["bank account", "Strange Browser", "password was changed"]) {
    expect(told.filter((text) => text.includes(word))).toHaveLength(1);
  }
  for (const text of told) expect(text).toContain("If it was not you");
});

test("a password that was set anew by a code is told on both ways", async () => {
  const player = await club.signUp();
  const email = await giveEmail(player);
  const { phone } = player;
  const body = { phone, purpose: "reset" };
  const sent = ok(await club.call("POST", "/api/user/verification", { body }));
  // No text message leaves this club: the code goes to the address, which was proved.
  await deliver();
  const reset = {
    phone,
    verification_id: sent.verification_id,
    timestamp: sent.timestamp,
    code: codeIn(post.mails.at(-1)?.text),
    new_password: "another horse battery",
  };
  post.mails.length = 0;
  ok(await club.call("POST", "/api/user/reset-password", { body: reset }));
  expect(await subjects()).toEqual([[email, "Your password was set anew"]]);
  expect(await texts(phone)).toEqual([expect.stringContaining("set anew")]);
});

test("a club that sends no mail, or no text message, asks for no code to an address or a number", async () => {
  const silent = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  try {
    const { token } = await silent.signUp();
    const ask = async (way: string, body: object) => {
      const asked = { token, body: { ...body, password: PASSWORD } };
      const { status, body: answer } = await silent.call("POST", `/api/user/${way}`, asked);
      return [status, answer.code, answer.params.kind];
    };
    const codes = async () => await silent.query("SELECT FROM delivery WHERE kind <> 'register'");
    expect(await ask("email", { email: "new@example.org" })).toEqual([
      409,
      "connection.off",
      "mail",
    ]);
    expect(await ask("phone", { phone: "+61400111222" })).toEqual([409, "connection.off", "sms"]);
    expect(await codes()).toEqual([]);
  } finally {
    await silent.close();
  }
});

test("a changed address is told to the one before and to the phone; wrong codes are counted", async () => {
  const player = await club.signUp();
  const old = await giveEmail(player);
  const { token } = player;
  const ask = async (password: string) =>
    await club.call("POST", "/api/user/email", {
      token,
      body: { email: "new@example.org", password },
    });
  expect((await ask("not this one")).body.code).toBe("password.wrong");
  const { change_id } = ok(await ask(PASSWORD));
  await deliver();
  expect(post.mails.map(({ to }) => to)).toEqual(["new@example.org"]);
  const right = codeIn(post.mails[0]?.text);
  const wrong = right === "000000" ? "000001" : "000000";
  const confirm = async (code: string, by = token) =>
    await club.call("POST", "/api/user/email/confirm", { token: by, body: { change_id, code } });
  const other = await club.signUp();
  expect((await confirm(right, other.token)).body.code).toBe("verification.refused");
  expect((await confirm(wrong)).body.code).toBe("verification.refused");
  expect(ok(await confirm(right))).toMatchObject({
    email: "n•••@example.org",
    is_email_proved: true,
  });
  expect((await confirm(right)).body.code).toBe("verification.refused");
  post.mails.length = 0;
  expect(await subjects()).toEqual([[old, "Your e-mail address was changed"]]);
  expect(await texts(player.phone)).toMatchObject([expect.stringContaining("n•••@example.org")]);
  const again = ok(await ask(PASSWORD)).change_id;
  for (let i = 0; i < 5; i += 1) {
    await club.call("POST", "/api/user/email/confirm", {
      token,
      body: { change_id: again, code: "x" },
    });
  }
  post.mails.length = 0;
  await deliver();
  const late = codeIn(post.mails[0]?.text);
  const answer = await club.call("POST", "/api/user/email/confirm", {
    token,
    body: { change_id: again, code: late },
  });
  expect(answer.body.code).toBe("verification.refused");
});

test("a phone is changed by a code to the new one, told on the old one and by mail", async () => {
  const gateway = await new SmsHttpDouble("token").start();
  const texting = await startClub({
    database: club.database,
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_SMTP_URL: post.url,
      CLUB_MAIL_FROM: "Club <club@club.example>",
      CLUB_SMS_PROVIDER: "http",
      CLUB_SMS_URL: gateway.url,
      CLUB_SMS_TOKEN: "token",
      CLUB_SMS_FROM: "Club",
    },
  });
  try {
    const [player, other] = [await club.signUp(), await club.signUp()];
    const email = await giveEmail(player);
    const deliverAll = async () => await deliverDue(texting.ctx, [smsChannel, mailChannel]);
    const textsTo = (phone: string) => gateway.texts.filter(({ to }) => to === phone);
    const call = async (path: string, body: object, token = player.token) =>
      await texting.call("POST", `/api/user/phone${path}`, { token, body });
    const ask = async (phone: string, password = PASSWORD) => await call("", { phone, password });
    const codeTo = async (phone: string) => {
      const { verification_id, timestamp } = ok(await ask(phone));
      await deliverAll();
      const code = codeIn(textsTo(phone).at(-1)?.text);
      return { phone, verification_id, timestamp, code };
    };
    expect((await ask("+61400777001", "not this one")).body.code).toBe("password.wrong");
    expect((await ask("+979123456789")).body.code).toBe("phone.country");
    const sent = await codeTo("+61 400 777 001".replaceAll(" ", ""));
    const code = sent.code === "000000" ? "000001" : "000000";
    expect((await call("/confirm", { ...sent, code })).body.code).toBe("verification.refused");
    // The code is good for who asked for it, and for nothing else.
    expect((await call("/confirm", sent, other.token)).body.code).toBe("verification.refused");
    const reset = { ...sent, new_password: "another horse battery" };
    const asReset = await texting.call("POST", "/api/user/reset-password", { body: reset });
    expect(asReset.body.code).toBe("verification.refused");
    expect(ok(await call("/confirm", sent)).phone).toBe("•••001");
    expect((await call("/confirm", sent)).body.code).toBe("verification.refused");
    post.mails.length = 0;
    await deliverAll();
    expect(post.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, "Your phone number was changed"],
    ]);
    expect(textsTo(player.phone).map(({ text }) => text)).toEqual([
      expect.stringMatching(/changed to •••001.*If it was not you/),
    ]);
    expect(textsTo("+61400777001")).toHaveLength(1);
    // Whether a number has an account shows after its owner's code alone.
    const taken = await codeTo(other.phone);
    expect((await call("/confirm", taken)).body.code).toBe("phone.taken");
    // A forgotten password is set anew by the new phone, and not by the old one.
    const forgot = async (phone: string) => {
      const before = textsTo(phone).length;
      const body = { phone, purpose: "reset" };
      ok(await texting.call("POST", "/api/user/verification", { body }));
      await deliverAll();
      return codeIn(textsTo(phone)[before]?.text) !== "";
    };
    expect([await forgot("+61400777001"), await forgot(player.phone)]).toEqual([true, false]);
  } finally {
    await texting.close();
    await gateway.close();
  }
});

test("limits, time-out and exclusion are confirmed by mail, and to the phone of who has no address", async () => {
  const [mailed, phoned] = [await club.signUp(), await club.signUp()];
  const email = await giveEmail(mailed);
  for (const { token } of [mailed, phoned]) {
    const limits = { limits: [{ kind: "stake", period: "day", amount_cents: 1000 }] };
    ok(await club.call("PUT", "/api/user/limits", { token, body: limits }));
    ok(await club.call("PUT", "/api/user/limits", { token, body: limits }));
    ok(await club.call("POST", "/api/user/time-out", { token, body: { days: 1 } }));
    const body = { months: null, confirm: true };
    ok(await club.call("POST", "/api/user/self-exclusion", { token, body }));
  }
  // Several go out at once: which of them arrives first is not promised.
  const sent = (await subjects()).map(([to, subject]) => `${to}: ${subject}`);
  expect(sent.toSorted()).toEqual([
    `${email}: You are excluded from betting`,
    `${email}: Your break has begun`,
    `${email}: Your limits were changed`,
  ]);
  expect(await texts(mailed.phone)).toEqual([]);
  expect(await texts(phoned.phone)).toMatchObject([
    expect.stringContaining("limits"),
    expect.stringContaining("break"),
    expect.stringContaining("for good"),
  ]);
});

test("the end of an account is told on the way that it had", async () => {
  const player = await club.signUp();
  const email = await giveEmail(player);
  const { token } = player;
  const body = { password: PASSWORD, confirm: true };
  ok(await club.call("POST", "/api/user/close", { token, body }));
  expect(await subjects()).toEqual([[email, "Your account is closed"]]);
});

test("the desk reads every message in five languages, and who has no business there does not", async () => {
  const read = async (token: string, language = "zh-Hant") =>
    await club.call("GET", `/api/operator/messages?language=${language}`, { token });
  const { token: support } = await club.newOperator("support");
  for (const language of PLAYER_LANGUAGES) {
    const { list: all } = (await read(support, language)).body;
    expect(all.map(({ kind }: { kind: string }) => kind)).toEqual(MESSAGE_KIND_NAMES);
    for (const { text, html } of all) {
      expect([text === "", html.includes(`lang="${language}"`)]).toEqual([false, true]);
    }
  }
  const { list } = (await read(support)).body;
  expect(list.find(({ kind }: { kind: string }) => kind === "top_up")).toMatchObject({
    asked_by: "wish",
    subject: "您的充值已到帳",
    html: expect.stringContaining('lang="zh-Hant"'),
  });
  expect((await read((await club.newOperator("cashier")).token)).status).toBe(403);
});

test("the statement of a month is told once, with its sums, and only where money moved", async () => {
  const [player, idle] = [await club.signUp(), await club.signUp()];
  const email = await giveEmail(player);
  const idleEmail = await giveEmail(idle);
  await club.fund(player, 5000);
  await subjects();
  post.mails.length = 0;
  await club.query("DELETE FROM delivery");
  await tellActivity(club.ctx);
  expect(await subjects()).toEqual([]);
  // On the second of the next month, whatever day it is: 32 days may be two months away.
  const [{ ends }] = (await club.query(
    `SELECT ((date_trunc('month', club_now() AT TIME ZONE time_zone) + interval '1 month 36 hours')
       AT TIME ZONE time_zone)::text AS ends FROM club`,
  )) as [{ ends: string }];
  await setClock(club, `timestamptz '${ends}'`);
  await Promise.all([tellActivity(club.ctx), tellActivity(club.ctx)]);
  await tellActivity(club.ctx);
  const mails = await subjects();
  const of = (to: string) => mails.filter(([each]) => each === to);
  expect(of(email)).toEqual([[email, expect.stringMatching(/^Your activity in /)]]);
  expect(of(idleEmail)).toEqual([]);
  expect(post.mails.find(({ to }) => to === email)?.text).toContain("Paid in $50.00");
});
