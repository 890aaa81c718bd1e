import type { PoolPayout } from "@club/domain";
import type { BetRow } from "./pool-bets.ts";
import { StoredSelections } from "./stored-selection.ts";

const MOST_KNOWN = 50_000;

/** The payout of each bet in a chunk. Equal bets get equal money, so most are looked up. */
export class ChunkPayout {
  readonly #payout: PoolPayout;
  readonly #selections = new StoredSelections();
  readonly #known = new Map<string, bigint>();

  constructor(payout: PoolPayout) {
    this.#payout = payout;
  }

  /** The winners, or the bets due a refund, by id. */
  credits(bets: readonly BetRow[]): Map<string, bigint> {
    const credits = new Map<string, bigint>();
    for (const bet of bets) {
      const amount = this.#creditOf(bet);
      if (amount !== 0n) credits.set(bet.id, amount);
    }
    return credits;
  }

  /** A payout, or the live part of a stake: scratched parts were refunded before. */
  #creditOf({ bet_type, selections, unit }: BetRow): bigint {
    const key = `${bet_type} ${unit} ${selections}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const selection = this.#selections.parse(bet_type, selections);
    const settled = this.#payout.settle({ ...selection, unitStakeCents: unit });
    const amount = settled.payoutCents + settled.refundCents - settled.scratchRefundCents;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, amount);
    return amount;
  }
}
