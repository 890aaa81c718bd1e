import { z } from "zod";
import { cents, instant } from "./call.ts";
import { sportEventLine, sportMarket, sportOutcome } from "./sports.ts";

export const SPORT_RESULT_KINDS = ["score", "markets", "void", "abandoned"] as const;

/** An outcome with what the book stands to win or lose if it happens. */
export const deskOutcome = sportOutcome.extend({
  /** Single bets on it: stakes, and what they would pay. */
  stakes_cents: cents,
  pays_cents: cents,
  /** What the singles of the market earn if it happens: all stakes less what this outcome pays. */
  book_cents: cents,
  bets: z.int(),
});

export const deskMarket = sportMarket.omit({ outcomes: true }).extend({
  outcomes: z.array(deskOutcome),
  /** What the odds add up to above 1, in basis points: 460 = 4.6 %. */
  margin_bps: z.int(),
  /** The most that the club would lose on it by single bets. */
  max_liability_cents: cents,
  stakes_cents: cents,
  /** The lowest `book_cents` of its outcomes. */
  worst_cents: cents,
  changed_at: instant,
});
export type DeskMarket = z.infer<typeof deskMarket>;

export const deskResult = z.object({
  version: z.int(),
  kind: z.enum(SPORT_RESULT_KINDS),
  score: z.object({ home: z.int(), away: z.int() }).nullable(),
  reason: z.string().nullable(),
  entered_by: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  entered_at: instant,
  /** The version that was settled, or corrected to. */
  is_settled: z.boolean(),
});

export const deskEventLine = sportEventLine.extend({
  /** hand, the-odds-api, football-data. */
  source: z.string(),
  /** When the feed last mentioned it; null: not from a feed. */
  fed_at: instant.nullable(),
  is_stale: z.boolean(),
  bets: z.int(),
  /** Stakes of singles, and of the multiples with a leg in it. */
  stakes_cents: cents,
  multiple_stakes_cents: cents,
  /** What the club would lose at worst: the markets' worst cases and all multiples through it. */
  liability_cents: cents,
  max_liability_cents: cents,
  main_market: deskMarket.nullable(),
});
export type DeskEventLine = z.infer<typeof deskEventLine>;

export const deskEvent = deskEventLine.omit({ main_market: true }).extend({
  markets: z.array(deskMarket),
  results: z.array(deskResult),
  settlement: z
    .object({
      result_version: z.int(),
      step: z.enum(["posting", "posted"]),
      bets: z.int(),
      settled_bets: z.int(),
      payout_cents: cents,
      refund_cents: cents,
    })
    .nullable(),
  closed_at: instant.nullable(),
  root: z.string().nullable(),
  log: z.array(
    z.object({
      at: instant,
      action: z.string(),
      operator: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
export type DeskEvent = z.infer<typeof deskEvent>;
