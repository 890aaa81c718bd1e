import type { IncomingHttpHeaders } from "node:http";

declare module "../../desk/connections/define-provider.ts" {
  interface Adapters {
    payment: PaymentAdapter;
  }
}

/** What the club wants to be paid. */
export interface PaymentOrder {
  /** The key under which the provider takes it once: the top-up's id. */
  readonly id: string;
  readonly reference: string;
  readonly amountCents: bigint;
  readonly currency: string;
  readonly returnUrl: string;
}

/** The provider has it, and waits for the player on its page. */
export interface AskedPayment {
  readonly paymentId: string;
  readonly redirectUrl: string;
}

/** `refund_failed`: money that was to go back did not reach the payer. */
export type PaymentOutcome =
  | "open"
  | "succeeded"
  | "failed"
  | "refunded"
  | "refund_failed"
  | "disputed";

/** What a provider says of a payment, told or asked. */
export interface PaymentFacts {
  /** Null where a notice names only the charge. */
  readonly paymentId: string | null;
  /** What the provider calls the money itself, where it has another name. */
  readonly chargeId: string | null;
  /** Null where the provider does not repeat it. */
  readonly reference: string | null;
  readonly outcome: PaymentOutcome;
  readonly amountCents: bigint;
  /** Of a refund or a dispute: how much of the payment it is of by now; null: not said, so all of it. */
  readonly backCents: bigint | null;
  readonly currency: string;
  /** credit, debit, prepaid ...; null: not said. */
  readonly funding: string | null;
  /** What the provider keeps for it; null: not said. */
  readonly feeCents: bigint | null;
  /** Of a payment that was asked for: refunds and disputes of a part of it, to be taken after it. */
  readonly parts?: readonly PaymentFacts[];
}

/** One event of a signed notice. */
export interface PaymentNews {
  readonly eventId: string;
  readonly facts: PaymentFacts;
  /** The event does not say enough to book it: the provider is asked. */
  readonly mustAsk: boolean;
}

export interface PaymentNotice {
  readonly headers: IncomingHttpHeaders;
  /** The raw body, which is what is signed. */
  readonly text: string;
  readonly nowMs: number;
}

/** Money that goes back. The id is the key under which the provider sends it once. */
export interface ReturnOrder {
  readonly id: string;
  /** The charge's id where the provider has one, else the payment's. */
  readonly paymentId: string;
  readonly amountCents: bigint;
  readonly currency: string;
}

/** A provider of card and wallet payments. Every method but `readNotice` throws ProviderFailure. */
export interface PaymentAdapter {
  readonly ask: (order: PaymentOrder) => Promise<AskedPayment>;
  readonly read: (paymentId: string) => Promise<PaymentFacts>;
  readonly giveBack: (order: ReturnOrder) => Promise<void>;
  /** The payments of a day in UTC; null: the provider has no such list. */
  readonly listDay: (day: string) => Promise<PaymentFacts[] | null>;
  /**
   * The events of a notice.
   *
   * @throws hook.refused for one that is not the provider's, or too old; request.invalid
   */
  readonly readNotice: (notice: PaymentNotice) => PaymentNews[];
  /** What a taken notice is answered with in place of the club's envelope. */
  readonly acknowledgement: string | null;
}

/** A notice older or further ahead than this is refused. */
export const NOTICE_GOOD_FOR_S = 300;
