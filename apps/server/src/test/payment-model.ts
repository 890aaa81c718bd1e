/*
 * What becomes of a payment, whatever happens to it in whatever order: a model that fits on a page.
 */

export const CENTS = 5000;
export const PART = 2000;
export const STEPS = [
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
export type Step = (typeof STEPS)[number];

export type Away = "refunded" | "disputed";

/** Money that a refund or a dispute took. */
interface Case {
  readonly why: Away;
  cash: number;
  missing: number;
  state: "open" | "dismissed" | "booked";
}

export interface Model {
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

/** A payment that was asked for, and nothing else. */
export const newModel = (): Model => ({
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
});

export const UNBOOKED = ["open", "failed"];
export const tookOf = (one: Case): number => (one.state === "booked" ? 0 : one.cash + one.missing);
const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0);

export function leftOf({ cases, back }: Model): number {
  return CENTS - sum(cases.map(tookOf)) - (back?.state === "done" ? back.cents : 0);
}

export const toldOf = ({ cases }: Model, why: Away): number =>
  sum(cases.filter((one) => one.why === why).map(tookOf));

export function succeed(model: Model, isCredit: boolean): void {
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
export function takePart(model: Model, why: Away, cents: number): void {
  const [more, left] = [cents - toldOf(model, why), leftOf(model)];
  if (more < 0) model.arrivals.add(`over, ${why} in part`);
  if (more <= 0) return;
  take(model, why, Math.min(more, left));
  if (more >= left) model.state = why;
}

export function hearPart(model: Model, why: Away): void {
  const isDoubtful = why === "refunded" && model.isDoubtful;
  if (model.state === "paid" && isDoubtful) model.arrivals.add(`over, ${why} in part`);
  else if (model.state === "paid") takePart(model, why, PART);
  else model.arrivals.add(`amount, ${why} in part`);
}

/** The money has gone back. */
export function endRefund(model: Model): void {
  model.state = "refunded";
  if (model.back !== null) model.back.state = "done";
  if (model.pending === "over") openEmptyCase(model);
}

/** What a refund took is cash again; a dispute that was told meanwhile takes it. */
export function restore(model: Model): void {
  model.isDoubtful = model.back?.state === "failed";
  model.cash += model.back?.cents ?? 0;
  model.back = null;
  model.state = "paid";
  if (model.pending !== null) takeAway(model, "disputed");
}

/** What a case took is the player's again. */
export function undo(model: Model, one: Case): void {
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

export const HEARD: Readonly<Record<"failed" | "refunded" | "disputed", (model: Model) => void>> = {
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

export function returned(model: Model): void {
  model.state = "returned";
  if (model.back?.state === "waiting") model.back.state = "done";
}

/** How the desk gives back what a refund of so much took; null: it cannot. */
export function giving(model: Model, cents: number): (() => void) | null {
  const { back, state, cases, isBooked } = model;
  if (state === "returned") return null;
  if (isBooked && back?.state === "failed" && back.cents === cents) return () => restore(model);
  const refunds = cases.filter((one) => one.why === "refunded" && one.state !== "booked");
  const one = refunds.findLast((each) => !isBooked || tookOf(each) === cents);
  return one === undefined ? null : () => undo(model, one);
}
