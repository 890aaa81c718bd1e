import type { DoublePayment } from "@club/doubles";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
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
  "refund failed",
  "give the failed refund back",
  "equal parts",
  "book the parts",
  "won",
] as const;
type Step = (typeof STEPS)[number];

type Away = "refunded" | "disputed";

/** Money that a refund or a dispute took. */
interface Case {
  readonly why: Away;
  cash: number;
  missing: number;
  state: "open" | "dismissed" | "booked";
}

interface Model {
  state: string;
  topUp: string;
  cash: number;
  chargebacks: number;
  cases: Case[];
  /** What the club sends back, or sent. */
  back: { cents: number; state: "waiting" | "done" | "failed" } | null;
  isBooked: boolean;
  /** The provider has the money, and said so. */
  isLimited: boolean;
  isBarred: boolean;
  arrivals: Set<string>;
  /** Refunds of a part that were told by themselves. */
  equalParts: number;
  failedRefunds: number;
  /** The club's last refund failed after its provider had taken it: news of a refund may be of that. */
  isDoubtful: boolean;
  /** A dispute of all of it was told, and took nothing yet: as what it stands there. */
  pending: "over" | "case" | null;
}

const UNBOOKED = ["open", "failed"];
const tookOf = (one: Case): number => (one.state === "booked" ? 0 : one.cash + one.missing);
const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0);

function leftOf({ cases, back }: Model): number {
  return CENTS - sum(cases.map(tookOf)) - (back?.state === "done" ? back.cents : 0);
}

const toldOf = ({ cases }: Model, why: Away): number =>
  sum(cases.filter((one) => one.why === why).map(tookOf));

function succeed(model: Model, isCredit: boolean): void {
  if (!UNBOOKED.includes(model.state)) return;
  if (isCredit || model.isBarred || model.isLimited) {
    model.state = "returning";
    model.topUp = "rejected";
    model.back = { cents: CENTS, state: "waiting" };
    return;
  }
  model.state = "paid";
  model.isBooked = true;
  model.topUp = "approved";
  model.cash += CENTS;
}

function takeAway(model: Model, why: Away): void {
  take(model, why, model.state === "paid" ? leftOf(model) : 0);
  model.state = why;
  if (model.topUp === "created") model.topUp = "rejected";
}

function take(model: Model, why: Away, cents: number): void {
  const cash = Math.min(model.cash, cents);
  model.cash -= cash;
  model.chargebacks += cents - cash;
  model.cases.push({ why, cash, missing: cents - cash, state: "open" });
  if (why === "disputed") model.pending = cents === 0 ? "case" : null;
}

/** The money went back already: there is nothing to take. */
function openEmptyCase(model: Model): void {
  model.pending = "case";
  model.cases.push({ why: "disputed", cash: 0, missing: 0, state: "open" });
}

/** What refunds, or the dispute, come to by then. */
function takePart(model: Model, why: Away, cents: number): void {
  const [more, left] = [cents - toldOf(model, why), leftOf(model)];
  if (more < 0) model.arrivals.add(`over, ${why} in part`);
  if (more <= 0) return;
  take(model, why, Math.min(more, left));
  if (more >= left) model.state = why;
}

function hearPart(model: Model, why: Away): void {
  const isDoubtful = why === "refunded" && model.isDoubtful;
  if (model.state === "paid" && isDoubtful) model.arrivals.add(`over, ${why} in part`);
  else if (model.state === "paid") takePart(model, why, PART);
  else model.arrivals.add(`amount, ${why} in part`);
}

/** The money has gone back. */
function endRefund(model: Model): void {
  model.state = "refunded";
  if (model.back !== null) model.back.state = "done";
  if (model.pending === "over") openEmptyCase(model);
}

/** What a refund took is cash again; a dispute that was told meanwhile takes it. */
function restore(model: Model): void {
  model.isDoubtful = model.back?.state === "failed";
  model.cash += model.back?.cents ?? 0;
  model.back = null;
  model.state = "paid";
  if (model.pending !== null) takeAway(model, "disputed");
}

/** What a case took is the player's again. */
function undo(model: Model, one: Case): void {
  const { cash, missing } = one;
  one.state = "booked";
  model.cash += cash;
  model.chargebacks -= missing;
  if (cash + missing === 0) {
    if (model.isBooked || model.state !== one.why) return;
    model.state = "open";
    if (one.why === "disputed") model.pending = null;
  } else if (model.state === "refunded" || model.state === "disputed") {
    model.state = "paid";
    if (model.pending !== null) takeAway(model, "disputed");
  }
}

const HEARD: Readonly<Record<"failed" | "refunded" | "disputed", (model: Model) => void>> = {
  failed: (model) => {
    if (model.state === "paid") model.arrivals.add("over");
    if (model.state !== "open") return;
    model.state = "failed";
    if (model.topUp === "created") model.topUp = "rejected";
  },
  refunded: (model) => {
    if (model.state === "returning") returned(model);
    else if (model.state === "refunding") endRefund(model);
    else if (model.state === "disputed") model.arrivals.add("over");
    else if (model.state === "paid" && model.isDoubtful) model.arrivals.add("over");
    else if ([...UNBOOKED, "paid"].includes(model.state)) takeAway(model, "refunded");
  },
  disputed: (model) => {
    if (model.state === "disputed") return;
    if ([...UNBOOKED, "paid"].includes(model.state)) takeAway(model, "disputed");
    else if (model.pending !== null) return;
    else if (model.state === "refunding") {
      model.arrivals.add("over");
      model.pending = "over";
    } else openEmptyCase(model);
  },
};

function returned(model: Model): void {
  model.state = "returned";
  if (model.back?.state === "waiting") model.back.state = "done";
}

/** How the desk gives back what a refund of so much took; null: it cannot. */
function giving(model: Model, cents: number): (() => void) | null {
  const { back, state, cases, isBooked } = model;
  if (state === "returned") return null;
  if (isBooked && back?.state === "failed" && back.cents === cents) return () => restore(model);
  const refunds = cases.filter((one) => one.why === "refunded" && one.state !== "booked");
  const one = refunds.findLast((each) => !isBooked || tookOf(each) === cents);
  return one === undefined ? null : () => undo(model, one);
}

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
    const { payment, model, id } = walk;
    // What went back meanwhile is what the provider says.
    const isBack = payment.state === "refunded";
    const isAsked = UNBOOKED.includes(model.state);
    await desk.watchOnly(id);
    if (!isAsked || isBack) return;
    succeed(model, false);
    // The same turn of the job sends it back.
    if (model.state === "returning") returned(model);
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
    if (model.back?.state !== "waiting") return;
    if (model.state === "returning") returned(model);
    if (model.state === "refunding") endRefund(model);
  },
  "refund refused": async ({ id, model }) => {
    if (model.state !== "refunding") return;
    desk.provider.http.failAlways({ kind: "status", status: 422 });
    await desk.watchOnly(id, { isAsked: false });
    desk.provider.http.failAlways(null);
    restore(model);
  },
  "refund failed": async (walk) => {
    const { payment, model } = walk;
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
  "give the failed refund back": async ({ payment, model }) => {
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
      desk.provider.notice("refunded", walk.payment, { amountCents: PART }),
    );
    for (const notice of [...notices, ...notices]) ok(await desk.send(notice));
    walk.model.equalParts += notices.length;
    walk.model.arrivals.add("amount, refunded in part");
  },
  "book the parts": async ({ payment, model }) => {
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
  won: async ({ payment, model }) => {
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
  "repeat the last notice": async ({ last }) => {
    if (last === null) return;
    const answers = await Promise.all([1, 2, 3].map(async () => await desk.send(last)));
    answers.forEach(ok);
  },
  "close the case": async ({ payment, model }) => {
    for (const row of await desk.arrivalsOf(payment)) {
      if (row["state"] === "open") ok(await desk.decide(row["id"], "dismiss"));
    }
    for (const one of model.cases) if (one.state === "open") one.state = "dismissed";
  },
  "refund by the desk": async ({ id, model }) => {
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

async function walk(steps: readonly Step[]): Promise<void> {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player, CENTS);
  const before = await desk.balanceOf("chargebacks");
  const model: Model = {
    state: "open",
    topUp: "created",
    cash: 0,
    chargebacks: 0,
    cases: [],
    back: null,
    isBooked: false,
    isLimited: false,
    isBarred: false,
    arrivals: new Set(),
    equalParts: 0,
    failedRefunds: 0,
    isDoubtful: false,
    pending: null,
  };
  const own: Walk = { player, id, payment, model, last: null };
  // The provider has the money whatever the club was told: what goes back can go back.
  desk.provider.choose(payment, "debit");
  for (const step of steps) {
    await DO[step](own);
    await look(own, before);
  }
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
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
  [
    "a refund that fails after it went out, then out again",
    [
      "succeeded",
      "refund by the desk",
      "send back",
      "disputed",
      "refund failed",
      "give the failed refund back",
      "won",
      "refund by the desk",
      "refund failed",
    ],
  ],
  [
    "a refund that fails while it is under way, and is disputed",
    ["succeeded", "refund by the desk", "disputed", "refund failed", "won", "disputed"],
  ],
  [
    "a refund of the provider's own that fails",
    ["succeeded", "spend", "refunded", "disputed", "refund failed", "give the failed refund back"],
  ],
  [
    "money that was not wanted does not go back",
    ["credit", "refund failed", "send back", "give the failed refund back", "disputed"],
  ],
  [
    "two equal parts, booked, told again, then the rest",
    [
      "refunded in part",
      "succeeded",
      "equal parts",
      "book the parts",
      "refunded in part",
      "disputed in part",
      "won",
      "refund by the desk",
      "send back",
      "refund failed",
      "give the failed refund back",
    ],
  ],
  [
    "disputed, won, disputed, won, refunded",
    ["succeeded", "spend", "disputed", "won", "disputed", "close the case", "refunded", "won"],
  ],
  [
    "a part that was won, twice",
    ["succeeded", "disputed in part", "won", "disputed in part", "won", "refunded", "disputed"],
  ],
  [
    "a part that was won after the desk sent the rest back",
    ["succeeded", "disputed in part", "refund by the desk", "send back", "won", "disputed"],
  ],
  [
    "disputed before the money, won, paid",
    ["disputed", "succeeded", "won", "polled", "disputed", "won", "refund by the desk"],
  ],
  [
    "refunded before the money, failed, paid",
    ["refunded", "refund failed", "give the failed refund back", "succeeded", "disputed"],
  ],
  ["barred when it comes", ["time out", "succeeded", "refunded", "succeeded"]],
])("%s", async (_what, steps) => await walk(steps));
