import { MailDouble, SmppDouble, SmsHttpDouble } from "@club/doubles";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, ByHand, TestClub } from "../../test/club.ts";
import { paymentEnv } from "../../test/payment-env.ts";

/* Connections as the owner sets them at the console, against a double. */

const TOKEN = "a token of the gateway";
let club: TestClub;
let twoEyes: TestClub;
let gateway: SmsHttpDouble;

beforeAll(async () => {
  gateway = await new SmsHttpDouble(TOKEN).start();
  // What is typed at the console leads to the public internet; a demo's doubles stand on the machine.
  const env = { CLUB_RATE_FACTOR: "0", CLUB_DEMO: "1" };
  club = await startClub({ env });
  twoEyes = await startClub({ env: { ...env, CLUB_FOUR_EYES: "on" } });
});
afterEach(async () => {
  for (const each of [club, twoEyes]) {
    await each.asAdmin("DELETE FROM connection");
    each.ctx.connections.forget();
  }
});
afterAll(async () => {
  await Promise.all([club.close(), twoEyes.close()]);
  await gateway.close();
});

const form = (part: object = {}): object => ({
  provider: "http",
  settings: { from: "Club" },
  secrets: { url: `${gateway.url}/send`, token: TOKEN },
  ...part,
});

async function desk(method: string, path: string, body?: unknown, at = club): Promise<Answer> {
  const { token } = await at.operator();
  return await at.call(method, `/api/operator/connections${path}`, { token, body });
}

async function shown(kind: string, at = club): Promise<Record<string, unknown>> {
  const { body } = await desk("GET", "", undefined, at);
  return body.list.find((each: { kind: string }) => each.kind === kind);
}

test("a new club has none, and says which providers there are and what they need", async () => {
  const { body } = await desk("GET", "");
  expect(body.list.map((each: { kind: string }) => each.kind)).toEqual([
    "mail",
    "sms",
    "payment",
    "payout",
    "identity",
    "exclusion",
    "alerts",
  ]);
  expect(await shown("sms")).toMatchObject({ provider: null, is_on: false });
  const { providers } = await shown("mail");
  expect(providers).toEqual([
    {
      name: "smtp",
      fields: [
        { name: "url", is_secret: true, is_required: true },
        { name: "from", is_secret: false, is_required: true },
      ],
    },
  ]);
});

test("set, tested, turned off and on; a secret is never shown again", async () => {
  expect(ok(await desk("PUT", "/sms", form()))).toEqual({ status: "done", approval_id: null });
  ok(await desk("POST", "/sms/test", { to: "+61400000000" }));
  expect(gateway.texts).toMatchObject([{ to: "+61400000000", from: "Club" }]);
  const view = await shown("sms");
  expect(view).toMatchObject({
    provider: "http",
    is_on: true,
    settings: { from: "Club" },
    secrets_set: ["url", "token"],
    succeeded_today: 1,
  });
  expect(JSON.stringify(view)).not.toContain(TOKEN);
  const audited = await club.query(
    "SELECT before, after FROM audit WHERE action = 'connection.set'",
  );
  expect(audited).not.toEqual([]);
  expect(JSON.stringify(audited)).not.toContain(TOKEN);
  const [kept] = await club.query("SELECT * FROM connection");
  expect(
    Object.values(kept ?? {})
      .map(String)
      .join(" "),
  ).not.toContain(TOKEN);

  ok(await desk("POST", "/sms/switch", { is_on: false }));
  const switched = await club.query(
    "SELECT before, after FROM audit WHERE action = 'connection.set' ORDER BY id DESC LIMIT 1",
  );
  expect(switched).toMatchObject([{ before: { is_on: true }, after: { is_on: false } }]);
  expect(await shown("sms")).toMatchObject({ provider: "http", is_on: false });
  expect(await club.ctx.connections.open("sms")).toBeNull();
  ok(await desk("POST", "/sms/switch", { is_on: true }));
  expect(await club.ctx.connections.open("sms")).not.toBeNull();
});

test("another process follows, without a restart", async () => {
  const other = await startClub({ database: club.database, env: { CLUB_DEMO: "1" } });
  const isOn = async () => (await other.ctx.connections.open("sms")) !== null;
  try {
    expect(await isOn()).toBe(false);
    ok(await desk("PUT", "/sms", form()));
    await expect.poll(isOn).toBe(true);
    ok(await desk("POST", "/sms/switch", { is_on: false }));
    await expect.poll(isOn).toBe(false);
  } finally {
    await other.close();
  }
});

test("an empty secret keeps the one before; another provider takes none over", async () => {
  ok(await desk("PUT", "/sms", form()));
  ok(await desk("PUT", "/sms", form({ settings: { from: "New" }, secrets: { token: "" } })));
  ok(await desk("POST", "/sms/test", { to: "+61400000001" }));
  expect(gateway.texts.at(-1)).toMatchObject({ to: "+61400000001", from: "New" });
  const other = await desk("PUT", "/sms", {
    provider: "twilio",
    settings: { from: "Club" },
    secrets: {},
  });
  expect([other.status, other.body.code, other.body.params.field]).toEqual([
    422,
    "connection.settings",
    "token",
  ]);
});

test("what is wrong is named; a test says the provider's reason", async () => {
  for (const [part, field] of [
    [{ provider: "pigeon" }, "provider"],
    [{ secrets: { token: TOKEN } }, "url"],
    [{ secrets: { url: "nowhere", token: TOKEN } }, "url"],
  ] as const) {
    const answer = await desk("PUT", "/sms", form(part));
    expect([answer.status, answer.body.params.field]).toEqual([422, field]);
  }
  expect((await desk("POST", "/sms/test", {})).body.code).toBe("connection.off");
  expect((await desk("POST", "/sms/switch", { is_on: true })).status).toBe(404);
  ok(
    await desk("PUT", "/sms", form({ secrets: { url: `${gateway.url}/send`, token: "another" } })),
  );
  const refused = await desk("POST", "/sms/test", { to: "+61400000002" });
  expect([refused.status, refused.body.code]).toEqual([409, "connection.failed"]);
  expect(await shown("sms")).toMatchObject({ failure: "not_signed_in", failed_today: 1 });
});

test("with four eyes a change waits for another owner", async () => {
  const asked = ok(await desk("PUT", "/sms", form(), twoEyes));
  expect(asked).toMatchObject({ status: "pending" });
  expect(await twoEyes.ctx.connections.read("sms")).toBeNull();
  const stored = await twoEyes.query("SELECT payload FROM approval");
  expect(JSON.stringify(stored)).not.toContain("secrets");
  const asks = await twoEyes.query("SELECT after FROM audit WHERE action = 'connection.ask'");
  expect(asks).toHaveLength(1);
  expect(JSON.stringify(asks)).not.toMatch(/sealed|secrets|token/);
  const { token } = await twoEyes.newOperator("owner");
  const path = `/api/operator/approvals/${asked.approval_id}/approve`;
  ok(await twoEyes.call("POST", path, { token, body: {} }));
  expect((await twoEyes.ctx.connections.open("sms"))?.provider.name).toBe("http");
  expect(await twoEyes.query("SELECT FROM connection_change")).toEqual([]);
});

test("a change that waits is stale once another one was made: it can only be rejected", async () => {
  const second = await twoEyes.newOperator("owner");
  const ask = async (from: string) =>
    ok(await desk("PUT", "/sms", form({ settings: { from } }), twoEyes)).approval_id;
  const decide = async (id: string, how: string) =>
    await twoEyes.call("POST", `/api/operator/approvals/${id}/${how}`, {
      token: second.token,
      body: {},
    });
  const stale = async () => {
    const { list } = (await twoEyes.call("GET", "/api/operator/approvals", second)).body;
    return new Map(list.map((row: ByHand) => [row.approval_id, row.is_stale]));
  };
  const [early, late] = [await ask("Early"), await ask("Late")];
  expect([...(await stale()).values()]).toEqual([false, false]);
  ok(await decide(late, "approve"));
  expect(await stale()).toEqual(new Map([[early, true]]));
  const refused = await decide(early, "approve");
  expect([refused.status, refused.body.code]).toEqual([409, "setting.stale"]);
  expect((await shown("sms", twoEyes)).settings).toEqual({ from: "Late" });
  ok(await decide(early, "reject"));
  // The secrets that were typed for it are gone with it.
  expect(await twoEyes.query("SELECT FROM connection_change")).toEqual([]);
});

test("an address typed at the console leads into no private network (promise S20)", async () => {
  const strict = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  const post = await new MailDouble().start();
  const centre = await new SmppDouble("club", "secret").start();
  try {
    const from = { from: "club@club.example" };
    for (const [kind, provider, url] of [
      ["mail", "smtp", post.url],
      ["mail", "smtp", post.url.replace("127.0.0.1", "localhost")],
      ["sms", "smpp", `smpp://club:secret@${centre.host}`],
      ["sms", "smpp", `smpp://club:secret@${centre.host.replace("127.0.0.1", "localhost")}`],
      ["sms", "http", gateway.url],
      ["sms", "http", gateway.url.replace("http:", "https:")],
    ] as const) {
      const secrets = { url, token: TOKEN };
      ok(await desk("PUT", `/${kind}`, { provider, settings: from, secrets }, strict));
      const to = kind === "mail" ? "ann@example.org" : "+61400000003";
      const answer = await desk("POST", `/${kind}/test`, { to }, strict);
      expect([answer.body.code, answer.body.params.reason], url).toEqual([
        "connection.failed",
        "unreachable",
      ]);
    }
    expect([post.mails, centre.texts]).toEqual([[], []]);
  } finally {
    await strict.close();
    await post.close();
    await centre.close();
  }
});

test.each<[Record<string, string>, string]>([
  [
    { CLUB_PAYMENT_PROVIDER: "stripe", CLUB_PAYMENT_KEY: "k" },
    "CLUB_PAYMENT_PROVIDER=stripe needs CLUB_PAYMENT_WEBHOOK_SECRET beside it.",
  ],
  [
    { ...paymentEnv("adyen", ""), CLUB_PAYMENT_URL: "" },
    "CLUB_PAYMENT_PROVIDER=adyen needs CLUB_PAYMENT_URL beside it.",
  ],
  [
    { CLUB_SMS_PROVIDER: "http", CLUB_SMS_TOKEN: "t" },
    "CLUB_SMS_PROVIDER=http needs CLUB_SMS_URL beside it.",
  ],
  [{ CLUB_SMS_PROVIDER: "smpp" }, "CLUB_SMS_PROVIDER=smpp needs CLUB_SMS_URL beside it."],
  [
    { CLUB_SMS_PROVIDER: "twilio", CLUB_SMS_FROM: "Club" },
    "CLUB_SMS_PROVIDER=twilio needs CLUB_SMS_TOKEN beside it.",
  ],
  [{ CLUB_SMTP_URL: "smtp://127.0.0.1:9" }, "CLUB_SMTP_URL needs CLUB_MAIL_FROM beside it."],
])("a provider that lacks what it needs is refused at the start: %o", async (env, sentence) => {
  await expect(startClub({ env })).rejects.toThrow(sentence);
});

test("Stripe needs no address: it has one of its own", async () => {
  const { CLUB_PAYMENT_URL: _none, ...env } = paymentEnv("stripe", "");
  const plain = await startClub({ env });
  try {
    expect(await plain.ctx.connections.open("payment")).not.toBeNull();
  } finally {
    await plain.close();
  }
});

test("a key of Adyen's notices that is no hex is refused at the console", async () => {
  const form = (webhookSecret: string): object => ({
    provider: "adyen",
    settings: { url: "https://checkout.example" },
    secrets: { key: "ClubAU:AQ", webhookSecret },
  });
  for (const wrong of ["no hex", "zz".repeat(32), "ab".repeat(16)]) {
    const { body } = await desk("PUT", "/payment", form(wrong));
    expect([body.code, body.params.field], wrong).toEqual(["connection.settings", "webhookSecret"]);
  }
  ok(await desk("PUT", "/payment", form("Ab".repeat(32))));
});

test("a provider that is not built in is refused at the start in a sentence", async () => {
  const env = { CLUB_PAYMENT_PROVIDER: "pigeon" };
  await expect(startClub({ env })).rejects.toThrow(
    'CLUB_PAYMENT_PROVIDER must be standard or stripe or adyen (it is "pigeon").',
  );
});
