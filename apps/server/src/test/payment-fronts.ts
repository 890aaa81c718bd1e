import {
  AdyenDouble,
  signedNotice,
  StandardPaymentsDouble,
  StripeDouble,
  type DoublePayment,
  type PaymentBook,
  type SignedRequest,
} from "@club/doubles";
import { watchPayments } from "../money/payments/ask-payment.ts";
import { startClub } from "./club.ts";
import type { Answer, TestClub } from "./club.ts";
import type { FreshDatabase } from "./database.ts";
import { PAYMENT_KEY, PAYMENT_SECRET, paymentEnv } from "./payment-env.ts";

const STRIPE_SECRET = "whsec_plain words";
const [ADYEN_SECRET, OTHER_HEX] = ["4".repeat(64), "5".repeat(64)] as const;
const OTHER_SECRET = `whsec_${Buffer.from("a secret of somebody else").toString("base64")}`;
const MERCHANT = "ClubAU";

/** A provider as the storm needs it: what it signs about a payment as it is, or as it is said to be. */
interface Voice {
  readonly say: (payment: DoublePayment, nowMs?: number) => SignedRequest;
  /** The same, signed by somebody else. */
  readonly forge: (payment: DoublePayment) => SignedRequest;
  /** A right signature below anything; an empty list where it signs no bodies. */
  readonly mumble: (body: unknown) => SignedRequest[];
  /** Whether its signature says when. */
  readonly isDated: boolean;
}

interface Provider extends Voice {
  readonly name: "standard" | "stripe" | "adyen";
  readonly book: PaymentBook & { readonly http: { readonly url: string; close(): Promise<void> } };
  readonly env: Record<string, string>;
}

async function standard(): Promise<Provider> {
  const [book, other] = [PAYMENT_SECRET, OTHER_SECRET].map(
    (secret) => new StandardPaymentsDouble({ key: PAYMENT_KEY, secret }),
  ) as [StandardPaymentsDouble, StandardPaymentsDouble];
  const typeOf = ({ state }: DoublePayment) => (state === "open" ? "succeeded" : state);
  await book.start();
  return {
    name: "standard",
    book,
    env: paymentEnv("standard", book.http.url),
    say: (one, nowMs = Date.now()) => book.notice(typeOf(one), one, { nowMs }),
    forge: (one) => other.notice(typeOf(one), one),
    mumble: (body) => [
      signedNotice({ type: "payment.succeeded", data: body }, { secret: PAYMENT_SECRET }),
      signedNotice(body ?? "", { secret: PAYMENT_SECRET }),
    ],
    isDated: true,
  };
}

async function stripe(): Promise<Provider> {
  const [book, other] = [STRIPE_SECRET, OTHER_SECRET].map(
    (secret) => new StripeDouble({ key: PAYMENT_KEY, secret }),
  ) as [StripeDouble, StripeDouble];
  await book.start();
  return {
    name: "stripe",
    book,
    env: paymentEnv("stripe", book.http.url, STRIPE_SECRET),
    say: (one, nowMs = Date.now()) => book.noticeOf(one, { nowMs }),
    forge: (one) => other.noticeOf(one),
    mumble: (body) =>
      ["checkout.session.completed", "charge.refunded"].map((type) =>
        book.notice(type, body as object),
      ),
    isDated: true,
  };
}

async function adyen(): Promise<Provider> {
  const [book, other] = [ADYEN_SECRET, OTHER_HEX].map(
    (secret) => new AdyenDouble({ merchantAccount: MERCHANT, apiKey: PAYMENT_KEY, secret }),
  ) as [AdyenDouble, AdyenDouble];
  await book.start();
  return {
    name: "adyen",
    book,
    env: {
      ...paymentEnv("adyen", book.http.url, ADYEN_SECRET),
      CLUB_PAYMENT_KEY: `${MERCHANT}:${PAYMENT_KEY}`,
    },
    say: (one) => book.noticeOf(one),
    forge: (one) => other.noticeOf(one),
    mumble: () => [],
    isDated: false,
  };
}

/** A provider and a server of the club that it is connected to. */
export type Front = Provider & { readonly club: TestClub };

/** Three servers of one club on one database, each with another provider of payments. */
export async function openFronts(database: FreshDatabase): Promise<Front[]> {
  const fronts: Front[] = [];
  for (const provider of await Promise.all([standard(), stripe(), adyen()])) {
    // Three servers, their providers and who sends share this process: nothing is measured by its waits.
    const env = { ...provider.env, CLUB_DATABASE_PATIENCE: "10" };
    fronts.push({ ...provider, club: await startClub({ database, env }) });
  }
  return fronts;
}

export async function closeFronts(fronts: readonly Front[]): Promise<void> {
  for (const { club, book } of fronts) {
    await club.close();
    await book.http.close();
  }
}

export async function sendTo(
  { club }: Front,
  { body, headers }: SignedRequest,
  provider: string,
): Promise<Answer> {
  return await club.call("POST", `/api/hooks/payments/${provider}`, { body, headers });
}

/** What the job does when its time comes, with every pause over. */
export async function watchAll(fronts: readonly Front[]): Promise<void> {
  const [{ club }] = fronts as [Front];
  await club.asAdmin("UPDATE payment_return SET next_at = now() WHERE state = 'waiting'");
  for (const front of fronts) await watchPayments(front.club.ctx);
}
