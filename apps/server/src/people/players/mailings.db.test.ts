import { MailDouble } from "@club/doubles";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { encrypt } from "../../core/kit/cipher.ts";
import { newId } from "../../core/kit/ids.ts";
import { emailPlace } from "../../tell/messages/tell-player.ts";
import { deliverDue } from "../../tell/delivery/deliver.ts";
import { mailChannel } from "../../tell/outbox/message-channel.ts";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { moveClock } from "../../test/db/clock.ts";
import { runMailings } from "./run-mailings.ts";

/* Messages to the players of a segment, at a mail server that keeps what it is sent. */

const PUBLIC_URL = "https://club.example";
const NAMES = ["ann", "ben", "cyd", "deb", "eve", "fay", "gus", "hal"] as const;
type Name = (typeof NAMES)[number];

let club: TestClub;
let post: MailDouble;
let token: string;
const players = {} as Record<Name, TestPlayer>;

beforeAll(async () => {
  post = await new MailDouble().start();
  club = await startClub({
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_SMTP_URL: post.url,
      CLUB_MAIL_FROM: "Club <club@club.example>",
      CLUB_PUBLIC_URL: PUBLIC_URL,
    },
  });
  ({ token } = await club.newOperator("support"));
  for (const name of NAMES) players[name] = await club.signUp(name);
});
afterAll(async () => {
  await club.close();
  await post.close();
});
beforeEach(async () => {
  post.failAlways(null);
  post.mails.length = 0;
  await club.asAdmin("DELETE FROM delivery; DELETE FROM mailing_player; DELETE FROM mailing");
  for (const name of NAMES) {
    await update(name, "status = 'active', bar = NULL, bar_from = NULL, bar_until = NULL");
    await update(name, "marketing = true, language = 'en'");
    const { id } = players[name];
    const sealed = encrypt(club.ctx.secrets, emailPlace(id), `${name}@example.org`);
    await club.asAdmin("UPDATE player SET email_cipher = $2 WHERE id = $1", [id, sealed]);
  }
});

async function update(name: Name, set: string): Promise<void> {
  await club.asAdmin(`UPDATE player SET ${set} WHERE id = $1`, [players[name].id]);
}

const BARRED =
  "marketing = false, bar = 'time_out', bar_from = now(), bar_until = now() + interval '1 day'";
const TEXTS = { en: { subject: "Cup day", text: "Gates open at ten.\n\nCome early.\nStay late." } };

const ask = async (body: object = {}, key = newId()) =>
  await club.call("POST", "/api/operator/mailings", {
    token,
    body: { rules: {}, texts: TEXTS, ...body },
    headers: { "idempotency-key": key },
  });

const send = async (body: object = {}, key?: string): Promise<string> =>
  ok(await ask(body, key)).mailing_id;

const stop = async (id: string) =>
  await club.call("POST", `/api/operator/mailings/${id}/stop`, { token });

const all = async () => (await club.call("GET", "/api/operator/mailings", { token })).body.list;

async function turn(): Promise<void> {
  await runMailings(club.ctx);
}

async function deliver(): Promise<void> {
  await deliverDue(club.ctx, [mailChannel]);
}

async function untilOver(): Promise<void> {
  for (let left = 10; left > 0; left -= 1) {
    await turn();
    await deliver();
  }
}

/** Offers to others, that wait for their next try. */
async function waitingOffers(count: number): Promise<void> {
  const many = Array.from({ length: count }, () => newId());
  await club.asAdmin(
    `INSERT INTO delivery (channel, kind, to_hash, sealed, expires_at, next_at)
     SELECT 'mail', 'offer', decode(replace(id, '-', ''), 'hex'), '\\x00', now() + interval '1 day', now() + interval '1 hour'
     FROM unnest($1::text[]) AS id`,
    [many],
  );
}

const reached = () => post.mails.map(({ to }) => to.replace("@example.org", "")).toSorted();

test("those who agreed and may play get it once, in their language, and the numbers say so", async () => {
  await update("ben", "marketing = false");
  await update("cyd", BARRED);
  await update("deb", "status = 'frozen'");
  await update("eve", "email_cipher = NULL");
  await update("fay", "language = 'fr'");
  await update("gus", "language = 'es'");
  const texts = { ...TEXTS, fr: { subject: "Jour de coupe", text: "Ouverture à dix heures." } };
  const id = await send({ texts });
  expect(await all()).toMatchObject([{ mailing_id: id, state: "sending", players: null }]);
  await untilOver();
  expect(reached()).toEqual(["ann", "fay", "gus", "hal"]);
  const subjects = Object.fromEntries(post.mails.map(({ to, subject }) => [to, subject]));
  expect(subjects).toMatchObject({
    "fay@example.org": "Jour de coupe",
    "gus@example.org": "Cup day",
  });
  const numbers = { state: "sent", players: 5, sent: 4, failed: 0, left_out: 1 };
  expect(await all()).toMatchObject([{ ...numbers, texts, rules: { agrees: "yes" } }]);
  const [mail] = post.mails.filter(({ to }) => to === "ann@example.org");
  expect(mail?.text).toMatch(/Gates open at ten\.\s+Come early\./);
  expect(mail?.text).toContain("because you agreed to offers");
  expect(mail?.html).toContain("Come early.<br>Stay late.");
});

test("rules narrow whom it is for, and never widen it beyond consent", async () => {
  await update("ann", "created_at = now() - interval '400 days'");
  await send({ rules: { signed_up_to: "2026-01-01" } });
  await untilOver();
  expect(reached()).toEqual(["ann"]);
  for (const rules of [{ agrees: "no" }, { standing: "frozen" }, { least_cash_cents: 1 }]) {
    expect(await ask({ rules })).toMatchObject({ status: 409, body: { code: "mailing.nobody" } });
  }
});

test("a key sends it once, and another text under it is refused", async () => {
  const key = newId();
  const first = await send({}, key);
  await Promise.all([1, 2, 3].map(async () => expect(await send({}, key)).toBe(first)));
  const texts = { en: { subject: "Another", text: "Another" } };
  expect(await ask({ texts }, key)).toMatchObject({
    status: 409,
    body: { code: "idempotency.mismatch" },
  });
  await untilOver();
  expect(await send({}, key)).toBe(first);
  await untilOver();
  expect(reached()).toEqual([...NAMES]);
});

test("who takes the consent back, is barred or frozen while it waits gets nothing", async () => {
  post.failAlways(451);
  await send();
  await turn();
  await turn();
  await deliver();
  await update("ann", "marketing = false");
  await update("ben", BARRED);
  await update("cyd", "status = 'frozen'");
  post.failAlways(null);
  await moveClock(club, "1 hour");
  await deliver();
  expect(reached()).toEqual(["deb", "eve", "fay", "gus", "hal"]);
  expect(await all()).toMatchObject([{ sent: 8, waiting: 0, failed: 3 }]);
  await moveClock(club, "0 seconds");
});

test("stopped, nothing more of it leaves, not even what waits for the provider", async () => {
  post.failAlways(451);
  const id = await send();
  await turn();
  await turn();
  await deliver();
  expect(await all()).toMatchObject([{ state: "sent", sent: 8, waiting: 8 }]);
  expect(ok(await stop(id))).toMatchObject({ state: "stopped", sent: 8 });
  const other = await send();
  await turn();
  expect(ok(await stop(other))).toMatchObject({ state: "stopped", players: 8, sent: 0 });
  post.failAlways(null);
  await moveClock(club, "1 hour");
  await untilOver();
  await moveClock(club, "0 seconds");
  expect(reached()).toEqual([]);
  expect(await all()).toMatchObject([
    { waiting: 0, sent: 0, failed: 0 },
    { waiting: 0, sent: 8, failed: 8 },
  ]);
  const third = await send();
  await untilOver();
  for (const over of [id, other, third]) {
    expect(await stop(over)).toMatchObject({ status: 409, body: { code: "mailing.over" } });
  }
  expect((await stop(newId())).status).toBe(404);
});

test("what the provider refuses for good, or nobody takes in time, is told as not delivered", async () => {
  post.failAlways(550);
  await send();
  await untilOver();
  expect(await all()).toMatchObject([{ state: "sent", sent: 8, waiting: 0, failed: 8 }]);
  post.failAlways(451);
  await send();
  await turn();
  await turn();
  await moveClock(club, "30 days");
  await deliver();
  post.failAlways(null);
  expect(await all()).toMatchObject([{ sent: 8, waiting: 0, failed: 8 }, { failed: 8 }]);
  expect(reached()).toEqual([]);
  await moveClock(club, "0 seconds");
});

test("a turn that dies is made again, by two processes at once, and writes to nobody twice", async () => {
  await send();
  await turn();
  const { ctx } = club;
  let looks = 0;
  const secrets = new Proxy(ctx.secrets, {
    get: (all, name) => {
      // Each player's mail takes this key twice: the third dies with two behind it.
      if (name === "codeHmacKey" && (looks += 1) === 5) throw new Error("killed");
      return all[name as keyof typeof all];
    },
  });
  await expect(runMailings({ ...ctx, secrets })).rejects.toThrow("killed");
  await Promise.all([turn(), turn(), turn()]);
  await untilOver();
  expect(reached()).toEqual([...NAMES]);
});

test("offers stand behind one another, never before a code", async () => {
  await waitingOffers(70);
  await send();
  await turn();
  await turn();
  expect(await all()).toMatchObject([{ state: "sending", players: 8, sent: 0 }]);
  await club.asAdmin("DELETE FROM delivery");
  await untilOver();
  expect(await all()).toMatchObject([{ state: "sent", sent: 8 }]);
});

test("stopped in the middle: who was written to and is not reached yet gets nothing either", async () => {
  await waitingOffers(55);
  const id = await send();
  await turn();
  await turn();
  expect(await all()).toMatchObject([{ state: "sending", players: 8, sent: 5 }]);
  expect(ok(await stop(id))).toMatchObject({ state: "stopped", sent: 5, waiting: 5 });
  await club.asAdmin("DELETE FROM delivery WHERE next_at > now() + interval '30 minutes'");
  await untilOver();
  expect(reached()).toEqual([]);
  expect(await all()).toMatchObject([{ state: "stopped", sent: 5, waiting: 0 }]);
});

test("one that cannot be written holds no other up", async () => {
  const first = await send();
  const second = await send();
  await turn();
  await club.asAdmin("UPDATE mailing SET texts = '{}' WHERE id = $1", [first]);
  await expect(turn()).rejects.toThrow("a mailing has a text");
  await deliver();
  expect(reached()).toEqual([...NAMES]);
  const [row] = await club.query("SELECT state, sent FROM mailing WHERE id = $1", [second]);
  expect(row).toEqual({ state: "sent", sent: 8 });
});

test("one tap in the mail's program ends offers, a look at the address does not", async () => {
  await send({ rules: { signed_up_from: "2026-01-01" } });
  await untilOver();
  const [mail] = post.mails;
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const address = new URL(/<(.*)>/.exec(mail?.headers["list-unsubscribe"] ?? "")?.[1] ?? "");
  expect(address.origin).toBe(PUBLIC_URL);
  const tap = async (path: string, method = "POST") =>
    await fetch(`${club.url}${path}`, {
      method,
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      ...(method === "POST" && { body: "List-Unsubscribe=One-Click" }),
    });
  const name = (mail?.to.split("@")[0] ?? "") as Name;
  const agrees = async () =>
    ok(await club.call("GET", "/api/user/protection", { token: players[name].token })).marketing;
  const looked = await tap(address.pathname, "GET");
  expect([looked.status, looked.headers.get("location")]).toEqual([
    303,
    "/#/pages/protection/protection",
  ]);
  const other = players[name === "ann" ? "ben" : "ann"].id;
  for (const path of [
    address.pathname.replace(players[name].id, other),
    `${address.pathname}x`,
    address.pathname.replace(players[name].id, newId()),
    "/api/offers/stop/x/y",
  ]) {
    expect((await tap(path)).status).toBe(404);
  }
  expect(await agrees()).toBe(true);
  expect((await tap(address.pathname)).status).toBe(204);
  expect((await tap(address.pathname)).status).toBe(204);
  expect(await agrees()).toBe(false);
});

test("without a way to send mails it is refused, and bad input too", async () => {
  const bare = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  try {
    const { token: other } = await bare.newOperator("owner");
    const body = { rules: {}, texts: TEXTS };
    const answer = await bare.call("POST", "/api/operator/mailings", { token: other, body });
    expect(answer).toMatchObject({ status: 409, body: { code: "mailing.no_way" } });
  } finally {
    await bare.close();
  }
  for (const texts of [
    {},
    { en: { subject: "", text: "x" } },
    { en: { subject: "x", text: " " } },
    { de: TEXTS.en },
  ]) {
    expect((await ask({ texts })).status).toBe(422);
  }
});
