import { POOL_CODES } from "@club/domain";
import { z } from "zod";
import { cents, defineCall, id, instant, reason } from "./call.ts";
import { resultRunLine, resultRuns } from "./runs.ts";
import { raceNumbers } from "./settlement.ts";

const saddleNumber = z.int().min(1).max(999);
/** One finishing position: a dead heat is a group of several; a single runner needs no brackets. */
const group = z.union([z.array(saddleNumber).max(60), saddleNumber]);

/** The first and the last race of a pool of several: needed where several of one code end in one race. */
const pair = { race_id: id.nullish(), race_id2: id.nullish() };

/** An official dividend, or a pool that was declared refunded. */
export const declaredEntry = z.union([
  z.object({
    ...pair,
    pool: z.enum(POOL_CODES),
    /** "7-3-1"; a void leg is written "F", a dead heat of a leg "3/5", a second prize "5/6". */
    combination: z
      .string()
      .trim()
      .regex(/^(\d{1,3}(\/\d{1,3})*|F)(\s*-\s*(\d{1,3}(\/\d{1,3})*|F)){0,5}$/),
    dividend_cents: z.int().min(1).max(1_000_000_000_000),
    refunded: z.literal(false).nullish(),
  }),
  z.object({ ...pair, pool: z.enum(POOL_CODES), refunded: z.literal(true) }),
]);
export type DeclaredEntry = z.infer<typeof declaredEntry>;

export const RESULT_STAGES = ["interim", "final"] as const;
export type ResultStage = (typeof RESULT_STAGES)[number];

export const UNPLACED_WHYS = ["disqualified", "did_not_finish"] as const;

/** A runner that ran unplaced. It affects no payout, but two operators have to agree on it. */
export const unplacedRunner = z.object({ number: saddleNumber, why: z.enum(UNPLACED_WHYS) });
export type UnplacedRunner = z.infer<typeof unplacedRunner>;

/** What a correction gives to a player or takes back. */
export const correctedPlayer = z.object({
  player_id: id,
  user_name: z.string(),
  diff_cents: cents,
  /** Cash and held money now; the club bears what the player no longer has. */
  cash_cents: cents,
  held_cents: cents,
});
export type CorrectedPlayer = z.infer<typeof correctedPlayer>;

export const correctRace = defineCall("POST /api/operator/races/:race_id/correct", {
  asksAgain: true,
  summary:
    "Asks for another result of a settled race: who would get more and less. Without dry_run it waits for a second operator.",
  access: ["owner", "results_clerk"],
  params: z.object({ race_id: id }),
  body: z.object({
    placings: z.array(group).max(60),
    reason,
    dry_run: z.boolean().nullish(),
    declared_dividends: z.array(declaredEntry).max(2000).nullish(),
    unplaced: z.array(unplacedRunner).max(60).nullish(),
  }),
  data: raceNumbers.extend({
    /** Only those whose money changes, the largest loss first. */
    players: z.array(correctedPlayer),
    /** What all of them get more, less, and what the club would bear now. */
    up_cents: cents,
    down_cents: cents,
    borne_cents: cents,
    approval_id: id.nullable(),
  }),
});

export const enterResult = defineCall("POST /api/operator/races/:race_id/result", {
  asksAgain: false,
  summary:
    "Enters a result and answers what settling by it would do (a dry run of every pool). Moves no money.",
  access: ["owner", "results_clerk"],
  params: z.object({ race_id: id }),
  body: z.object({
    placings: z.array(group).max(60),
    stage: z.enum(RESULT_STAGES),
    declared_dividends: z.array(declaredEntry).max(2000).nullish(),
    unplaced: z.array(unplacedRunner).max(60).nullish(),
    /** How they ran, for the replay and the form guide; no payment depends on it, and one operator is enough. */
    runs: resultRuns.nullish(),
  }),
  data: raceNumbers.extend({
    stage: z.enum(RESULT_STAGES),
    /** In order of finish, each group ascending. */
    placings: z.array(z.array(z.int())),
    /** With four eyes a final result waits until a second operator has entered it too. */
    is_confirmed: z.boolean(),
    /** A double in it is settled with this race; one that still waits for its other leg is not in it. */
    status: z.enum(["closed", "interim", "final"]),
  }),
});

export const noteRuns = defineCall("POST /api/operator/races/:race_id/runs", {
  asksAgain: false,
  summary:
    "Margins, times and places at the calls of a race that has a result, in place of what was there. No payment depends on them.",
  access: ["owner", "results_clerk"],
  params: z.object({ race_id: id }),
  body: z.strictObject({ runs: resultRuns }),
  data: z.object({ race_id: id, runs: z.array(resultRunLine) }),
});

export const INQUIRY_KINDS = ["inquiry", "protest"] as const;
export const INQUIRY_OUTCOMES = ["upheld", "dismissed", "withdrawn"] as const;

/** A stewards' inquiry or a protest: the result is not final until it is decided. */
export const inquiry = z.object({
  inquiry_id: id,
  kind: z.enum(INQUIRY_KINDS),
  runners: z.array(z.int()),
  reason: z.string(),
  lodged_by: z.string(),
  lodged_at: instant,
  outcome: z.enum(INQUIRY_OUTCOMES).nullable(),
  decision: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
});
export type Inquiry = z.infer<typeof inquiry>;

export const lodgeInquiry = defineCall("POST /api/operator/races/:race_id/inquiry", {
  asksAgain: false,
  summary:
    "Lodges an inquiry or a protest: the result does not become final, and nothing is settled, before it is decided.",
  access: ["owner", "results_clerk"],
  params: z.object({ race_id: id }),
  body: z.strictObject({
    kind: z.enum(INQUIRY_KINDS),
    runners: z.array(saddleNumber).max(60).default([]),
    reason,
  }),
  data: inquiry,
});

export const decideInquiry = defineCall("POST /api/operator/inquiries/:inquiry_id/decide", {
  asksAgain: false,
  summary: "Decides an inquiry or a protest, once.",
  access: ["owner", "results_clerk"],
  params: z.object({ inquiry_id: id }),
  body: z.strictObject({ outcome: z.enum(INQUIRY_OUTCOMES), decision: reason }),
  data: inquiry,
});
