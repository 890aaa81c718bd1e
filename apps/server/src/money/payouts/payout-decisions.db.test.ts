import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { watchAlerts } from "../../run/alerts/watch-alerts.ts";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
import { PayoutDesk } from "../../test/payout-desk.ts";
import type { Made } from "../../test/payout-desk.ts";

let desk: PayoutDesk;

beforeAll(async () => {
  desk = await PayoutDesk.open();
});
afterEach(() => desk.provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
  await desk.close();
});

/** A payment of the player that his bank took back before it was booked: its case freezes his withdrawals. */
async function openCase({ player, id }: Made): Promise<void> {
  await desk.club.asAdmin(
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
  ["a notice", async (made) => expect(await desk.tell(made, "paid")).toBe(200)],
  [
    "the provider's answer",
    async (made) => {
      for (const payout of desk.of(made)) payout.status = "paid";
      await desk.sendAgain();
    },
  ],
  ["the desk", async (made) => void ok(await desk.decide(made, "paid"))],
];
test.each(ENDS)("what went out is paid as %s says, whatever case is open", async (_, end) => {
  const made = await desk.approved(2000);
  await desk.send();
  await openCase(made);
  const queue = await desk.club.call("GET", `/api/operator/withdrawals/${made.id}`, desk.cashier);
  expect(queue.body.data.waits_for).toContain("payment_case");
  await end(made);
  expect(await desk.state(made)).toMatchObject({ status: "paid", order: "paid", cash: 0, held: 0 });
});

test("what the provider is not known to have stays here while a case is open", async () => {
  const made = await desk.approved(2050);
  desk.provider.http.failAlways({ kind: "status", status: 503 });
  await desk.send();
  await openCase(made);
  desk.provider.http.failAlways(null);
  await desk.sendAgain();
  expect([desk.asked(made), (await desk.state(made))["order"]]).toEqual([1, "asking"]);
  await desk.club.asAdmin(
    "UPDATE payment_arrival SET state = 'dismissed', decided_at = club_now_ms() WHERE player_id = $1",
    [made.player.id],
  );
  await desk.sendAgain();
  expect([desk.asked(made), (await desk.state(made))["order"]]).toEqual([2, "taken"]);
  await desk.tell(made, "paid");
});

test("a provider that took it and stays silent is asked again at once, or people say what became of it", async () => {
  const made = await desk.approved(6100);
  expect((await desk.decide(made, "paid")).body.code).toBe("withdrawal.state");
  await desk.send();
  expect(desk.asked(made)).toBe(1);
  ok(await desk.decide(made, "ask"));
  await desk.send();
  expect(desk.asked(made)).toBe(2);
  ok(await desk.decide(made, "paid"));
  expect(await desk.state(made)).toMatchObject({ status: "paid", order: "paid", held: 0, cash: 0 });
  expect((await desk.decide(made, "failed")).body.code).toBe("withdrawal.state");
  // What it tells at last contradicts nothing, and books nothing.
  expect(await desk.tell(made, "paid")).toBe(200);
  const other = await desk.approved(6200);
  await desk.send();
  ok(await desk.decide(other, "failed"));
  expect(await desk.state(other)).toMatchObject({
    status: "rejected",
    order: "failed",
    cash: 6200,
  });
  const auditor = await desk.club.operator("auditor");
  expect((await desk.decide(other, "ask", auditor)).status).toBe(403);
  // What people marked by hand stands in a report of its own.
  const marked = await desk.club.call(
    "GET",
    `/api/operator/reports/marked_payouts?${SPAN}`,
    auditor,
  );
  const { columns } = marked.body.data;
  const cellsOf = (...ids: string[]) =>
    marked.body.list.map((row: unknown[]) =>
      ids.map((id) => row[columns.findIndex((each: { id: string }) => each.id === id)]),
    );
  const why = "the bank's paper of 3 May";
  expect(cellsOf("outcome", "amount", "operator", "reason").slice(-2)).toEqual([
    ["paid", 6100, desk.cashier.name, why],
    ["failed", 6200, desk.cashier.name, why],
  ]);
});

/** Yesterday to tomorrow, so that no midnight matters. */
const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const SPAN = `from=${dayIn(-1)}&to=${dayIn(1)}`;

test("while a try is under way nobody marks what becomes of it", async () => {
  const made = await desk.approved(2400);
  const held = Promise.withResolvers<void>();
  desk.provider.http.failNext({ kind: "held", until: held.promise });
  const sending = desk.send();
  await expect.poll(() => desk.asked(made)).toBe(1);
  for (const what of ["failed", "paid"]) {
    expect((await desk.decide(made, what)).body.code).toBe("withdrawal.with_provider");
  }
  held.resolve();
  await sending;
  expect(await desk.state(made)).toMatchObject({ status: "approved", order: "taken", held: 2400 });
  ok(await desk.decide(made, "failed"));
  expect(await desk.state(made)).toMatchObject({ status: "rejected", order: "failed", cash: 2400 });
});

test("an answer that contradicts a mark of the same moment is kept as late, and is an alert", async () => {
  const made = await desk.approved(2500);
  await desk.send();
  for (const payout of desk.of(made)) payout.status = "paid";
  const held = Promise.withResolvers<void>();
  desk.provider.http.failNext({ kind: "held", until: held.promise });
  const sending = desk.sendAgain();
  await expect.poll(() => desk.asked(made)).toBe(2);
  // As if its process had been frozen for longer than a try may take.
  await desk.club.asAdmin("UPDATE payout_order SET leased_until = now() WHERE withdrawal_id = $1", [
    made.id,
  ]);
  ok(await desk.decide(made, "failed"));
  held.resolve();
  await sending;
  expect(await desk.state(made)).toMatchObject({ status: "rejected", order: "failed", cash: 2500 });
  const kept = await desk.club.query(
    "SELECT type, reference, outcome FROM payout_notice WHERE withdrawal_id = $1",
    [made.id],
  );
  expect(kept).toEqual([{ type: "payout.paid", reference: made.reference, outcome: "late" }]);
  await watchAlerts(desk.club.ctx);
  const alerts = await desk.club.call("GET", "/api/operator/alerts", desk.cashier);
  expect(alerts.body.list).toContainEqual(
    expect.objectContaining({ condition: "payout_notice", subject: made.reference }),
  );
});
