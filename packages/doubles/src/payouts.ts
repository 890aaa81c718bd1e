import { randomUUID } from "node:crypto";
import { HttpDouble } from "./http-double.ts";
import type { DoubleAnswer, SeenRequest } from "./http-double.ts";

export interface DoublePayout {
  readonly payout_id: string;
  readonly reference: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly account: Readonly<Record<string, string>>;
  status: "pending" | "paid" | "failed";
}

interface Kept {
  readonly body: string;
  readonly payout: DoublePayout;
}

const CREATED = 201;
const UNPAYABLE = 422;

/**
 * A provider of payouts: one payout a key, whatever is repeated; the same key with another body is
 * refused. An account number that ends with 000 cannot be paid.
 */
export class PayoutsDouble {
  readonly http = new HttpDouble((request) => this.#answer(request));
  readonly #key: string;
  readonly #kept = new Map<string, Kept>();

  constructor(key: string) {
    this.#key = key;
  }

  /** Everything that it was asked to pay, each once. */
  get payouts(): DoublePayout[] {
    return [...this.#kept.values()].map(({ payout }) => payout);
  }

  /** The body of its notice about a payout. */
  news(payout: DoublePayout, outcome: "paid" | "failed"): { type: string; data: unknown } {
    const { payout_id, reference, amount_cents, currency } = payout;
    return {
      type: `payout.${outcome}`,
      data: { payout_id, reference, amount_cents, currency },
    };
  }

  #answer({ method, path, headers, body }: SeenRequest): DoubleAnswer {
    if (headers["authorization"] !== `Bearer ${this.#key}`) return { status: 401, body: {} };
    if (method !== "POST" || path !== "/payouts") return { status: 404, body: {} };
    return this.#pay(headers["idempotency-key"] ?? "", body);
  }

  #pay(key: string, body: string): DoubleAnswer {
    if (key === "") return { status: 400, body: { error: "Idempotency-Key is missing" } };
    const known = this.#kept.get(key);
    if (known !== undefined && known.body !== body) {
      return { status: 409, body: { error: "this key was used for another payout" } };
    }
    const payout = known?.payout ?? this.#make(key, body);
    if (payout === null) return { status: UNPAYABLE, body: { error: "account cannot be paid" } };
    return { status: CREATED, body: { payout_id: payout.payout_id, status: payout.status } };
  }

  #make(key: string, body: string): DoublePayout | null {
    const asked = JSON.parse(body) as Omit<DoublePayout, "payout_id" | "status">;
    if (asked.account["account_number"]?.endsWith("000") === true) return null;
    const payout: DoublePayout = { ...asked, payout_id: `po_${randomUUID()}`, status: "pending" };
    this.#kept.set(key, { body, payout });
    return payout;
  }
}
