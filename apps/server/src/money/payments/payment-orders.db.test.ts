import type { DoublePayment } from "@club/doubles";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { ok } from "../../test/club.ts";
import type { Row, TestPlayer } from "../../test/club.ts";
import { PaymentDesk } from "../../test/payment-desk.ts";
import { isFull } from "../../test/sample.ts";
import { expireTopUps } from "../top-ups/submit-top-up.ts";

/*
 * Every order of what can happen to a payment, walked beside a model of it that fits on a page:
 * after each step the wallet, the ledger, the arrivals and the books say the same.
 */

const CENTS = 5000;
const PART = 2000;
const STEPS = [
  "succeeded",
  "succeeded again",
  "credit",
  "failed",
  "refunded",
  "disputed",
  "refunded in part",
  "disputed in part",
  "other amount",
  "other currency",
  "polled",
  "expire",
  "limit",
  "time out",
  "spend",
  "send back",
  "repeat the last notice",
  "close the case",
  "refund by the desk",
  "refund refused",
] as const;
type Step = (typeof STEPS)[number];

interface Model {
  state: string;
  topUp: string;
  cash: number;
  chargebacks: number;
  /** What parts of it that went back came to. */
  gone: number;
  /** The provider has the money, and said so. */
  isLimited: boolean;
  isBarred: boolean;
  arrivals: Set<string>;
  isFrozen: boolean;
  /** A dispute was told while a refund was under way. */
  isDisputedMeanwhile: boolean;
}

const UNBOOKED = ["open", "failed"];

function succeed(model: Model, isCredit: boolean): void {
  if (!UNBOOKED.includes(model.state)) return;
  if (isCredit || model.isBarred || model.isLimited) {
    model.state = "returning";
    model.topUp = "rejected";
    return;
  }
  model.state = "paid";
  model.topUp = "approved";
  model.cash += CENTS;
}

function takeAway(model: Model, state: "refunded" | "disputed"): void {
  if (model.state === "paid") take(model, CENTS - model.gone);
  model.state = state;
  if (model.topUp === "created") model.topUp = "rejected";
  openCase(model, state);
}

function take(model: Model, cents: number): void {
  const taken = Math.min(model.cash, cents);
  model.cash -= taken;
  model.chargebacks += cents - taken;
}

function takePart(model: Model, state: "refunded" | "disputed"): void {
  const why = `${state} in part`;
  if (model.state !== "paid") model.arrivals.add(`amount, ${why}`);
  if (model.state !== "paid" || model.arrivals.has(why)) return;
  const cents = Math.min(PART, CENTS - model.gone);
  take(model, cents);
  model.gone += cents;
  openCase(model, why);
}

/** The money has gone back. */
function endRefund(model: Model): void {
  model.state = "refunded";
  if (model.isDisputedMeanwhile) openCase(model, "disputed");
}

function openCase(model: Model, why: string): void {
  if (model.arrivals.has(why)) return;
  model.arrivals.add(why);
  model.isFrozen = true;
}

const HEARD: Readonly<Record<"failed" | "refunded" | "disputed", (model: Model) => void>> = {
  failed: (model) => {
    if (model.state === "paid") model.arrivals.add("over");
    if (model.state !== "open") return;
    model.state = "failed";
    if (model.topUp === "created") model.topUp = "rejected";
  },
  refunded: (model) => {
    if (model.state === "returning") model.state = "returned";
    else if (model.state === "refunding") endRefund(model);
    else if (model.state === "disputed") model.arrivals.add("over");
    else if ([...UNBOOKED, "paid"].includes(model.state)) takeAway(model, "refunded");
  },
  disputed: (model) => {
    if (model.state === "disputed") return;
    if ([...UNBOOKED, "paid"].includes(model.state)) takeAway(model, "disputed");
    else if (model.state === "refunding") {
      model.arrivals.add("over");
      model.isDisputedMeanwhile = true;
    } else openCase(model, "disputed");
  },
};

let desk: PaymentDesk;
beforeAll(async () => {
  desk = await PaymentDesk.open();
});
afterAll(async () => await desk.close());

interface Walk {
  readonly player: TestPlayer;
  readonly id: string;
  readonly payment: DoublePayment;
  readonly model: Model;
  last: Parameters<PaymentDesk["send"]>[0] | null;
}

async function hear(walk: Walk, ...[type, , change]: Parameters<PaymentDesk["tell"]>) {
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
    takePart(walk.model, "refunded");
  },
  "disputed in part": async (walk) => {
    await hear(walk, "disputed", walk.payment, { backCents: PART });
    takePart(walk.model, "disputed");
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
    const { payment, model, id } = walk;
    // What went back meanwhile is what the provider says.
    const isBack = payment.state === "refunded";
    const isAsked = UNBOOKED.includes(model.state);
    await desk.watchOnly(id);
    if (!isAsked || isBack) return;
    succeed(model, false);
    // The same turn of the job sends it back.
    if (model.state === "returning") model.state = "returned";
  },
  expire: async ({ id, model }) => {
    await desk.club.asAdmin(
      "UPDATE top_up SET created_at = created_at - interval '2 hours' WHERE id = $1",
      [id],
    );
    await expireTopUps(desk.club.ctx);
    if (model.topUp === "created") model.topUp = "expired";
  },
  limit: async ({ player, model }) => {
    const body = { limits: [{ kind: "deposit", period: "month", amount_cents: 100 }] };
    ok(await desk.club.call("PUT", "/api/user/limits", { token: player.token, body }));
    model.isLimited = true;
  },
  "time out": async ({ player, model }) => {
    const { token } = player;
    ok(await desk.club.call("POST", "/api/user/time-out", { token, body: { days: 7 } }));
    model.isBarred = true;
  },
  spend: async ({ player, model }) => {
    if (model.cash === 0) return;
    const { token } = await desk.club.operator();
    const cents = Math.ceil(model.cash / 2);
    const body = { kind: "correction", amount_cents: -cents, reason: "spent" };
    const path = `/api/operator/players/${player.id}/adjust`;
    ok(await desk.club.call("POST", path, { token, body }));
    model.cash -= cents;
  },
  "send back": async ({ id, model }) => {
    await desk.watchOnly(id, { isAsked: false });
    if (model.state === "returning") model.state = "returned";
    if (model.state === "refunding") endRefund(model);
  },
  "refund refused": async ({ id, model }) => {
    if (model.state !== "refunding") return;
    desk.provider.http.failAlways({ kind: "status", status: 422 });
    await desk.watchOnly(id, { isAsked: false });
    desk.provider.http.failAlways(null);
    model.state = "paid";
    model.cash += CENTS - model.gone;
    if (model.isDisputedMeanwhile) takeAway(model, "disputed");
  },
  "repeat the last notice": async ({ last }) => {
    if (last === null) return;
    const answers = await Promise.all([1, 2, 3].map(async () => await desk.send(last)));
    answers.forEach(ok);
  },
  "close the case": async ({ payment, model }) => {
    for (const row of await desk.arrivalsOf(payment)) {
      if (row["state"] === "open") ok(await desk.decide(row["id"], "dismiss"));
    }
    model.isFrozen = false;
  },
  "refund by the desk": async ({ id, model }) => {
    const { token } = await desk.club.operator();
    const path = `/api/operator/topups/${id}/refund`;
    const answer = await desk.club.call("POST", path, { token, body: { reason: "asked for" } });
    const left = CENTS - model.gone;
    const mayBe = model.state === "paid" && model.cash >= left;
    expect(answer.status, JSON.stringify(answer.body)).toBe(mayBe ? 200 : 409);
    if (!mayBe) return;
    model.state = "refunding";
    model.cash -= left;
  },
};

/** Two arrivals with the same reason may be of all of it, or of a part. */
function nameOf({ why, outcome, amount_cents: cents }: Row): string {
  if (cents !== BigInt(PART)) return why;
  return why === outcome ? `${outcome} in part` : `${why}, ${outcome} in part`;
}

async function look({ player, id, payment, model }: Walk, before: number): Promise<void> {
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
    arrivals: new Set(arrivals.map(nameOf)),
    isFrozen: frozen?.["is"],
  }).toEqual({
    state: model.state,
    topUp: model.topUp,
    cash: model.cash,
    lines: model.cash,
    chargebacks: model.chargebacks,
    arrivals: model.arrivals,
    isFrozen: model.isFrozen,
  });
}

async function walk(steps: readonly Step[]): Promise<void> {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player, CENTS);
  const before = await desk.balanceOf("chargebacks");
  const model: Model = {
    state: "open",
    topUp: "created",
    cash: 0,
    chargebacks: 0,
    gone: 0,
    isLimited: false,
    isBarred: false,
    arrivals: new Set(),
    isFrozen: false,
    isDisputedMeanwhile: false,
  };
  const own: Walk = { player, id, payment, model, last: null };
  // The provider has the money whatever the club was told: what goes back can go back.
  desk.provider.choose(payment, "debit");
  for (const step of steps) {
    await DO[step](own);
    await look(own, before);
  }
  expect((await verifyBooks(desk.club.ctx)).checks.filter((check) => !check.ok)).toEqual([]);
}

test("any order of events leaves what the model says", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 9 }), walk),
    { numRuns: isFull ? 25 : 10, endOnFailure: true },
  );
});

test.each<[string, Step[]]>([
  ["refund before the money", ["refunded", "succeeded", "polled", "close the case"]],
  [
    "dispute after a refund of the desk",
    ["succeeded", "refund by the desk", "disputed", "send back"],
  ],
  [
    "dispute during a refund that the provider refuses, told again later",
    ["succeeded", "refund by the desk", "disputed", "refund refused", "disputed", "close the case"],
  ],
  [
    "the same, looked at before, after a part went back",
    [
      "succeeded",
      "refunded in part",
      "refund by the desk",
      "disputed",
      "close the case",
      "refund refused",
      "disputed",
    ],
  ],
  [
    "refund refused, then disputed",
    ["succeeded", "refund by the desk", "refund refused", "disputed"],
  ],
  ["late after expiry, disputed twice", ["expire", "succeeded", "spend", "disputed", "disputed"]],
  ["sent back, then told so, then disputed", ["credit", "send back", "refunded", "disputed"]],
  ["failed, paid, failed", ["failed", "succeeded", "failed", "refunded", "disputed", "refunded"]],
  [
    "in two parts, then the rest",
    ["succeeded", "spend", "refunded in part", "disputed in part", "close the case", "refunded"],
  ],
  [
    "a part, then the desk, then all of it",
    ["succeeded", "disputed in part", "refund by the desk", "send back", "refunded", "disputed"],
  ],
  ["a part before the money", ["refunded in part", "succeeded", "refunded in part", "disputed"]],
  ["barred when it comes", ["time out", "succeeded", "refunded", "succeeded"]],
])("%s", async (_what, steps) => await walk(steps));
