import { z } from "zod";
import { defineCall, id, instant, page, pageData } from "./call.ts";
import { CARD_FORMATS, cardDiff, cardProblem } from "./cards.ts";

/* Cards that arrive on their own: in a watched folder, or as signed messages of other programs. */

const CLERKS = ["card_clerk", "pool_controller"] as const;
const MEBIBYTE = 1024 * 1024;
const MOST_PROBLEMS = 200;

export const CARD_SOURCES = ["folder", "hook"] as const;
export const ARRIVAL_STATES = ["waiting", "taken", "discarded", "replaced"] as const;

/** What a card would have done when it arrived. */
const arrivalAnswer = z.object({
  /** null: it could not be read at all. */
  meeting: z.string().nullable(),
  /** Why it could not be read: a reason of card.unreadable. */
  unreadable: z.string().nullable(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  needs_confirm: z.boolean(),
  problems: z.array(cardProblem).max(MOST_PROBLEMS),
});
export type ArrivalAnswer = z.infer<typeof arrivalAnswer>;

export const cardArrival = arrivalAnswer.extend({
  arrival_id: id,
  source: z.enum(CARD_SOURCES),
  name: z.string(),
  format: z.string(),
  size_bytes: z.int(),
  status: z.enum(ARRIVAL_STATES),
  arrived_at: instant,
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  event_id: id.nullable(),
});
export type CardArrival = z.infer<typeof cardArrival>;

export const listCardArrivals = defineCall("GET /api/operator/cards/arrivals", {
  summary:
    "Cards that came by the watched folder or the webhook: those that wait first, then the newest.",
  access: [...CLERKS, "auditor"],
  query: page,
  data: pageData.extend({
    waiting: z.int(),
    /** `missing`: the folder in the settings does not exist. */
    folder: z.enum(["off", "on", "missing"]),
    hook: z.enum(["off", "on"]),
  }),
  list: z.array(cardArrival),
});

const params = z.object({ arrival_id: id });

export const takeCardArrival = defineCall("POST /api/operator/cards/arrivals/:arrival_id/import", {
  asksAgain: false,
  summary:
    "Imports a card that waits, by the same rules as one from the desk; `dry_run` shows what it would do now.",
  access: CLERKS,
  params,
  body: z.strictObject({
    dry_run: z.boolean().default(false),
    confirm: z.boolean().default(false),
    first_race_at: instant.nullish(),
  }),
  data: cardDiff,
});

export const discardCardArrival = defineCall(
  "POST /api/operator/cards/arrivals/:arrival_id/discard",
  {
    asksAgain: false,
    summary: "Puts a card aside that waits; nothing of it comes in.",
    access: CLERKS,
    params,
    body: z.strictObject({ reason: z.string().trim().max(500).nullish() }),
    data: cardArrival,
  },
);

/** Where other programs send cards. */
export const CARD_HOOK_PATH = "/api/hooks/cards";

export const getCardHook = defineCall("GET /api/operator/cards/hook", {
  summary: "Whether other programs may send cards, and when one last did.",
  access: ["owner", "auditor"],
  data: z.object({
    is_on: z.boolean(),
    created_at: instant.nullable(),
    /** Until then the previous secret is valid too. */
    old_until: instant.nullable(),
    last_at: instant.nullable(),
  }),
});

export const makeCardHook = defineCall("POST /api/operator/cards/hook", {
  asksAgain: true,
  summary:
    "Turns the webhook of cards on, or gives it a new secret, shown this once; the one before is good for 24 hours more.",
  access: ["owner"],
  data: z.object({ secret: z.string() }),
});

export const removeCardHook = defineCall("DELETE /api/operator/cards/hook", {
  asksAgain: true,
  summary: "Turns the webhook of cards off: both secrets end at once.",
  access: ["owner"],
});

export const receiveCard = defineCall(`POST ${CARD_HOOK_PATH}`, {
  summary:
    "A card from another program, signed as Standard Webhooks asks and at most five minutes old. It waits for an operator; the same `webhook-id` again adds nothing.",
  access: "public",
  bodyLimitBytes: 2 * MEBIBYTE,
  body: z.object({
    /** Absent: detected from the payload. */
    format: z.enum(CARD_FORMATS).nullish(),
    payload: z.record(z.string(), z.unknown()),
  }),
  data: arrivalAnswer.extend({ arrival_id: id, status: z.enum(ARRIVAL_STATES) }),
});
