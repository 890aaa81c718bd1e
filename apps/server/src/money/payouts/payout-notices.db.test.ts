import { randomBytes } from "node:crypto";
import { sendNotice, signedNotice } from "@club/doubles";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DatabaseBusy } from "../../core/db/connect.ts";
import { watchAlerts } from "../../run/alerts/watch-alerts.ts";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
import type { ByHand } from "../../test/club.ts";
import { PayoutDesk } from "../../test/payout-desk.ts";

let desk: PayoutDesk;

beforeAll(async () => {
  desk = await PayoutDesk.open();
});
afterEach(() => desk.provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
  await desk.close();
});

test("a notice is taken though the database is busy at its first try", async () => {
  const made = await desk.approved(3100);
  await desk.send();
  const connect = vi.spyOn(desk.club.ctx.db.jobs, "connect");
  for (let i = 0; i < 6; i += 1) connect.mockRejectedValueOnce(new DatabaseBusy("busy"));
  expect(await desk.tell(made, "paid")).toBe(200);
  connect.mockRestore();
  expect(await desk.state(made)).toMatchObject({ status: "paid", cash: 0 });
});

test("unsigned, wrongly signed or old notices are 401 and write nothing", async () => {
  const made = await desk.approved(5000);
  await desk.send();
  const [payout] = desk.of(made);
  if (payout === undefined) throw new Error("it was asked");
  const before = await desk.club.query("SELECT count(*) FROM payout_notice");
  const MINUTES = 60_000;
  const good = signedNotice(desk.provider.news(payout, "paid"));
  const bad = [
    { headers: { "content-type": "application/json" }, body: good.body },
    { ...good, body: good.body.replace("paid", "failed") },
    { ...good, headers: { ...good.headers, "webhook-id": "msg_other" } },
    signedNotice(desk.provider.news(payout, "paid"), { secret: `whsec_${"AAAA".repeat(8)}` }),
    signedNotice(desk.provider.news(payout, "paid"), { at: new Date(Date.now() - 6 * MINUTES) }),
    signedNotice(desk.provider.news(payout, "paid"), { at: new Date(Date.now() + 6 * MINUTES) }),
    { ...good, headers: { ...good.headers, "webhook-signature": "v1" } },
    { ...good, headers: { ...good.headers, "webhook-timestamp": "soon" } },
  ];
  for (const notice of bad) expect(await sendNotice(desk.hook, notice)).toBe(401);
  const other = `${desk.club.url}/api/hooks/payouts/other`;
  expect(await sendNotice(other, good)).toBe(401);
  expect(await desk.club.query("SELECT count(*) FROM payout_notice")).toEqual(before);
  expect(await desk.state(made)).toMatchObject({ status: "approved" });
  expect(await sendNotice(desk.hook, good)).toBe(200);
  expect(await desk.state(made)).toMatchObject({ status: "paid" });
});

test("what is signed but no notice is refused; another kind is taken and changes nothing", async () => {
  for (const body of ["[]", '"x"', "{}", '{"type":7,"data":{}}', '{"type":"payout.paid"}']) {
    expect(await sendNotice(desk.hook, signedNotice(body))).toBe(422);
  }
  expect(await sendNotice(desk.hook, signedNotice("{"))).toBe(400);
  const other = { type: "payout.created", data: { reference: "WD 1" } };
  expect(await sendNotice(desk.hook, signedNotice(other))).toBe(200);
});

const ODD: [string, Record<string, unknown>][] = [
  ["another amount", { amount_cents: 1 }],
  ["another currency", { currency: "EUR" }],
  ["another reference", { reference: "WD 000000 AA0" }],
];
test.each(ODD)("a notice of %s books nothing and is kept to look at", async (_, change) => {
  const made = await desk.approved(5500);
  await desk.send();
  const id = `msg_${randomBytes(6).toString("hex")}`;
  expect(await desk.tell(made, "paid", { id, change })).toBe(200);
  expect(await desk.state(made)).toMatchObject({ status: "approved", held: 5500 });
  const [row] = await desk.club.query("SELECT outcome FROM payout_notice WHERE id = $1", [id]);
  expect(row?.["outcome"]).toBe("reference" in change ? "unknown" : "differs");
  await desk.tell(made, "paid");
});

test("the opposite of what was booked is kept as late, whichever came first", async () => {
  const [one, other] = [await desk.approved(6000), await desk.approved(6500)];
  await desk.send();
  await desk.tell(one, "paid");
  await desk.tell(one, "failed");
  await desk.tell(other, "failed");
  await desk.tell(other, "paid");
  expect(await desk.state(one)).toMatchObject({ status: "paid", cash: 0 });
  expect(await desk.state(other)).toMatchObject({ status: "rejected", cash: 6500 });
  const rows = await desk.club.query("SELECT FROM payout_notice WHERE outcome = 'late'");
  expect(rows).toHaveLength(2);
});

test("each notice that does not fit is an alert by its reference; a cashier dismisses it, a week ends it", async () => {
  const made = await desk.approved(6600);
  await desk.send();
  await desk.tell(made, "paid", { id: "msg_differs", change: { amount_cents: 1 } });
  await desk.tell(made, "paid", { id: "msg_strange", change: { reference: "WD nobody's" } });
  const { token } = desk.cashier;
  const standing = async (): Promise<ByHand[]> => {
    await watchAlerts(desk.club.ctx);
    const { body } = await desk.club.call("GET", "/api/operator/alerts", { token });
    return body.list.filter((each: ByHand) => each.condition === "payout_notice");
  };
  const all = await standing();
  expect(all.map(({ subject }) => subject)).toContain("WD nobody's");
  const { condition, subject, since } = all.find((each) => each.subject === made.reference);
  const reason = "the provider told it twice";
  const body = { condition, subject, since, reason };
  ok(await desk.club.call("POST", "/api/operator/alerts/dismiss", { token, body }));
  expect((await standing()).find((each) => each.subject === subject).reason).toBe(reason);
  await desk.club.asAdmin("UPDATE payout_notice SET at = at - interval '8 days'");
  expect(await standing()).toEqual([]);
  await desk.tell(made, "paid");
});
