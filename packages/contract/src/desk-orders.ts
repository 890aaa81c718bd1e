import { z } from "zod";
import { cents, defineCall, id, page, pageData, sortedBy } from "./call.ts";
import { ORDER_STATUSES } from "./orders.ts";
import { playerOrder } from "./players.ts";
import { poolCode } from "./races.ts";
import { DESK_ORDER_SORTS } from "./choices.ts";

export const listDeskOrders = defineCall("GET /api/operator/orders", {
  summary:
    "Bets on races, of one race or of one player, newest first unless sorted. Each Way stands in both of its pools; the legs of an All Up stand in their races, and with their player as one.",
  access: [
    "owner",
    "card_clerk",
    "pool_controller",
    "results_clerk",
    "cashier",
    "risk",
    "support",
    "auditor",
  ],
  query: page.extend({
    race_id: id.optional(),
    player_id: id.optional(),
    status: z.enum(ORDER_STATUSES).optional(),
    pool: poolCode.optional(),
    least_cents: z.coerce.number().pipe(cents).optional(),
    most_cents: z.coerce.number().pipe(cents).optional(),
    ...sortedBy(DESK_ORDER_SORTS),
  }),
  data: pageData,
  list: z.array(playerOrder.extend({ player_id: id, user_name: z.string() })),
});
