import { BOARD_POOL_CODES } from "@club/domain";
import { z } from "zod";
import { cents, defineCall, id, instant } from "./call.ts";

export const boardRow = z.object({
  /** Saddle numbers, "7-3-1": by position, or ascending where their order does not count. */
  combination: z.string(),
  stake_cents: cents,
  /** Per 1.00 if it alone won now; null where nothing is staked, or the pool would be refunded. */
  dividend_cents: z.int().nullable(),
});
export type BoardLine = z.infer<typeof boardRow>;

export const board = z.object({
  pool: z.enum(BOARD_POOL_CODES),
  at: instant,
  gross_cents: cents,
  /** Less the takeout, with the jackpot that waits for this pool. */
  net_cents: cents,
  /** How many combinations the runners that are left can make. */
  total_combinations: z.int(),
  /** By stake, the most first: all of a pool of two runners, else at most 600. */
  list: z.array(boardRow),
});
export type BoardData = z.infer<typeof board>;

export const getBoard = defineCall("GET /api/races/:race_id/board", {
  summary:
    "A pool's own money on each combination, and what it would pay. `combination` asks for one.",
  access: "public",
  params: z.object({ race_id: id }),
  query: z.object({
    pool: z.enum(BOARD_POOL_CODES),
    combination: z.string().max(20).optional(),
  }),
  data: board,
});
