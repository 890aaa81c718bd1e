import type { DoublePayment } from "@club/doubles";
import { expect } from "vitest";
import { expireTopUps } from "../money/top-ups/submit-top-up.ts";
import { brokenChecks } from "./checks.ts";
import { ok } from "./club.ts";
import type { Row, TestPlayer } from "./club.ts";
import type { PaymentDesk } from "./payment-desk.ts";
import {
  CENTS,
  PART,
  UNBOOKED,
  HEARD,
  endRefund,
  giving,
  hearPart,
  leftOf,
  newModel,
  restore,
  returned,
  succeed,
  takePart,
  toldOf,
  tookOf,
  undo,
} from "./payment-model.ts";
import type { Model, Step } from "./payment-model.ts";

interface Walk {
  readonly desk: PaymentDesk;
  readonly player: TestPlayer;
  readonly id: string;
  readonly payment: DoublePayment;
  readonly model: Model;
  last: Parameters<PaymentDesk["send"]>[0] | null;
}

async function hear(walk: Walk, ...[type, , change]: Parameters<PaymentDesk["tell"]>) {
  const { desk } = walk;
  walk.last = desk.provider.notice(type, walk.payment, change);
  ok(await desk.send(walk.last));
}

/** The steps, each done to the club and to the model. */
const DO: Readonly<Record<Step, (walk: Walk) => Promise<void>>> = {
  succeeded: async (walk) => {
    await hear(walk, "succeeded", walk.payment);
    succeed(walk.model, false);
  },
  "succeeded again": async (walk) => {
    await hear(walk, "succeeded", walk.payment);
    await hear(walk, "succeeded", walk.payment);
    succeed(walk.model, false);
  },
  credit: async (walk) => {
    await hear(walk, "succeeded", walk.payment, { funding: "credit" });
    succeed(walk.model, true);
  },
  failed: async (walk) => {
    await hear(walk, "failed", walk.payment);
    HEARD.failed(walk.model);
  },
  refunded: async (walk) => {
    await hear(walk, "refunded", walk.payment);
    HEARD.refunded(walk.model);
  },
  disputed: async (walk) => {
    await hear(walk, "disputed", walk.payment);
    HEARD.disputed(walk.model);
  },
  "refunded in part": async (walk) => {
    await hear(walk, "refunded", walk.payment, { backCents: PART });
    hearPart(walk.model, "refunded");
  },
  "disputed in part": async (walk) => {
    await hear(walk, "disputed", walk.payment, { backCents: PART });
    hearPart(walk.model, "disputed");
  },
  "other amount": async (walk) => {
    await hear(walk, "succeeded", walk.payment, { amountCents: CENTS + 1 });
    walk.model.arrivals.add("amount");
  },
  "other currency": async (walk) => {
    await hear(walk, "succeeded", walk.payment, { currency: "EUR" });
    walk.model.arrivals.add("currency");
  },
  polled: async (walk) => {
    const { desk, payment, model, id } = walk;
    // What went back meanwhile is what the provider says.
    const isBack = payment.state === "refunded";
    const isAsked = UNBOOKED.includes(model.state);
    await desk.watchOnly(id);
    if (!isAsked || isBack) return;
    succeed(model, false);
    // The same turn of the job sends it back.
    if (model.state === "returning") returned(model);
  },
  expire: async ({ desk, id, model }) => {
    await desk.club.asAdmin(
      "UPDATE top_up SET created_at = created_at - interval '2 hours' WHERE id = $1",
      [id],
    );
    await expireTopUps(desk.club.ctx);
    if (model.topUp === "created") model.topUp = "expired";
  },
  limit: async ({ desk, player, model }) => {
    const body = { limits: [{ kind: "deposit", period: "month", amount_cents: 100 }] };
    ok(await desk.club.call("PUT", "/api/user/limits", { token: player.token, body }));
    model.isLimited = true;
  },
  "time out": async ({ desk, player, model }) => {
    const { token } = player;
    ok(await desk.club.call("POST", "/api/user/time-out", { token, body: { days: 7 } }));
    model.isBarred = true;
  },
  spend: async ({ desk, player, model }) => {
    if (model.cash === 0) return;
    const { token } = await desk.club.operator();
    const cents = Math.ceil(model.cash / 2);
    const body = { kind: "correction", amount_cents: -cents, reason: "spent" };
    const path = `/api/operator/players/${player.id}/adjust`;
    ok(await desk.club.call("POST", path, { token, body }));
    model.cash -= cents;
  },
  "send back": async ({ desk, id, model }) => {
    await desk.watchOnly(id, { isAsked: false });
    if (model.back?.state !== "waiting") return;
    if (model.state === "returning") returned(model);
    if (model.state === "refunding") endRefund(model);
  },
  "refund refused": async ({ desk, id, model }) => {
    if (model.state !== "refunding") return;
    desk.provider.http.failAlways({ kind: "status", status: 422 });
    await desk.watchOnly(id, { isAsked: false });
    desk.provider.http.failAlways(null);
    restore(model);
  },
  "refund failed": async (walk) => {
    const { desk, payment, model } = walk;
    const { back } = model;
    const cents = back?.cents ?? CENTS;
    if (payment.refundedCents >= cents) desk.provider.failRefund(payment, cents);
    await hear(walk, "refund_failed", payment, { backCents: cents });
    const isOver = model.state === "returned" || model.state === "refunded";
    if (back !== null) back.state = "failed";
    if (model.state === "refunding") restore(model);
    else if (model.state === "returning") return;
    else if (isOver || giving(model, cents) !== null) model.failedRefunds += 1;
  },
  "give the failed refund back": async ({ desk, payment, model }) => {
    for (const row of await desk.arrivalsOf(payment)) {
      if (row["state"] !== "open" || row["why"] !== "refund_failed") continue;
      const give = giving(model, Number(row["amount_cents"]));
      const answer = await desk.decide(row["id"], "book");
      expect(answer.status, JSON.stringify(answer.body)).toBe(give === null ? 409 : 200);
      give?.();
    }
  },
  "equal parts": async (walk) => {
    const notices = [1, 2].map(() =>
      walk.desk.provider.notice("refunded", walk.payment, { amountCents: PART }),
    );
    for (const notice of [...notices, ...notices]) ok(await walk.desk.send(notice));
    walk.model.equalParts += notices.length;
    walk.model.arrivals.add("amount, refunded in part");
  },
  "book the parts": async ({ desk, payment, model }) => {
    for (const { id } of await desk.arrivalsOf(payment)) {
      // A part that was booked before may have closed it.
      const row = (await desk.arrivalsOf(payment)).find((each) => each["id"] === id);
      if (row?.["state"] !== "open" || row["why"] !== "amount") continue;
      if (row["outcome"] === "succeeded") continue;
      const told = toldOf(model, row["outcome"]);
      const cents = Math.min(CENTS, row["event_id"] === null ? PART : told + PART);
      const mayBe = model.state === "paid" && cents > told;
      const answer = await desk.decide(id, "book");
      expect(answer.status, JSON.stringify(answer.body)).toBe(mayBe ? 200 : 409);
      if (mayBe) takePart(model, row["outcome"], cents);
    }
  },
  won: async ({ desk, payment, model }) => {
    const rows = (await desk.arrivalsOf(payment)).filter(isCase);
    for (const [index, { id }] of rows.entries()) {
      const one = model.cases[index];
      if (one?.why !== "disputed" || one.state !== "open") continue;
      const mayBe = tookOf(one) > 0 || model.state === "disputed";
      const answer = await desk.decide(id, "won");
      expect(answer.status, JSON.stringify(answer.body)).toBe(mayBe ? 200 : 409);
      if (mayBe) undo(model, one);
    }
  },
  "repeat the last notice": async ({ desk, last }) => {
    if (last === null) return;
    const answers = await Promise.all([1, 2, 3].map(async () => await desk.send(last)));
    answers.forEach(ok);
  },
  "close the case": async ({ desk, payment, model }) => {
    for (const row of await desk.arrivalsOf(payment)) {
      if (row["state"] === "open") ok(await desk.decide(row["id"], "dismiss"));
    }
    for (const one of model.cases) if (one.state === "open") one.state = "dismissed";
  },
  "refund by the desk": async ({ desk, id, model }) => {
    const { token } = await desk.club.operator();
    const path = `/api/operator/topups/${id}/refund`;
    const answer = await desk.club.call("POST", path, { token, body: { reason: "asked for" } });
    const left = leftOf(model);
    // It sends a payment back once.
    const isSent = model.back?.state === "done";
    const mayBe = model.state === "paid" && model.cash >= left && !isSent;
    expect(answer.status, JSON.stringify(answer.body)).toBe(mayBe ? 200 : 409);
    if (!mayBe) return;
    model.state = "refunding";
    model.isDoubtful = false;
    model.back = { cents: left, state: "waiting" };
    model.cash -= left;
  },
};

const isCase = ({ why }: Row): boolean => why === "refunded" || why === "disputed";
const ofCase = (why: string, cents: number, state: string): string => `${why} ${cents} ${state}`;

/** Two arrivals with the same reason may be of all of it, or of a part. */
function nameOf({ why, outcome, amount_cents: cents }: Row): string {
  return cents === BigInt(PART) ? `${why}, ${outcome} in part` : why;
}

async function look({ desk, player, id, payment, model }: Walk, before: number): Promise<void> {
  const arrivals = await desk.arrivalsOf(payment);
  const [frozen] = await desk.club.query("SELECT withdrawals_frozen($1) AS is", [player.id]);
  const [lines] = await desk.club.query(
    "SELECT coalesce(sum(amount_cents), 0)::integer AS cents FROM posting p JOIN wallet w ON w.cash_account = p.account_id WHERE w.player_id = $1",
    [player.id],
  );
  expect({
    state: await desk.stateOf(id),
    topUp: (await desk.topUpOf(player)).status,
    cash: await desk.cashOf(player),
    lines: lines?.["cents"],
    chargebacks: before - (await desk.balanceOf("chargebacks")),
    cases: arrivals
      .filter(isCase)
      .map((row) =>
        ofCase(row["why"], Number(row["taken_cents"] + row["missing_cents"]), row["state"]),
      ),
    arrivals: new Set(
      arrivals.filter((row) => !isCase(row) && row["why"] !== "refund_failed").map(nameOf),
    ),
    equalParts: arrivals.filter((row) => row["why"] === "amount" && row["event_id"] !== null)
      .length,
    failedRefunds: arrivals.filter((row) => row["why"] === "refund_failed").length,
    isFrozen: frozen?.["is"],
  }).toEqual({
    state: model.state,
    topUp: model.topUp,
    cash: model.cash,
    lines: model.cash,
    chargebacks: model.chargebacks,
    cases: model.cases.map((one) => ofCase(one.why, one.cash + one.missing, one.state)),
    arrivals: model.arrivals,
    equalParts: model.equalParts,
    failedRefunds: model.failedRefunds,
    isFrozen: model.cases.some((one) => one.state === "open"),
  });
}

/** Does the steps one after the other, and looks after each. */
export async function walkOf(desk: PaymentDesk, steps: readonly Step[]): Promise<void> {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player, CENTS);
  const before = await desk.balanceOf("chargebacks");
  const own: Walk = { desk, player, id, payment, model: newModel(), last: null };
  // The provider has the money whatever the club was told: what goes back can go back.
  desk.provider.choose(payment, "debit");
  for (const step of steps) {
    await DO[step](own);
    await look(own, before);
  }
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
}
