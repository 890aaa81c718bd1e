import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData } from "./call.ts";
import { ORDER_STATUSES } from "./orders.ts";
import { sportOrder } from "./sport-orders.ts";
import { deskEventLine } from "./sports-desk-views.ts";
import { SPORT_READERS } from "./sports-roles.ts";

export const sportsBoard = defineCall({
  method: "GET",
  path: "/api/operator/sports/board",
  summary:
    "The liability board: every event that is not settled, with its main market and its book.",
  access: SPORT_READERS,
  query: z.object({ sport: z.string().max(40).optional() }),
  data: z.object({
    stakes_cents: cents,
    worst_cents: cents,
    margin_bps: z.int(),
    price_changes_last_minute: z.int(),
    feed_age_seconds: z.int().nullable(),
    as_of: instant,
  }),
  list: z.array(deskEventLine),
});

export const deskOrder = sportOrder.extend({ player_id: id, user_name: z.string() });

export const listDeskSportOrders = defineCall({
  method: "GET",
  path: "/api/operator/sports/orders",
  summary: "Sport bets of all players, newest first; `order=largest`: by cost.",
  access: SPORT_READERS,
  query: page.extend({
    event_id: id.optional(),
    player_id: id.optional(),
    status: z.enum([...ORDER_STATUSES, "open", "settled"]).optional(),
    order: z.enum(["newest", "largest"]).default("newest"),
  }),
  data: pageData,
  list: z.array(deskOrder),
});

const reportFigures = z.object({
  bets: z.int(),
  stakes_cents: cents,
  payout_cents: cents,
  refund_cents: cents,
  /** Stakes of bets that are not settled, and the most that these can return. */
  open_cents: cents,
  open_payout_cents: cents,
  book_result_cents: cents,
});

export const SPORT_REPORT_GROUPS = ["sport", "competition", "market", "kind", "player"] as const;

export const sportsReport = defineCall({
  method: "GET",
  path: "/api/operator/sports/report",
  summary:
    "What was staked, paid and kept between two days (club time, by day of acceptance), by sport, competition, market type, kind or player; the 1,000 largest of `groups`, totals of all. A multiple counts once, in `multiple`, except by kind and player. As CSV with every group: the same with `/file`.",
  access: SPORT_READERS,
  query: z.object({ from: day, to: day, by: z.enum(SPORT_REPORT_GROUPS).default("sport") }),
  data: reportFigures.extend({ groups: z.int() }),
  list: z.array(reportFigures.extend({ key: z.string(), name: z.string() })),
});
