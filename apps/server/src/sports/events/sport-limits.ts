import type { Cents } from "@club/domain";
import { z } from "zod";
import type { Queryable } from "../../core/db/connect.ts";

/** What the book risks, in cents; a row `sports` of the table `setting` overrides it. */
const limits = z.object({
  max_payout_cents: z.int().min(1).default(100_000_000),
  market_liability_cents: z.int().min(0).default(100_000_000),
  event_liability_cents: z.int().min(0).default(500_000_000),
  player_event_liability_cents: z.int().min(0).default(200_000_000),
  /** Seconds of silence after which a feed's markets are suspended. */
  stale_after_seconds: z.int().min(5).default(120),
});

export interface SportLimits {
  readonly maxPayoutCents: Cents;
  readonly marketLiabilityCents: Cents;
  readonly eventLiabilityCents: Cents;
  readonly playerEventLiabilityCents: Cents;
  readonly staleAfterSeconds: number;
}

/** The limits of the book as the club has set them. Served by the setting's primary key. */
export async function readSportLimits(db: Queryable): Promise<SportLimits> {
  const { rows } = await db.query<{ value: unknown }>(
    "SELECT value FROM setting WHERE name = 'sports' ORDER BY version DESC LIMIT 1",
  );
  const set = limits.parse(rows[0]?.value ?? {});
  return {
    maxPayoutCents: BigInt(set.max_payout_cents),
    marketLiabilityCents: BigInt(set.market_liability_cents),
    eventLiabilityCents: BigInt(set.event_liability_cents),
    playerEventLiabilityCents: BigInt(set.player_event_liability_cents),
    staleAfterSeconds: set.stale_after_seconds,
  };
}
