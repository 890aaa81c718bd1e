import { z } from "zod";
import { defineCall } from "./call.ts";
import { placedOrder } from "./orders.ts";
import { placedSportOrder } from "./sport-orders.ts";

export const resolveOrder = defineCall("POST /api/order/resolve", {
  summary:
    "Whether a bet (on a race or of sports) that had no answer was placed; if not, its key is burned and it never will be.",
  access: "player",
  body: z.object({ idempotency_key: z.string().min(1).max(200) }),
  data: z.union([
    placedOrder.extend({ placed: z.literal(true) }),
    placedSportOrder.extend({ placed: z.literal(true) }),
    z.object({ placed: z.literal(false) }),
  ]),
});
