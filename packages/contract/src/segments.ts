import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData, sortedBy } from "./call.ts";
import { PLAYER_LANGUAGES } from "./accounts.ts";
import { playerSummary } from "./players.ts";
import { MAILING_STATES, SEGMENT_STANDINGS, SEGMENT_RISKS, SEGMENT_SORTS } from "./choices.ts";

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

/** Who writes to players. */
const WRITERS = ["owner", "support"] as const;

const mailingText = z.object({
  subject: z.string().trim().min(1).max(120),
  /** Paragraphs stand apart by an empty line. */
  text: z.string().trim().min(1).max(4000),
});
const mailingTexts = z
  .partialRecord(z.enum(PLAYER_LANGUAGES), mailingText)
  .refine((texts) => Object.keys(texts).length > 0, "no text");
export type MailingTexts = z.output<typeof mailingTexts>;

const mailing = z.object({
  mailing_id: id,
  rules: segmentRules,
  texts: mailingTexts,
  state: z.enum(MAILING_STATES),
  /** Who fitted, agreed to offers and might play when it began; null: being looked up. */
  players: z.int().nullable(),
  /** Written to. */
  sent: z.int(),
  /** Of these, those whose e-mail the provider has not taken yet. */
  waiting: z.int(),
  /** Of these, those that did not go out in time, were taken back, or came back. */
  failed: z.int(),
  /** Without an address, or no longer to be written to when their turn came. */
  left_out: z.int(),
  made_by: z.string(),
  made_at: instant,
  ended_at: instant.nullable(),
});
export type Mailing = z.output<typeof mailing>;

export const listMailings = defineCall("GET /api/operator/mailings", {
  summary: "Messages to segments, newest first, with how far each is.",
  access: READERS,
  query: page,
  data: pageData,
  list: z.array(mailing),
});

export const sendMailing = defineCall("POST /api/operator/mailings", {
  asksAgain: true,
  summary:
    "Writes to the players that fit rules, by e-mail, each in the player's language or else the first one written: only to those who agreed to offers and may play, asked again right before each is sent. An `Idempotency-Key` sends it once.",
  access: WRITERS,
  body: z.object({ rules: segmentRules, texts: mailingTexts }),
  data: mailing,
});

export const stopMailing = defineCall("POST /api/operator/mailings/:mailing_id/stop", {
  asksAgain: false,
  summary: "Sends no more of it. What a provider has taken is not called back.",
  access: WRITERS,
  params: z.object({ mailing_id: id }),
  data: mailing,
});
