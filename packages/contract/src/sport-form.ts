import { z } from "zod";
import { defineCall, id, instant } from "./call.ts";

/** What a feed counts in a match, beside its score. */
export const MATCH_FACTS = ["shots", "on_target", "corners", "fouls", "yellow", "red"] as const;
export type MatchFact = (typeof MATCH_FACTS)[number];

const sides = z.object({ home: z.int(), away: z.int() });

export const playedMatch = z.object({
  at: instant,
  competition: z.string(),
  home: z.string(),
  away: z.string(),
  score: sides,
  /** What its feed counted; empty where it counts nothing. */
  facts: z.partialRecord(z.enum(MATCH_FACTS), sides),
});
export type PlayedMatch = z.infer<typeof playedMatch>;

export const getSportForm = defineCall("GET /api/sport/:event_id/form", {
  summary:
    "The last matches of both sides before this one, newest first, with what their feed counted, and those that they played against each other.",
  access: "public",
  params: z.object({ event_id: id }),
  data: z.object({
    home: z.array(playedMatch),
    away: z.array(playedMatch),
    meetings: z.array(playedMatch),
  }),
});
