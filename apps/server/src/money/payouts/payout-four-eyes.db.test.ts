import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
import type { Answer, TestOperator } from "../../test/club.ts";
import { PayoutDesk } from "../../test/payout-desk.ts";
import type { Made } from "../../test/payout-desk.ts";

let desk: PayoutDesk;
let second: TestOperator;

beforeAll(async () => {
  desk = await PayoutDesk.open({ CLUB_FOUR_EYES: "on" });
  second = await desk.club.newOperator("cashier");
});
afterEach(() => desk.provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
  await desk.close();
});

async function answer(id: string, what: "approve" | "reject", by: TestOperator): Promise<Answer> {
  const path = `/api/operator/approvals/${id}/${what}`;
  return await desk.club.call("POST", path, { token: by.token, body: {} });
}

/** One of which nobody knows whether the provider has it, and a mark of it that waits. */
async function markedAsFailed(cents: number): Promise<Made & { approval: string }> {
  const made = await desk.approved(cents);
  desk.provider.http.failAlways({ kind: "status", status: 503 });
  await desk.send();
  desk.provider.http.failAlways(null);
  const { status, approval_id: approval } = ok(await desk.decide(made, "failed"));
  expect(status).toBe("pending");
  expect(await desk.state(made)).toMatchObject({ status: "approved", order: "held", held: cents });
  return { ...made, approval };
}

test("with four eyes on, the mark waits for a second operator", async () => {
  const made = await desk.approved(6300);
  await desk.send();
  const { status, approval_id: id } = ok(await desk.decide(made, "failed"));
  expect(status).toBe("pending");
  expect(await desk.state(made)).toMatchObject({ status: "approved", order: "taken" });
  expect((await answer(id, "approve", desk.cashier)).status).not.toBe(200);
  // What the provider has is asked for every ten minutes, however long the second one takes.
  await desk.sendAgain();
  ok(await answer(id, "approve", second));
  expect(await desk.state(made)).toMatchObject({ status: "rejected", order: "failed", cash: 6300 });
});

test("what nobody knows to be out stays here while a mark of it waits; nothing that went out is given back", async () => {
  const made = await markedAsFailed(6400);
  await desk.sendAgain();
  expect(desk.asked(made)).toBe(1);
  // Nor is it decided past the second one.
  for (const what of ["reject", "paid"]) {
    expect((await desk.act(made, what)).body.code).toBe("withdrawal.with_provider");
  }
  ok(await answer(made.approval, "approve", second));
  expect(await desk.state(made)).toMatchObject({ status: "rejected", order: "failed", cash: 6400 });
  expect(desk.of(made)).toEqual([]);

  const raced = await markedAsFailed(6500);
  ok(await desk.decide(raced, "ask"));
  await desk.send();
  expect(desk.of(raced)).toHaveLength(1);
  const waiting = await desk.club.call("GET", "/api/operator/approvals", second);
  expect(waiting.body.list).toMatchObject([{ approval_id: raced.approval, is_stale: true }]);
  const late = await answer(raced.approval, "approve", second);
  expect([late.status, late.body.code]).toEqual([409, "withdrawal.with_provider"]);
  expect(await desk.state(raced)).toMatchObject({ status: "approved", order: "taken", held: 6500 });
  expect(await desk.tell(raced, "paid")).toBe(200);

  const refused = await markedAsFailed(6600);
  ok(await answer(refused.approval, "reject", second));
  expect(await desk.state(refused)).toMatchObject({ status: "approved", order: "asking" });
  await desk.send();
  expect(await desk.tell(refused, "paid")).toBe(200);
  expect(await desk.state(refused)).toMatchObject({ status: "paid", cash: 0, held: 0 });
});
