import { randomBytes } from "node:crypto";
import { DOUBLE_SECRET, PayoutsDouble, sendNotice, signedNotice } from "@club/doubles";
import type { DoublePayout, Fault, SigningOptions } from "@club/doubles";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DatabaseBusy } from "../../core/db/connect.ts";
import { lookupHash } from "../../core/kit/cipher.ts";
import { brokenChecks } from "../../test/checks.ts";
import { watchAlerts } from "../../run/alerts/watch-alerts.ts";
import { openMessage } from "../../tell/outbox/queue-message.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, ByHand, Row, TestClub, TestOperator, TestPlayer } from "../../test/club.ts";
import { sendPayouts } from "./send-payouts.ts";

const KEY = "key of the club";
const HOOK = "/api/hooks/payouts/standard";

let club: TestClub;
let cashier: TestOperator;
let provider: PayoutsDouble;

beforeAll(async () => {
  provider = new PayoutsDouble(KEY);
  await provider.http.start();
  club = await startClub({
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_PAYOUT_PROVIDER: "standard",
      CLUB_PAYOUT_URL: provider.http.url,
      // What is not set for payouts is what is set for payments.
      CLUB_PAYMENT_KEY: KEY,
      CLUB_PAYMENT_WEBHOOK_SECRET: DOUBLE_SECRET,
    },
  });
  cashier = await club.operator("cashier");
});
afterEach(() => provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(club.ctx)).toEqual([]);
  await Promise.all([club.close(), provider.http.close()]);
});

interface Made {
  readonly player: TestPlayer;
  readonly id: string;
  readonly reference: string;
}

async function requested(cents: number, accountNumber = "11844417"): Promise<Made> {
  const player = await club.signUp();
  await club.fund(player, cents);
  const card = {
    bank_name: "Harbour Mutual",
    account_name: "Noor Haldane",
    account_number: accountNumber,
    branch_code: "999204",
    swift_bic: "",
    currency: "AUD",
  };
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body: card }));
  const verify = `/api/operator/players/${player.id}/bank-card/verify`;
  ok(await club.call("POST", verify, { token: cashier.token, body: {} }));
  await club.query(
    "UPDATE bank_card SET changed_at = changed_at - interval '25 hours' WHERE player_id = $1",
    [player.id],
  );
  const { withdrawal_id: id, reference } = ok(
    await club.call("POST", "/api/withdraw/create", {
      token: player.token,
      body: { amount_cents: cents },
      headers: { "idempotency-key": randomBytes(8).toString("hex") },
    }),
  );
  return { player, id, reference };
}

async function approved(cents: number, accountNumber?: string): Promise<Made> {
  const made = await requested(cents, accountNumber);
  ok(await act(made, "approve"));
  return made;
}

async function act({ id }: Made, what: string): Promise<Answer> {
  const path = `/api/operator/withdrawals/${id}/${what}`;
  return await club.call("POST", path, { token: cashier.token, body: { reason: "by hand" } });
}

async function decide({ id }: Made, what: string, token = cashier.token): Promise<Answer> {
  const path = `/api/operator/withdrawals/${id}/payout`;
  return await club.call("POST", path, {
    token,
    body: { act: what, reason: "the bank's paper of 3 May" },
  });
}

const send = async (): Promise<void> => await sendPayouts(club.ctx);

/** As if the pause before the next try were over. */
async function sendAgain(): Promise<void> {
  await club.query("UPDATE payout_order SET next_at = club_now_ms() WHERE ended_at IS NULL");
  await send();
}

const of = ({ reference }: Made): DoublePayout[] =>
  provider.payouts.filter((payout) => payout.reference === reference);

const asked = ({ reference }: Made): number =>
  provider.http.seen.filter(({ body }) => body.includes(reference)).length;

async function state({ id, player }: Made): Promise<Row> {
  const [row] = await club.query(
    `SELECT w.status, w.method, w.reason, o.state AS "order", o.failure, o.sealed IS NULL AS is_forgotten,
       a.cash_cents::int AS cash, a.held_cents::int AS held
     FROM withdrawal w JOIN wallet a ON a.player_id = w.player_id LEFT JOIN payout_order o ON o.withdrawal_id = w.id
     WHERE w.id = $1 AND a.player_id = $2`,
    [id, player.id],
  );
  return row ?? {};
}

async function tell(
  made: Made,
  outcome: "paid" | "failed",
  options: SigningOptions & { change?: Record<string, unknown> } = {},
): Promise<number> {
  const [payout] = of(made);
  if (payout === undefined) throw new Error("it was never asked to pay this");
  const { type, data } = provider.news(payout, outcome);
  const body = { type, data: { ...(data as object), ...options.change } };
  return await sendNotice(club.url + HOOK, signedNotice(body, options));
}

test("an approved withdrawal goes out by itself, to the player's account, and its notice books it once", async () => {
  const made = await approved(12_345);
  await send();
  await send();
  expect(of(made)).toMatchObject([
    {
      reference: made.reference,
      amount_cents: 12_345,
      currency: "AUD",
      account: {
        account_name: "Noor Haldane",
        account_number: "11844417",
        branch_code: "999204",
        bank_name: "Harbour Mutual",
      },
    },
  ]);
  const request = provider.http.seen.find(({ body }) => body.includes(made.reference));
  expect(request?.headers).toMatchObject({ "idempotency-key": made.id });
  expect(asked(made)).toBe(1);
  expect(await state(made)).toMatchObject({
    status: "approved",
    method: "standard",
    order: "taken",
    held: 12_345,
  });
  const id = `msg_${made.id}`;
  const told = await Promise.all(
    Array.from({ length: 20 }, async () => await tell(made, "paid", { id })),
  );
  expect(new Set(told)).toEqual(new Set([200]));
  expect(await tell(made, "paid")).toBe(200);
  expect(await state(made)).toMatchObject({
    status: "paid",
    order: "paid",
    is_forgotten: true,
    cash: 0,
    held: 0,
  });
  const entries = await club.query("SELECT FROM entry WHERE cause = $1", [
    `withdrawal:${made.id}:paid`,
  ]);
  expect(entries).toHaveLength(1);
});

test("one that failed is cash again, and the player reads that the bank did not take it", async () => {
  const made = await approved(2000);
  await send();
  expect(await tell(made, "failed")).toBe(200);
  expect(await tell(made, "failed")).toBe(200);
  expect(await state(made)).toMatchObject({
    status: "rejected",
    reason: "payout_failed",
    order: "failed",
    cash: 2000,
    held: 0,
  });
  const told = await club.query(
    "SELECT id, sealed FROM delivery WHERE channel = 'sms' AND to_hash = $1 AND kind = 'notice'",
    [lookupHash(club.ctx.secrets, "outbox", made.player.phone)],
  );
  expect(told.map((row) => openMessage(club.ctx, row as never).text)).toEqual([
    expect.stringContaining("was not paid"),
  ]);
  const list = await club.call("GET", "/api/withdraw/list", made.player);
  expect(list.body.list).toMatchObject([{ status: "rejected", method: "standard" }]);
});

test("one that is refused at once never went out: cash again", async () => {
  const made = await approved(2500, "11844000");
  await send();
  expect(of(made)).toEqual([]);
  expect(await state(made)).toMatchObject({ status: "rejected", cash: 2500, held: 0 });
});

const FAULTS: [string, Fault, string][] = [
  ["answers 500", { kind: "status", status: 500 }, "server"],
  ["is busy", { kind: "status", status: 429, retryAfterS: 3 }, "busy"],
  ["answers rubbish", { kind: "rubbish" }, "unreadable"],
  ["does not know the key", { kind: "status", status: 401 }, "not_signed_in"],
  ["is somewhere else", { kind: "status", status: 404 }, "refused"],
  ["cuts the line after the work", { kind: "cut_after_work" }, "unreachable"],
];
test.each(FAULTS)("a provider that %s is asked again, and pays once", async (_, fault, failure) => {
  const made = await approved(3000);
  provider.http.failAlways(fault);
  await send();
  await sendAgain();
  expect(await state(made)).toMatchObject({ status: "approved", order: "asking", failure });
  // Before the pause is over nobody asks.
  await send();
  expect(asked(made)).toBe(2);
  provider.http.failAlways(null);
  await sendAgain();
  await sendAgain();
  expect(of(made)).toHaveLength(1);
  expect(await state(made)).toMatchObject({ order: "taken", failure: null, held: 3000 });
  await tell(made, "paid");
  expect(await state(made)).toMatchObject({ status: "paid", held: 0 });
});

test("a refusal of a repeat is nobody's to guess: people decide", async () => {
  const made = await approved(3500);
  provider.http.failNext({ kind: "cut_after_work" }, { kind: "status", status: 422 });
  await send();
  await sendAgain();
  expect(await state(made)).toMatchObject({ status: "approved", order: "held", held: 3500 });
  await sendAgain();
  expect(asked(made)).toBe(2);
  ok(await act(made, "paid"));
  expect(await state(made)).toMatchObject({ status: "paid", order: "paid", held: 0 });
});

test("an answer that says how it ended books it without a notice", async () => {
  const made = await approved(4000);
  await send();
  const [payout] = of(made);
  if (payout !== undefined) payout.status = "paid";
  // No notice came: it is asked again, and answers what it knows.
  await sendAgain();
  expect(await state(made)).toMatchObject({ status: "paid", held: 0 });
  expect(of(made)).toHaveLength(1);
});

test("while the provider has it nobody pays it by hand, gives it back or puts it into a file", async () => {
  const made = await approved(4500);
  await send();
  for (const what of ["paid", "reject"]) {
    expect((await act(made, what)).body.code).toBe("withdrawal.with_provider");
  }
  await expect(
    club.query(
      "UPDATE withdrawal SET status = 'rejected', ended_at = now(), reason = 'x' WHERE id = $1",
      [made.id],
    ),
  ).rejects.toThrow(/with a provider/);
  const files = await club.call("GET", "/api/operator/payouts", cashier);
  expect(files.body.data.ready).toEqual([]);
  const queue = await club.call("GET", `/api/operator/withdrawals/${made.id}`, cashier);
  expect(queue.body.data.provider_payout).toEqual({ state: "taken", failure: null, said: "" });
  await tell(made, "paid");
});

test("a changed account changes nothing that was asked; what may not be paid yet is not asked", async () => {
  const made = await approved(4700);
  provider.http.failAlways({ kind: "status", status: 503 });
  await send();
  await club.query("UPDATE bank_card SET account_name = 'Somebody Else' WHERE player_id = $1", [
    made.player.id,
  ]);
  const young = await approved(4800);
  await club.query("UPDATE bank_card SET changed_at = club_now_ms() WHERE player_id = $1", [
    young.player.id,
  ]);
  provider.http.failAlways(null);
  await sendAgain();
  expect(of(made)).toMatchObject([{ account: { account_name: "Noor Haldane" } }]);
  expect(asked(young)).toBe(0);
  await tell(made, "paid");
  ok(await act(young, "reject"));
});

/** A payment of the player that his bank took back before it was booked: its case freezes his withdrawals. */
async function openCase({ player, id }: Made): Promise<void> {
  await club.asAdmin(
    `WITH t AS (INSERT INTO top_up (id, player_id, method, amount_cents, reference, status, decided_at)
       VALUES (gen_random_uuid(), $1, 'card', 900, $2, 'rejected', now()) RETURNING id),
     p AS (INSERT INTO payment (id, top_up_id, provider, payment_id, amount_cents, currency, return_url, state)
       SELECT id, id, 'standard', $2, 900, 'AUD', '', 'disputed' FROM t RETURNING id)
     INSERT INTO payment_arrival (id, provider, payment_id, outcome, why, amount_cents, currency, player_id, payment)
       SELECT gen_random_uuid(), 'standard', $2, 'disputed', 'disputed', 900, 'AUD', $1, id FROM p`,
    [player.id, `case of ${id}`],
  );
}

const ENDS: [string, (made: Made) => Promise<void>][] = [
  ["a notice", async (made) => expect(await tell(made, "paid")).toBe(200)],
  [
    "the provider's answer",
    async (made) => {
      for (const payout of of(made)) payout.status = "paid";
      await sendAgain();
    },
  ],
  ["the desk", async (made) => void ok(await decide(made, "paid"))],
];
test.each(ENDS)("what went out is paid as %s says, whatever case is open", async (_, end) => {
  const made = await approved(2000);
  await send();
  await openCase(made);
  const queue = await club.call("GET", `/api/operator/withdrawals/${made.id}`, cashier);
  expect(queue.body.data.waits_for).toContain("payment_case");
  await end(made);
  expect(await state(made)).toMatchObject({ status: "paid", order: "paid", cash: 0, held: 0 });
});

test("what the provider is not known to have stays here while a case is open", async () => {
  const made = await approved(2050);
  provider.http.failAlways({ kind: "status", status: 503 });
  await send();
  await openCase(made);
  provider.http.failAlways(null);
  await sendAgain();
  expect([asked(made), (await state(made))["order"]]).toEqual([1, "asking"]);
  await club.asAdmin(
    "UPDATE payment_arrival SET state = 'dismissed', decided_at = club_now_ms() WHERE player_id = $1",
    [made.player.id],
  );
  await sendAgain();
  expect([asked(made), (await state(made))["order"]]).toEqual([2, "taken"]);
  await tell(made, "paid");
});

test("one that cannot be sent keeps no other from being sent", async () => {
  const MORE_THAN_AT_ONCE = 11;
  const unread = await approved(2100);
  provider.http.failAlways({ kind: "status", status: 503 });
  await send();
  provider.http.failAlways(null);
  const unwritten = await approved(2200);
  await club.asAdmin(
    `UPDATE payout_order SET sealed = sealed || '\\x00', next_at = next_at - interval '1 hour' WHERE withdrawal_id = $1`,
    [unread.id],
  );
  await club.asAdmin(
    "UPDATE bank_card SET number_cipher = number_cipher || '\\x00' WHERE player_id = $1",
    [unwritten.player.id],
  );
  const others = await Promise.all(
    Array.from({ length: MORE_THAN_AT_ONCE }, async () => await approved(2300)),
  );
  await expect(send()).rejects.toThrow("2 payouts");
  expect(others.map(asked)).toEqual(others.map(() => 1));
  expect([asked(unread), asked(unwritten)]).toEqual([1, 0]);
  await club.asAdmin(
    "UPDATE payout_order SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE withdrawal_id = $1",
    [unread.id],
  );
  await club.asAdmin(
    "UPDATE bank_card SET number_cipher = substr(number_cipher, 1, length(number_cipher) - 1) WHERE player_id = $1",
    [unwritten.player.id],
  );
  await sendAgain();
  for (const made of [unread, unwritten, ...others]) expect(await tell(made, "paid")).toBe(200);
});

test("a notice is taken though the database is busy at its first try", async () => {
  const made = await approved(3100);
  await send();
  const connect = vi.spyOn(club.ctx.db.jobs, "connect");
  for (let i = 0; i < 6; i += 1) connect.mockRejectedValueOnce(new DatabaseBusy("busy"));
  expect(await tell(made, "paid")).toBe(200);
  connect.mockRestore();
  expect(await state(made)).toMatchObject({ status: "paid", cash: 0 });
});

test("unsigned, wrongly signed or old notices are 401 and write nothing", async () => {
  const made = await approved(5000);
  await send();
  const [payout] = of(made);
  if (payout === undefined) throw new Error("it was asked");
  const before = await club.query("SELECT count(*) FROM payout_notice");
  const MINUTES = 60_000;
  const good = signedNotice(provider.news(payout, "paid"));
  const bad = [
    { headers: { "content-type": "application/json" }, body: good.body },
    { ...good, body: good.body.replace("paid", "failed") },
    { ...good, headers: { ...good.headers, "webhook-id": "msg_other" } },
    signedNotice(provider.news(payout, "paid"), { secret: `whsec_${"AAAA".repeat(8)}` }),
    signedNotice(provider.news(payout, "paid"), { at: new Date(Date.now() - 6 * MINUTES) }),
    signedNotice(provider.news(payout, "paid"), { at: new Date(Date.now() + 6 * MINUTES) }),
    { ...good, headers: { ...good.headers, "webhook-signature": "v1" } },
    { ...good, headers: { ...good.headers, "webhook-timestamp": "soon" } },
  ];
  for (const notice of bad) expect(await sendNotice(club.url + HOOK, notice)).toBe(401);
  const other = `${club.url}/api/hooks/payouts/other`;
  expect(await sendNotice(other, good)).toBe(401);
  expect(await club.query("SELECT count(*) FROM payout_notice")).toEqual(before);
  expect(await state(made)).toMatchObject({ status: "approved" });
  expect(await sendNotice(club.url + HOOK, good)).toBe(200);
  expect(await state(made)).toMatchObject({ status: "paid" });
});

test("what is signed but no notice is refused; another kind is taken and changes nothing", async () => {
  for (const body of ["[]", '"x"', "{}", '{"type":7,"data":{}}', '{"type":"payout.paid"}']) {
    expect(await sendNotice(club.url + HOOK, signedNotice(body))).toBe(422);
  }
  expect(await sendNotice(club.url + HOOK, signedNotice("{"))).toBe(400);
  const other = { type: "payout.created", data: { reference: "WD 1" } };
  expect(await sendNotice(club.url + HOOK, signedNotice(other))).toBe(200);
});

const ODD: [string, Record<string, unknown>][] = [
  ["another amount", { amount_cents: 1 }],
  ["another currency", { currency: "EUR" }],
  ["another reference", { reference: "WD 000000 AA0" }],
];
test.each(ODD)("a notice of %s books nothing and is kept to look at", async (_, change) => {
  const made = await approved(5500);
  await send();
  const id = `msg_${randomBytes(6).toString("hex")}`;
  expect(await tell(made, "paid", { id, change })).toBe(200);
  expect(await state(made)).toMatchObject({ status: "approved", held: 5500 });
  const [row] = await club.query("SELECT outcome FROM payout_notice WHERE id = $1", [id]);
  expect(row?.["outcome"]).toBe("reference" in change ? "unknown" : "differs");
  await tell(made, "paid");
});

test("the opposite of what was booked is kept as late, whichever came first", async () => {
  const [one, other] = [await approved(6000), await approved(6500)];
  await send();
  await tell(one, "paid");
  await tell(one, "failed");
  await tell(other, "failed");
  await tell(other, "paid");
  expect(await state(one)).toMatchObject({ status: "paid", cash: 0 });
  expect(await state(other)).toMatchObject({ status: "rejected", cash: 6500 });
  const rows = await club.query("SELECT FROM payout_notice WHERE outcome = 'late'");
  expect(rows).toHaveLength(2);
});

test("each notice that does not fit is an alert by its reference; a cashier dismisses it, a week ends it", async () => {
  const made = await approved(6600);
  await send();
  await tell(made, "paid", { id: "msg_differs", change: { amount_cents: 1 } });
  await tell(made, "paid", { id: "msg_strange", change: { reference: "WD nobody's" } });
  const { token } = cashier;
  const standing = async (): Promise<ByHand[]> => {
    await watchAlerts(club.ctx);
    const { body } = await club.call("GET", "/api/operator/alerts", { token });
    return body.list.filter((each: ByHand) => each.condition === "payout_notice");
  };
  const all = await standing();
  expect(all.map(({ subject }) => subject)).toContain("WD nobody's");
  const { condition, subject, since } = all.find((each) => each.subject === made.reference);
  const reason = "the provider told it twice";
  const body = { condition, subject, since, reason };
  ok(await club.call("POST", "/api/operator/alerts/dismiss", { token, body }));
  expect((await standing()).find((each) => each.subject === subject).reason).toBe(reason);
  await club.asAdmin("UPDATE payout_notice SET at = at - interval '8 days'");
  expect(await standing()).toEqual([]);
  await tell(made, "paid");
});

test("two processes at once ask once; what is only requested is not asked", async () => {
  const made = await approved(7000);
  const only = await requested(7100);
  await Promise.all([send(), send(), send()]);
  expect(asked(made)).toBe(1);
  expect(asked(only)).toBe(0);
  await tell(made, "paid");
  ok(await act(only, "reject"));
});

test("a provider that took it and stays silent is asked again at once, or people say what became of it", async () => {
  const made = await approved(6100);
  expect((await decide(made, "paid")).body.code).toBe("withdrawal.state");
  await send();
  expect(asked(made)).toBe(1);
  ok(await decide(made, "ask"));
  await send();
  expect(asked(made)).toBe(2);
  ok(await decide(made, "paid"));
  expect(await state(made)).toMatchObject({ status: "paid", order: "paid", held: 0, cash: 0 });
  expect((await decide(made, "failed")).body.code).toBe("withdrawal.state");
  // What it tells at last contradicts nothing, and books nothing.
  expect(await tell(made, "paid")).toBe(200);
  const other = await approved(6200);
  await send();
  ok(await decide(other, "failed"));
  expect(await state(other)).toMatchObject({ status: "rejected", order: "failed", cash: 6200 });
  const auditor = await club.operator("auditor");
  expect((await decide(other, "ask", auditor.token)).status).toBe(403);
  // What people marked by hand stands in a report of its own.
  const marked = await club.call("GET", `/api/operator/reports/marked_payouts?${SPAN}`, auditor);
  const { columns } = marked.body.data;
  const cellsOf = (...ids: string[]) =>
    marked.body.list.map((row: unknown[]) =>
      ids.map((id) => row[columns.findIndex((each: { id: string }) => each.id === id)]),
    );
  const why = "the bank's paper of 3 May";
  expect(cellsOf("outcome", "amount", "operator", "reason").slice(-2)).toEqual([
    ["paid", 6100, cashier.name, why],
    ["failed", 6200, cashier.name, why],
  ]);
});

/** Yesterday to tomorrow, so that no midnight matters. */
const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const SPAN = `from=${dayIn(-1)}&to=${dayIn(1)}`;

test("while a try is under way nobody marks what becomes of it", async () => {
  const made = await approved(2400);
  const held = Promise.withResolvers<void>();
  provider.http.failNext({ kind: "held", until: held.promise });
  const sending = send();
  await expect.poll(() => asked(made)).toBe(1);
  for (const what of ["failed", "paid"]) {
    expect((await decide(made, what)).body.code).toBe("withdrawal.with_provider");
  }
  held.resolve();
  await sending;
  expect(await state(made)).toMatchObject({ status: "approved", order: "taken", held: 2400 });
  ok(await decide(made, "failed"));
  expect(await state(made)).toMatchObject({ status: "rejected", order: "failed", cash: 2400 });
});

test("an answer that contradicts a mark of the same moment is kept as late, and is an alert", async () => {
  const made = await approved(2500);
  await send();
  for (const payout of of(made)) payout.status = "paid";
  const held = Promise.withResolvers<void>();
  provider.http.failNext({ kind: "held", until: held.promise });
  const sending = sendAgain();
  await expect.poll(() => asked(made)).toBe(2);
  // As if its process had been frozen for longer than a try may take.
  await club.asAdmin("UPDATE payout_order SET leased_until = now() WHERE withdrawal_id = $1", [
    made.id,
  ]);
  ok(await decide(made, "failed"));
  held.resolve();
  await sending;
  expect(await state(made)).toMatchObject({ status: "rejected", order: "failed", cash: 2500 });
  const kept = await club.query(
    "SELECT type, reference, outcome FROM payout_notice WHERE withdrawal_id = $1",
    [made.id],
  );
  expect(kept).toEqual([{ type: "payout.paid", reference: made.reference, outcome: "late" }]);
  await watchAlerts(club.ctx);
  const alerts = await club.call("GET", "/api/operator/alerts", cashier);
  expect(alerts.body.list).toContainEqual(
    expect.objectContaining({ condition: "payout_notice", subject: made.reference }),
  );
});

/** Does it in a club with four eyes on, where `cashier` is the first of them. */
async function strictly(work: (second: TestOperator) => Promise<void>): Promise<void> {
  const usual = { club, cashier };
  const strict = await startClub({
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_FOUR_EYES: "on",
      CLUB_PAYOUT_PROVIDER: "standard",
      CLUB_PAYOUT_URL: provider.http.url,
      CLUB_PAYMENT_KEY: KEY,
      CLUB_PAYMENT_WEBHOOK_SECRET: DOUBLE_SECRET,
    },
  });
  try {
    club = strict;
    cashier = await strict.newOperator("cashier");
    await work(await strict.newOperator("cashier"));
  } finally {
    ({ club, cashier } = usual);
    await strict.close();
  }
}

async function answer(id: string, what: "approve" | "reject", by: TestOperator): Promise<Answer> {
  const path = `/api/operator/approvals/${id}/${what}`;
  return await club.call("POST", path, { token: by.token, body: {} });
}

/** One of which nobody knows whether the provider has it, and a mark of it that waits. */
async function markedAsFailed(cents: number): Promise<Made & { approval: string }> {
  const made = await approved(cents);
  provider.http.failAlways({ kind: "status", status: 503 });
  await send();
  provider.http.failAlways(null);
  const { status, approval_id: approval } = ok(await decide(made, "failed"));
  expect(status).toBe("pending");
  expect(await state(made)).toMatchObject({ status: "approved", order: "held", held: cents });
  return { ...made, approval };
}

test("with four eyes on, the mark waits for a second operator", async () => {
  await strictly(async (second) => {
    const made = await approved(6300);
    await send();
    const { status, approval_id: id } = ok(await decide(made, "failed"));
    expect(status).toBe("pending");
    expect(await state(made)).toMatchObject({ status: "approved", order: "taken" });
    expect((await answer(id, "approve", cashier)).status).not.toBe(200);
    // What the provider has is asked for every ten minutes, however long the second one takes.
    await sendAgain();
    ok(await answer(id, "approve", second));
    expect(await state(made)).toMatchObject({ status: "rejected", order: "failed", cash: 6300 });
  });
});

test("what nobody knows to be out stays here while a mark of it waits; nothing that went out is given back", async () => {
  await strictly(async (second) => {
    const made = await markedAsFailed(6400);
    await sendAgain();
    expect(asked(made)).toBe(1);
    // Nor is it decided past the second one.
    for (const what of ["reject", "paid"]) {
      expect((await act(made, what)).body.code).toBe("withdrawal.with_provider");
    }
    ok(await answer(made.approval, "approve", second));
    expect(await state(made)).toMatchObject({ status: "rejected", order: "failed", cash: 6400 });
    expect(of(made)).toEqual([]);

    const raced = await markedAsFailed(6500);
    ok(await decide(raced, "ask"));
    await send();
    expect(of(raced)).toHaveLength(1);
    const waiting = await club.call("GET", "/api/operator/approvals", second);
    expect(waiting.body.list).toMatchObject([{ approval_id: raced.approval, is_stale: true }]);
    const late = await answer(raced.approval, "approve", second);
    expect([late.status, late.body.code]).toEqual([409, "withdrawal.with_provider"]);
    expect(await state(raced)).toMatchObject({ status: "approved", order: "taken", held: 6500 });
    expect(await tell(raced, "paid")).toBe(200);

    const refused = await markedAsFailed(6600);
    ok(await answer(refused.approval, "reject", second));
    expect(await state(refused)).toMatchObject({ status: "approved", order: "asking" });
    await send();
    expect(await tell(refused, "paid")).toBe(200);
    expect(await state(refused)).toMatchObject({ status: "paid", cash: 0, held: 0 });
  });
});
