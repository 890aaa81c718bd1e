import { randomInt } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { MailDouble, ownCertificate, SmppDouble, SmsHttpDouble, TwilioDouble } from "@club/doubles";
import { afterEach, describe, expect, test } from "vitest";
import { codeInOutbox, ok, startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import { deliverDue, takeReport } from "../delivery/deliver.ts";
import { mailChannel, smsChannel } from "../outbox/message-channel.ts";
import { queueMessage } from "../outbox/queue-message.ts";

/* Messages leave the club: each provider against a double that speaks its public interface. */

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

async function clubWith(env: Record<string, string>): Promise<TestClub> {
  const club = await startClub({ env: { CLUB_RATE_FACTOR: "0", ...env } });
  open.push(club);
  return club;
}

async function opened<T extends { close(): Promise<void> }>(double: Promise<T>): Promise<T> {
  const started = await double;
  open.push(started);
  return started;
}

const newPhone = (): string => `+61${randomInt(100_000_000, 999_999_999)}`;
const deliver = async (club: TestClub): Promise<number> =>
  await deliverDue(club.ctx, [smsChannel, mailChannel]);
const dueNow = async (club: TestClub): Promise<unknown> =>
  await club.query("UPDATE delivery SET next_at = club_now() WHERE ended_at IS NULL");
const states = async (club: TestClub): Promise<unknown[]> =>
  (await club.query("SELECT state, error, attempts FROM delivery ORDER BY id")).map((row) => [
    row["state"],
    row["error"],
    row["attempts"],
  ]);

async function askCode(club: TestClub, body: Record<string, unknown>): Promise<void> {
  ok(await club.call("POST", "/api/user/verification", { body: { purpose: "register", ...body } }));
}

async function notice(club: TestClub, to: string, text = "hello"): Promise<void> {
  const channel = to.includes("@") ? "mail" : "sms";
  await queueMessage(club.ctx, club.ctx.db.jobs, {
    channel,
    purpose: "notice",
    to,
    text,
    code: null,
  });
}

async function outbox(club: TestClub, to: string): Promise<Record<string, unknown>[]> {
  const { token } = await club.operator();
  return (await club.call("GET", `/api/operator/outbox?to=${encodeURIComponent(to)}`, { token }))
    .body.list;
}

describe("the plain gateway", () => {
  const TOKEN = "gateway token";
  const start = async (): Promise<{ gateway: SmsHttpDouble; club: TestClub }> => {
    const gateway = await opened(new SmsHttpDouble(TOKEN).start());
    const club = await clubWith({
      CLUB_SMS_PROVIDER: "http",
      CLUB_SMS_URL: `${gateway.url}/send`,
      CLUB_SMS_TOKEN: TOKEN,
      CLUB_SMS_FROM: "Club",
    });
    return { gateway, club };
  };

  test("takes a code to the phone, and then nobody at the desk reads it", async () => {
    const { gateway, club } = await start();
    const phone = newPhone();
    await askCode(club, { phone });
    expect(await deliver(club)).toBe(1);
    const code = await codeInOutbox(club, phone);
    expect(gateway.texts).toMatchObject([
      { to: phone, from: "Club", text: expect.stringContaining(code) },
    ]);
    expect(await outbox(club, phone)).toMatchObject([{ state: "sent", code: null }]);
    const { text } = (await outbox(club, phone))[0] ?? {};
    expect(text).not.toContain(code);
  });

  test("that is down, busy or answers 500 is asked again under the same id, and the phone has it once", async () => {
    const { gateway, club } = await start();
    await notice(club, newPhone());
    gateway.failNext(
      { kind: "status", status: 500 },
      { kind: "status", status: 429, retryAfterS: 100 },
      { kind: "status", status: 408 },
      { kind: "cut_after_work" },
    );
    for (let i = 0; i < 5; i++) {
      await deliver(club);
      await dueNow(club);
    }
    const ids = gateway.seen.map(({ body }) => JSON.parse(body).id);
    expect([ids.length, new Set(ids).size, gateway.texts.length]).toEqual([5, 1, 1]);
    expect(await states(club)).toEqual([["sent", null, 5]]);
  });

  test.each([
    [400, "refused"],
    [401, "not_signed_in"],
    [403, "not_signed_in"],
    [404, "unreachable"],
    [422, "refused"],
  ])("a %i is final, and the connection's reason is %s", async (status, failure) => {
    const { gateway, club } = await start();
    await notice(club, newPhone());
    gateway.failNext({ kind: "status", status });
    await deliver(club);
    expect(await states(club)).toEqual([["failed", "refused", 1]]);
    await dueNow(club);
    expect(await deliver(club)).toBe(0);
    expect(await club.query("SELECT failure FROM connection_health")).toEqual([{ failure }]);
  });

  test("a redirect is not followed and not final: the same message is tried again", async () => {
    const { gateway, club } = await start();
    await notice(club, newPhone());
    gateway.failNext({ kind: "status", status: 302 });
    await deliver(club);
    expect(await states(club)).toEqual([["queued", "server", 1]]);
    await dueNow(club);
    await deliver(club);
    expect(await states(club)).toEqual([["sent", null, 2]]);
  });

  test("the pauses of a message come to more than its day, so that it ends as expired", async () => {
    for (const { waitsS } of [smsChannel, mailChannel]) {
      expect(waitsS.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(86_400);
      expect(Math.max(...waitsS)).toBeLessThanOrEqual(3600);
    }
  });

  test("a code dies with its life and is not sent then; anything else lives a day", async () => {
    const { gateway, club } = await start();
    gateway.failAlways({ kind: "status", status: 503 });
    const phone = newPhone();
    await askCode(club, { phone });
    await notice(club, newPhone());
    await deliver(club);
    const lives = await club.query(
      "SELECT extract(epoch FROM expires_at - created_at)::integer AS s FROM delivery ORDER BY id",
    );
    expect(lives).toEqual([{ s: 300 }, { s: 86_400 }]);
    await club.asAdmin("UPDATE delivery SET expires_at = expires_at - interval '6 minutes'");
    gateway.failAlways(null);
    await dueNow(club);
    await deliver(club);
    expect(await states(club)).toEqual([
      ["given_up", "expired", 1],
      ["sent", null, 2],
    ]);
    expect(gateway.texts).toHaveLength(1);
    expect(await outbox(club, phone)).toMatchObject([{ state: "expired" }]);
  });

  test("what it did is counted, with the last failure in words", async () => {
    const { gateway, club } = await start();
    gateway.failNext({ kind: "status", status: 503 });
    await notice(club, newPhone());
    await deliver(club);
    await dueNow(club);
    await deliver(club);
    const rows = await club.query(
      "SELECT d.succeeded, d.failed, h.failure, h.succeeded_at IS NOT NULL AS ok FROM connection_day d JOIN connection_health h USING (kind)",
    );
    expect(rows).toEqual([{ succeeded: 1, failed: 1, failure: "server", ok: true }]);
  });
});

describe("Twilio", () => {
  const ACCOUNT = `AC${"0".repeat(32)}`;
  const SECRET = "auth token";

  test("sends, and reports are believed only with its signature", async () => {
    const twilio = await opened(new TwilioDouble(ACCOUNT, SECRET).start());
    const port = randomInt(20_000, 40_000);
    const club = await clubWith({
      PORT: String(port),
      CLUB_PUBLIC_URL: `http://127.0.0.1:${port}`,
      CLUB_SMS_PROVIDER: "twilio",
      CLUB_SMS_URL: twilio.url,
      CLUB_SMS_TOKEN: `${ACCOUNT}:${SECRET}`,
      CLUB_SMS_FROM: "+15005550006",
    });
    for (let i = 0; i < 2; i++) await notice(club, newPhone());
    await deliver(club);
    expect(await states(club)).toEqual([
      ["sent", null, 1],
      ["sent", null, 1],
    ]);
    const [first, second] = twilio.texts;
    if (first === undefined || second === undefined) throw new Error("two texts");
    expect(await twilio.report(first.id, "delivered", "somebody else")).toBe(401);
    expect((await states(club))[0]).toEqual(["sent", null, 1]);
    expect(await twilio.report(first.id, "sending")).toBe(204);
    for (const status of ["delivered", "delivered", "undelivered"]) {
      expect(await twilio.report(first.id, status)).toBe(204);
    }
    expect(await twilio.report(second.id, "undelivered")).toBe(204);
    const after = await club.query("SELECT provider_ref, state FROM delivery");
    expect(new Map(after.map((row) => [row["provider_ref"], row["state"]]))).toEqual(
      new Map([
        [first.id, "delivered"],
        [second.id, "failed"],
      ]),
    );
  });

  test("a report that comes before the try is noted is joined to its message", async () => {
    const twilio = await opened(new TwilioDouble(ACCOUNT, SECRET).start());
    const club = await clubWith({
      CLUB_SMS_PROVIDER: "twilio",
      CLUB_SMS_URL: twilio.url,
      CLUB_SMS_TOKEN: `${ACCOUNT}:${SECRET}`,
      CLUB_SMS_FROM: "Club",
    });
    await notice(club, newPhone());
    await takeReport(club.ctx, { channel: "sms", ref: "SMearly", state: "failed" });
    await takeReport(club.ctx, { channel: "sms", ref: "SMearly", state: "delivered" });
    await club.query(
      "UPDATE delivery SET state = 'sent', provider_ref = 'SMearly', ended_at = club_now_ms()",
    );
    await deliver(club);
    expect(await states(club)).toEqual([["failed", "refused", 0]]);
    expect(await club.query("SELECT FROM message_report")).toEqual([]);
  });

  test("a provider that takes eleven seconds is waited for: the phone has the text once", async () => {
    const twilio = await opened(new TwilioDouble(ACCOUNT, SECRET).start());
    const club = await clubWith({
      CLUB_SMS_PROVIDER: "twilio",
      CLUB_SMS_URL: twilio.url,
      CLUB_SMS_TOKEN: `${ACCOUNT}:${SECRET}`,
      CLUB_SMS_FROM: "Club",
    });
    await notice(club, newPhone());
    twilio.failNext({ kind: "slow", ms: 11_000 });
    await deliver(club);
    expect([twilio.texts.length, await states(club)]).toEqual([1, [["sent", null, 1]]]);
  });

  test("a number that is none is refused for good; a wrong token waits until it is put right", async () => {
    const twilio = await opened(new TwilioDouble(ACCOUNT, SECRET).start());
    const env = { CLUB_SMS_PROVIDER: "twilio", CLUB_SMS_URL: twilio.url, CLUB_SMS_FROM: "Club" };
    const club = await clubWith({ ...env, CLUB_SMS_TOKEN: `${ACCOUNT}:${SECRET}` });
    await notice(club, "+61");
    await deliver(club);
    expect(await states(club)).toEqual([["failed", "refused", 1]]);
    const wrong = await clubWith({ ...env, CLUB_SMS_TOKEN: `${ACCOUNT}:another` });
    await notice(wrong, newPhone());
    await deliver(wrong);
    expect(await states(wrong)).toEqual([["queued", "refused", 1]]);
  });
});

describe("SMPP", () => {
  const start = async (password = "secret"): Promise<{ centre: SmppDouble; club: TestClub }> => {
    const centre = await opened(new SmppDouble("club", "secret").start());
    const club = await clubWith({
      CLUB_SMS_PROVIDER: "smpp",
      CLUB_SMS_URL: `smpp://club:${password}@${centre.host}`,
      CLUB_SMS_FROM: "Club",
    });
    return { centre, club };
  };

  test("sends any alphabet and long texts, and receipts say what became of them", async () => {
    const { centre, club } = await start();
    const phone = newPhone();
    await notice(club, phone, "plain text");
    await deliver(club);
    await notice(club, phone, "賽馬會：您的密碼已更改");
    await deliver(club);
    expect(centre.texts.map(({ to, from, text }) => [to, from, text])).toEqual([
      [phone, "Club", "plain text"],
      [phone, "Club", "賽馬會：您的密碼已更改"],
    ]);
    centre.report("00000001", "ENROUTE");
    centre.report("00000001", "DELIVRD");
    centre.report("00000002", "UNDELIV");
    await expect
      .poll(async () => (await states(club)).map((row) => (row as unknown[])[0]))
      .toEqual(["delivered", "failed"]);
    await notice(club, phone, "x".repeat(200));
    await deliver(club);
    const parts = centre.texts.slice(2).map(({ text }) => text);
    expect([parts.length, parts.join("")]).toEqual([2, "x".repeat(200)]);
  });

  test("throttled, dropped and restarted: sent once when it is back", async () => {
    const { centre, club } = await start();
    centre.next.push(0x58);
    await notice(club, newPhone());
    await deliver(club);
    expect(await states(club)).toEqual([["queued", "busy", 1]]);
    centre.dropAll();
    await expect
      .poll(async () => {
        await dueNow(club);
        await deliver(club);
        return (await club.query("SELECT state FROM delivery"))[0]?.["state"];
      })
      .toBe("sent");
    expect(centre.texts).toHaveLength(1);
  });

  test("a long text that broke off goes on with what is missing, and arrives when all of it has", async () => {
    const { centre, club } = await start();
    const text = `${"a".repeat(153)}${"b".repeat(153)}${"c".repeat(20)}`;
    centre.next.push(0, 0x58);
    await notice(club, newPhone(), text);
    await deliver(club);
    expect(await states(club)).toEqual([["queued", "busy", 1]]);
    await dueNow(club);
    await deliver(club);
    expect(centre.texts.map((each) => each.text).join("")).toBe(text);
    centre.report("00000003", "DELIVRD");
    centre.report("00000001", "DELIVRD");
    // A receipt of another text shows that the two before it were read.
    await notice(club, newPhone(), "another");
    await deliver(club);
    centre.report("00000004", "DELIVRD");
    await expect
      .poll(async () => (await states(club)).map((row) => (row as unknown[])[0]))
      .toEqual(["sent", "delivered"]);
    centre.report("00000002", "UNDELIV");
    await expect
      .poll(async () => (await states(club)).map((row) => (row as unknown[])[0]))
      .toEqual(["failed", "delivered"]);
  });

  test("a wrong password and a number that is none", async () => {
    const { club } = await start("wrong");
    await notice(club, newPhone());
    await deliver(club);
    expect(await states(club)).toEqual([["queued", "refused", 1]]);
    const { centre, club: other } = await start();
    centre.next.push(0x0b);
    await notice(other, newPhone());
    await deliver(other);
    expect(await states(other)).toEqual([["failed", "refused", 1]]);
  });
});

describe("mail", () => {
  const start = async (
    env: Record<string, string> = {},
  ): Promise<{ post: MailDouble; club: TestClub }> => {
    const post = await opened(new MailDouble().start());
    const club = await clubWith({
      CLUB_SMTP_URL: post.url,
      CLUB_MAIL_FROM: "Horse Club <club@club.example>",
      ...env,
    });
    return { post, club };
  };

  test("goes out over STARTTLS with text and page; greylisting waits, an unknown address is final", async () => {
    const { post, club } = await start();
    await queueMessage(club.ctx, club.ctx.db.jobs, {
      channel: "mail",
      purpose: "notice",
      to: "ann@example.org",
      subject: "Top-up",
      text: "arrived",
      html: "<p>arrived</p>",
      code: null,
    });
    post.failNext(451);
    await deliver(club);
    expect(await states(club)).toEqual([["queued", "busy", 1]]);
    await dueNow(club);
    await deliver(club);
    const [row] = await club.query("SELECT id FROM delivery");
    expect(post.mails).toMatchObject([
      {
        to: "ann@example.org",
        from: "club@club.example",
        subject: "Top-up",
        html: expect.stringContaining("<p>arrived</p>"),
        isSecure: true,
        messageId: `<${row?.["id"]}@club.example>`,
      },
    ]);
    post.failNext(550);
    await notice(club, "nobody@example.org");
    await deliver(club);
    expect((await states(club)).at(-1)).toEqual(["failed", "refused", 1]);
  });

  test("goes out without TLS where the server offers none", async () => {
    const plain = await opened(new MailDouble({ offersStartTls: false }).start());
    const { club } = await start({ CLUB_SMTP_URL: plain.url });
    await notice(club, "ann@example.org");
    await deliver(club);
    expect(plain.mails).toMatchObject([{ to: "ann@example.org", isSecure: false }]);
  });

  test("by smtps:// speaks TLS from the start, and only with a certificate that holds", async () => {
    const tls = ownCertificate();
    const secure = await opened(new MailDouble({ tls }).start());
    const url = secure.url.replace("127.0.0.1", "localhost");
    const strange = await start({ CLUB_SMTP_URL: url });
    await notice(strange.club, "ann@example.org");
    await deliver(strange.club);
    expect(secure.mails).toEqual([]);
    expect(await states(strange.club)).toEqual([["queued", "unreachable", 1]]);
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, tls.cert]);
    try {
      await dueNow(strange.club);
      await deliver(strange.club);
      expect(secure.mails).toMatchObject([{ to: "ann@example.org", isSecure: true }]);
    } finally {
      setDefaultCACertificates(before);
    }
  });

  test("codes go by it where no text message leaves the club, and prove the address", async () => {
    const { post, club } = await start();
    const [phone, email] = [newPhone(), "bob@example.org"];
    await askCode(club, { phone, email });
    await deliver(club);
    const code = /\d{6}/.exec(post.mails[0]?.text ?? "")?.[0];
    expect(await outbox(club, email)).toMatchObject([{ state: "sent", code: null }]);
    const [sent = {}] = await club.query("SELECT id, created_at FROM verification");
    const made = ok(
      await club.call("POST", "/api/user/register", {
        body: {
          user_name: "bob",
          password: "correct horse battery",
          phone,
          email,
          code,
          verification_id: sent["id"],
          timestamp: new Date(sent["created_at"]).getTime(),
        },
      }),
    );
    expect(made.user_id).toBeDefined();
    await askCode(club, { phone, purpose: "reset", email: "thief@example.org" });
    await deliver(club);
    expect(post.mails.map(({ to }) => to)).toEqual([email, email]);
  });

  test("where text messages leave the club, codes go to the phone", async () => {
    const gateway = await opened(new SmsHttpDouble("t").start());
    const { post, club } = await start({
      CLUB_SMS_PROVIDER: "http",
      CLUB_SMS_URL: gateway.url,
      CLUB_SMS_TOKEN: "t",
    });
    await askCode(club, { phone: newPhone(), email: "eve@example.org" });
    await deliver(club);
    expect([gateway.texts.length, post.mails.length]).toEqual([1, 0]);
  });

  test("without any way a code stands in the outbox, for the owner alone", async () => {
    const club = await clubWith({});
    const phone = newPhone();
    await askCode(club, { phone, email: "fay@example.org" });
    expect(await deliver(club)).toBe(0);
    expect(await outbox(club, phone)).toMatchObject([
      { state: "queued", code: expect.stringMatching(/^\d{6}$/) },
    ]);
  });
});
