import { z } from "zod";
import { defineCall, instant, reason } from "./call.ts";

export const confirmClock = defineCall("POST /api/operator/clock/confirm", {
  asksAgain: false,
  summary: "Betting goes on after the database's clock fell back (it pauses by itself).",
  access: ["pool_controller"],
  body: z.strictObject({ reason }),
  data: z.object({ club_time: instant }),
});
