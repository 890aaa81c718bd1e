import type { Cents } from "@club/domain";
import { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import { lockSetting, writeSetting } from "../../core/db/club-setting.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";

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
  /** Whether the club has said what it may lose, or has markets already. */
  readonly isSet: boolean;
  readonly maxPayoutCents: Cents;
  readonly marketLiabilityCents: Cents;
  readonly eventLiabilityCents: Cents;
  readonly playerEventLiabilityCents: Cents;
  readonly staleAfterSeconds: number;
}

const LIMITS = `
  SELECT (SELECT value FROM setting WHERE name = 'sports' ORDER BY version DESC LIMIT 1) AS value,
    EXISTS (SELECT FROM sport_market) AS has_markets`;

/** What a club says before its first market: what it may lose. */
const ASKED_FIRST = ["market_liability_cents", "event_liability_cents"] as const;

/** The limits of the book as the club has set them. Served by the setting's primary key. */
export async function readSportLimits(db: Queryable): Promise<SportLimits> {
  const { rows } = await db.query<{ value: object | null; has_markets: boolean }>(LIMITS);
  const value = rows[0]?.value ?? {};
  const set = limits.parse(value);
  return {
    isSet: rows[0]?.has_markets === true || ASKED_FIRST.every((name) => name in value),
    maxPayoutCents: BigInt(set.max_payout_cents),
    marketLiabilityCents: BigInt(set.market_liability_cents),
    eventLiabilityCents: BigInt(set.event_liability_cents),
    playerEventLiabilityCents: BigInt(set.player_event_liability_cents),
    staleAfterSeconds: set.stale_after_seconds,
  };
}

/** What the demo's book may lose. */
const DEMO_LIMITS = { market_liability_cents: 10_000_000, event_liability_cents: 50_000_000 };

/** Says the limits of the demo's book, once. */
export async function seedSportLimits(ctx: AppContext): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockSetting(tx, "sports");
    if ((await readSportLimits(tx)).isSet) return;
    await writeSetting(tx, { name: "sports", value: DEMO_LIMITS, by: null });
  });
}
