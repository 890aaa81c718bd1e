import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData, sortedBy } from "./call.ts";
import { playerSummary } from "./players.ts";
import { SEGMENT_STANDINGS, SEGMENT_RISKS, SEGMENT_SORTS } from "./choices.ts";

/* Segments: which players fit some rules, and rules that have a name. */

/** Who reads a player's protection as well. */
const READERS = ["owner", "risk", "support", "auditor"] as const;
const KEEPERS = ["owner", "risk", "support"] as const;
export const MOST_SEGMENTS = 100;

const days = z.coerce.number().pipe(z.int().min(1).max(366));
const amount = z.coerce.number().pipe(cents.min(0));

/** Each rule narrows; without any, everybody but closed accounts fits. */
export const segmentRules = z.object({
  /** Stakes of so many days count as `staked`. */
  days: days.default(30),
  least_staked_cents: amount.optional(),
  most_staked_cents: amount.optional(),
  seen_days: days.optional(),
  unseen_days: days.optional(),
  signed_up_from: day.optional(),
  signed_up_to: day.optional(),
  least_cash_cents: amount.optional(),
  most_cash_cents: amount.optional(),
  has_limits: z.enum(["yes", "no"]).optional(),
  agrees: z.enum(["yes", "no"]).optional(),
  standing: z.enum(SEGMENT_STANDINGS).optional(),
  risk: z.enum(SEGMENT_RISKS).optional(),
});
export type SegmentRules = z.output<typeof segmentRules>;

const segmentPlayer = playerSummary.extend({
  staked_cents: cents,
  last_seen_at: instant,
  has_limits: z.boolean(),
  /** To offers of the club. */
  agrees: z.boolean(),
  standing: z.enum(SEGMENT_STANDINGS),
  risks: z.array(z.enum(SEGMENT_RISKS)),
});
export type SegmentPlayer = z.output<typeof segmentPlayer>;

export const listSegmentPlayers = defineCall("GET /api/operator/segments/players", {
  summary:
    "Players that fit rules, newest first unless sorted, and how many there are. Stakes are those of the last `days`; days of signing up are in club time; without `standing`, closed accounts are left out.",
  access: READERS,
  query: page.extend({ ...segmentRules.shape, ...sortedBy(SEGMENT_SORTS) }),
  data: pageData.extend({ players: z.int() }),
  list: z.array(segmentPlayer),
});

const segment = z.object({
  segment_id: id,
  name: z.string(),
  version: z.int(),
  rules: segmentRules,
  changed_by: z.string(),
  changed_at: instant,
});
export type Segment = z.output<typeof segment>;

export const listSegments = defineCall("GET /api/operator/segments", {
  summary: "Rules that have a name, by name.",
  access: READERS,
  list: z.array(segment),
});

const body = z.object({ name: z.string().trim().min(1).max(60), rules: segmentRules });
const params = z.object({ segment_id: id });

export const createSegment = defineCall("POST /api/operator/segments", {
  asksAgain: false,
  summary: "Gives rules a name.",
  access: KEEPERS,
  body,
  data: segment,
});

export const changeSegment = defineCall("PUT /api/operator/segments/:segment_id", {
  asksAgain: false,
  summary: "Other rules, or another name. `version` is the one that was read.",
  access: KEEPERS,
  params,
  body: body.extend({ version: z.int() }),
  data: segment,
});

export const deleteSegment = defineCall("DELETE /api/operator/segments/:segment_id", {
  asksAgain: false,
  summary: "Forgets the rules. The audit log keeps what they were.",
  access: KEEPERS,
  params,
});
