import type { DoublePayment, SignedRequest } from "@club/doubles";
import { below, pickOne } from "../run/demo/random.ts";
import type { Random } from "../run/demo/random.ts";
import type { Front } from "./payment-fronts.ts";
import { newKey } from "./payment-desk.ts";

const REPEATS = 20;
const SIX_MINUTES_MS = 360_000;
const HUGE = 300_000;
const REFUSED = [400, 401, 404, 413, 415, 422];

/** A payment that the club asked for, with what it must come to. */
export interface Case {
  readonly front: Front;
  readonly payment: DoublePayment;
  readonly playerId: string;
  readonly story: Story;
}

export interface Storm {
  readonly fronts: readonly Front[];
  readonly random: Random;
  /** Statuses by what was sent. */
  readonly counts: Map<string, number>;
  readonly wrong: string[];
  /** What has to be in Arrivals: provider, its payment and why. */
  readonly arrivals: Set<string>;
}

interface Telling extends Case {
  /** Sends them all at once; each is taken. */
  readonly tell: (...notices: SignedRequest[]) => Promise<void>;
  readonly until: (state: string) => Promise<void>;
  readonly arrives: (why: string, paymentId?: string) => void;
}

export interface Story {
  readonly name: string;
  /** What the club's payment ends as, and whether its money stays with the player. */
  readonly end: (front: Front) => { readonly state: string; readonly isPaid: boolean };
  readonly run: (telling: Telling) => Promise<void>;
}

const endsAs = (state: string) => () => ({ state, isPaid: state === "paid" });
const as = (payment: DoublePayment, state: DoublePayment["state"]): DoublePayment => ({
  ...payment,
  state,
  funding: payment.funding ?? "debit",
});
/** Everything goes back at the provider. */
function takeBack(payment: DoublePayment, state: "refunded" | "disputed"): void {
  payment.refundedCents = payment.amountCents;
  payment.state = state;
}
async function pay({ front, payment, tell, until }: Telling): Promise<void> {
  front.book.choose(payment, "debit");
  await tell(front.say(payment));
  await until("paid");
}

/** What becomes of payments, and how it is told. */
export const STORIES: readonly Story[] = [
  { name: "paid", end: endsAs("paid"), run: pay },
  {
    name: `one notice ${REPEATS} times at once`,
    end: endsAs("paid"),
    run: async ({ front, payment, tell }) => {
      front.book.choose(payment, "debit");
      const notice = front.say(payment);
      await tell(...Array.from({ length: REPEATS }, () => notice));
    },
  },
  {
    name: `${REPEATS} notices of one payment at once`,
    end: endsAs("paid"),
    run: async ({ front, payment, tell }) => {
      front.book.choose(payment, "debit");
      await tell(...Array.from({ length: REPEATS }, () => front.say(payment)));
    },
  },
  {
    name: "paid after it had failed",
    end: endsAs("paid"),
    run: async (telling) => {
      await telling.tell(telling.front.say(as(telling.payment, "failed")));
      await pay(telling);
    },
  },
  {
    name: "failed after it was paid",
    end: endsAs("paid"),
    run: async (telling) => {
      await pay(telling);
      await telling.tell(telling.front.say(as(telling.payment, "failed")));
      telling.arrives("over");
    },
  },
  {
    name: "failed",
    end: endsAs("failed"),
    run: async ({ front, payment, tell }) => {
      front.book.choose(payment, "cancel");
      await tell(front.say(payment));
    },
  },
  {
    name: "refunded, told at once many times",
    end: endsAs("refunded"),
    run: async (telling) => {
      const { front, payment, tell, arrives } = telling;
      await pay(telling);
      takeBack(payment, "refunded");
      const notice = front.say(payment);
      await tell(notice, notice, notice, front.say(payment));
      arrives("refunded");
    },
  },
  {
    name: "disputed",
    end: endsAs("disputed"),
    run: async (telling) => {
      await pay(telling);
      takeBack(telling.payment, "disputed");
      await telling.tell(telling.front.say(telling.payment));
      telling.arrives("disputed");
    },
  },
  {
    name: "refunded, and told of before the payment",
    // Adyen's refund names its charge alone, of which the club has not heard by then: people look at it.
    end: ({ name }) => endsAs(name === "adyen" ? "paid" : "refunded")(),
    run: async ({ front, payment, tell, arrives }) => {
      front.book.choose(payment, "debit");
      takeBack(payment, "refunded");
      await tell(front.say(payment));
      if (front.name === "adyen") arrives("unknown", payment.chargeId);
      else arrives("refunded");
      await tell(front.say(as(payment, "succeeded")));
    },
  },
  {
    name: "a credit card that is not wanted",
    end: endsAs("returned"),
    run: async ({ front, payment, tell }) => {
      front.book.choose(payment, "credit");
      const notice = front.say(payment);
      await tell(notice, notice);
    },
  },
  { name: "open, whatever others say", end: endsAs("open"), run: async () => undefined },
];

export interface Noise {
  readonly name: string;
  readonly answers: readonly number[];
  readonly isOf?: (front: Front) => boolean;
  readonly make: (one: Case, storm: Storm) => SignedRequest[];
  /** Whose hook it is sent to, where not its own. */
  readonly hook?: string;
}

/** A success that nobody paid for, told of a payment that is not as it was asked for. */
function untrue(
  name: string,
  changeOf: (payment: DoublePayment, random: Random) => Partial<DoublePayment>,
): Noise {
  const make = ({ front, payment }: Case, { random, arrivals }: Storm): SignedRequest[] => {
    // Adyen signs no event twice: another one is about another charge.
    const said = { ...as(payment, "succeeded"), chargeId: newKey(), ...changeOf(payment, random) };
    // Stripe's does not say enough to be believed: it is asked, and says what is true.
    const isKept = front.name !== "stripe" || said.id !== payment.id;
    if (isKept) arrivals.add(`${front.name} ${said.id} ${name}`);
    return [front.say(said)];
  };
  return { name, answers: [200], make };
}

const BODIES: readonly unknown[] = [
  null,
  [],
  "text",
  {},
  { payment_id: 1 },
  { payment_id: "pay_1", amount_cents: -1, currency: "AUD" },
  { payment_id: "pay_1", amount_cents: 1.5, currency: "AUD" },
  { payment_id: "pay_1", amount_cents: 1e300, currency: "AUD" },
  { payment_id: "x".repeat(5000), amount_cents: 1, currency: "AUD" },
  { id: "cs_1", payment_intent: "pi_1", amount_total: -5, amount_refunded: 1.5, currency: "aud" },
];

/** What changes nothing, whoever sends it. */
export const NOISE: readonly Noise[] = [
  untrue("amount", ({ amountCents }, random) => ({
    amountCents: amountCents + 1 + below(random, 5000),
  })),
  untrue("currency", () => ({ currency: "EUR" })),
  untrue("reference", () => ({ reference: "HC 0" })),
  untrue("unknown", () => ({ id: `pay_${newKey()}`, reference: "HC 0" })),
  {
    name: "unsigned",
    answers: REFUSED,
    make: ({ front, payment }) => {
      const { body } = front.say(as(payment, "succeeded"));
      return [{ headers: {}, body: body.replace(/"hmacSignature":"[^"]*",?/, "") }];
    },
  },
  {
    name: "signed by another",
    answers: REFUSED,
    make: ({ front, payment }) => [front.forge(as(payment, "succeeded"))],
  },
  ...[-SIX_MINUTES_MS, SIX_MINUTES_MS].map((apart) => ({
    name: apart < 0 ? "old" : "of a time to come",
    answers: [401],
    isOf: ({ isDated }: Front) => isDated,
    make: ({ front, payment }: Case) => [front.say(as(payment, "succeeded"), Date.now() + apart)],
  })),
  {
    name: "edited after it was signed",
    answers: [401],
    make: ({ front, payment }) => {
      const { body, headers } = front.say(as(payment, "succeeded"));
      const amount = /"(amount_cents|amount_total|value)":\d+/;
      return [{ headers, body: body.replace(amount, "$&0") }];
    },
  },
  {
    name: "cut",
    answers: REFUSED,
    make: ({ front, payment }, { random }) => {
      const { body, headers } = front.say(as(payment, "succeeded"));
      return [{ headers, body: body.slice(0, below(random, body.length)) }];
    },
  },
  {
    name: "huge",
    answers: [413],
    make: ({ front, payment }) => {
      const { body, headers } = front.say(as(payment, "succeeded"));
      return [{ headers, body: body + " ".repeat(HUGE) }];
    },
  },
  {
    name: "signed, and senseless",
    answers: REFUSED,
    isOf: ({ mumble }) => mumble({}).length > 0,
    make: ({ front }, { random }) => front.mumble(pickOne(random, BODIES)),
  },
  {
    name: "at the hook of nobody",
    answers: [404],
    hook: "nobody",
    make: ({ front, payment }) => [front.say(as(payment, "succeeded"))],
  },
  ...(["standard", "stripe", "adyen"] as const).map((hook) => ({
    name: `at the hook of ${hook}, which is not connected there`,
    answers: [401],
    isOf: ({ name }: Front) => name !== hook,
    make: ({ front, payment }: Case) => [front.say(as(payment, "succeeded"))],
    hook,
  })),
];
