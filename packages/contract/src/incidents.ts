import { POOL_OUTCOMES } from "@club/domain";
import { z } from "zod";
import { cents, defineCall, id, instant, page, pageData } from "./call.ts";
import { DAY_READERS } from "./desk-roles.ts";
import { poolCode } from "./races.ts";

export const INCIDENT_SCOPES = ["all", "race", "pool"] as const;
export type IncidentScope = (typeof INCIDENT_SCOPES)[number];

/** The reason for a pause that players are given; the apps word it in their language. */
export const INCIDENT_NOTICES = ["checking", "technical", "weather", "stewards"] as const;
export type IncidentNotice = (typeof INCIDENT_NOTICES)[number];

/** What takes no bets for now. */
export const pause = z.object({
  incident_id: id,
  scope: z.enum(INCIDENT_SCOPES),
  race_id: id.nullable(),
  pool_id: id.nullable(),
  pool: poolCode.nullable(),
  /** The meeting's name and the race's number, where it is one race or pool. */
  meetings: z.string().nullable(),
  raceNo: z.int().nullable(),
  notice: z.enum(INCIDENT_NOTICES),
  since: instant,
});
export type Pause = z.infer<typeof pause>;

export const listPauses = defineCall("GET /api/events/pauses", {
  summary: "What takes no bets for now: all betting, races, pools. Newest first.",
  access: "public",
  list: z.array(pause),
});

const PAUSERS = ["pool_controller", "risk"] as const;
const MOST_WORDS = 500;
const words = z.string().trim().min(1).max(MOST_WORDS);

export const incidentNote = z.object({ at: instant, operator: z.string(), text: z.string() });

export const incident = pause.extend({
  reason: z.string(),
  begun_by: z.string(),
  ended_at: instant.nullable(),
  ended_by: z.string().nullable(),
  notes: z.array(incidentNote),
});
export type Incident = z.infer<typeof incident>;

export const listIncidents = defineCall("GET /api/operator/incidents", {
  summary: "Incidents with their log, those that go on first, then the newest.",
  access: DAY_READERS,
  query: page,
  data: pageData,
  list: z.array(incident),
});

export const beginIncident = defineCall("POST /api/operator/incidents", {
  asksAgain: false,
  summary:
    "Pauses one pool, one race or all betting. Once it is answered, no bet of what is paused is accepted any more.",
  access: PAUSERS,
  body: z.strictObject({
    scope: z.enum(INCIDENT_SCOPES),
    race_id: id.nullish(),
    pool_id: id.nullish(),
    notice: z.enum(INCIDENT_NOTICES).default("checking"),
    reason: words,
  }),
  data: incident,
});

const params = z.object({ incident_id: id });

export const noteIncident = defineCall("POST /api/operator/incidents/:incident_id/note", {
  asksAgain: false,
  summary: "Adds a line to the log of an incident.",
  access: ["pool_controller", "risk", "results_clerk", "support"],
  params,
  body: z.strictObject({ text: words }),
  data: incident,
});

export const endIncident = defineCall("POST /api/operator/incidents/:incident_id/end", {
  asksAgain: false,
  summary: "Lets betting go on where this incident paused it.",
  access: PAUSERS,
  params,
  body: z.strictObject({ text: words }),
  data: incident,
});

export const getPoolRefund = defineCall("GET /api/operator/pools/:pool_id/refund-facts", {
  summary: "What giving back a pool would mean as it stands now: for whoever decides on it.",
  access: ["owner", "pool_controller", "results_clerk", "cashier", "risk", "auditor"],
  params: z.object({ pool_id: id }),
  data: z.object({
    pool_id: id,
    pool: poolCode,
    status: z.enum(["OPEN", "CLOSED", ...POOL_OUTCOMES]),
    race_id: id,
    meetings: z.string(),
    raceNo: z.int(),
    race_name: z.string(),
    start_time: instant,
    /** Meeting and number of a double's second race. */
    second_leg: z.string().nullable(),
    bets: z.int(),
    players: z.int(),
    /** What is still in it. */
    stakes_cents: cents,
  }),
});

export const refundPool = defineCall("POST /api/operator/pools/:pool_id/refund", {
  asksAgain: false,
  summary:
    "Gives every stake of one pool back and ends it; with four eyes it is `pending` until another operator approves.",
  access: ["pool_controller"],
  params: z.object({ pool_id: id }),
  body: z.strictObject({ reason: words }),
  data: z.object({
    pool_id: id,
    status: z.enum(["refunded", "pending"]),
    approval_id: id.nullable(),
    refunded_bets: z.int(),
    refunded_cents: cents,
  }),
});

export const abandonMeeting = defineCall("POST /api/operator/meetings/:event_id/abandon", {
  asksAgain: false,
  summary:
    "Abandons every race of a meeting that is not settled and not being settled. Asked again, it goes on with what is left.",
  access: ["pool_controller"],
  params: z.object({ event_id: id }),
  body: z.strictObject({ reason: words }),
  data: z.object({
    event_id: id,
    abandoned: z.array(z.int()),
    /** Races that stay as they are: settled, or being settled. */
    kept: z.array(z.int()),
    refunded_bets: z.int(),
    refunded_cents: cents,
  }),
});
