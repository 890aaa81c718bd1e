import type { SignedNotice } from "../../core/http/standard-provider.ts";

declare module "../../desk/connections/define-provider.ts" {
  interface Adapters {
    payout: PayoutAdapter;
  }
}

/** The player's bank account, as it goes to a provider. */
export interface PaidAccount {
  readonly bank_name: string;
  readonly account_name: string;
  readonly account_number: string;
  readonly branch_code: string;
  readonly swift_bic: string;
  readonly currency: string;
}

/** What a provider is asked to pay, the same at every repeat. */
export interface PayoutQuestion {
  readonly reference: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly account: PaidAccount;
}

/** `pending`: it has it and will tell. */
export interface PayoutAnswer {
  readonly payoutId: string | null;
  readonly status: "pending" | "paid" | "failed";
}

/** What a provider tells by itself. */
export interface PayoutNews {
  readonly noticeId: string;
  /** Null: of something that does not concern a payout's end. */
  readonly outcome: "paid" | "failed" | null;
  readonly type: string;
  readonly payoutId: string | null;
  readonly reference: string | null;
  readonly amountCents: bigint | null;
  readonly currency: string | null;
}

export interface PayoutAdapter {
  /** Asks for a payout, once per key whatever is repeated. @throws ProviderFailure */
  readonly pay: (key: string, question: PayoutQuestion) => Promise<PayoutAnswer>;
  /** @throws hook.refused for one that is not the provider's or too old; request.invalid */
  readonly readNotice: (notice: SignedNotice & { readonly body: unknown }) => PayoutNews;
}
