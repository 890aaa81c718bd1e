import { z } from "zod";
import { defineCall, instant, reason } from "./call.ts";

export const getStatus = defineCall("GET /api/status", {
  summary: "How the club is: whether it takes bets, and when its books were last added up.",
  access: "public",
  data: z.object({
    server_time: instant,
    /** Of the program that answers. */
    version: z.string(),
    /** false: the clock jumped, the disk is full, or the server is about to stop. */
    takes_bets: z.boolean(),
    /** null: they have not been added up yet. */
    books: z.object({ balanced: z.boolean(), checked_at: instant }).nullable(),
  }),
});

export const confirmClock = defineCall("POST /api/operator/clock/confirm", {
  asksAgain: false,
  summary: "Betting goes on after the database's clock fell back (it pauses by itself).",
  access: ["pool_controller"],
  body: z.strictObject({ reason }),
  data: z.object({ club_time: instant }),
});
