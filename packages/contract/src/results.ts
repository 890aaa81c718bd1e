import { POOL_CODES } from "@club/domain";
import { z } from "zod";
import { defineCall, id } from "./call.ts";
import { raceNumbers } from "./settlement.ts";

const saddleNumber = z.int().min(1).max(999);
/** One finishing position: a dead heat is a group of several; one runner may stand without brackets. */
const group = z.union([z.array(saddleNumber).max(60), saddleNumber]);

/** An official dividend, or a pool that was declared refunded. */
export const declaredEntry = z.union([
  z.object({
    pool: z.enum(POOL_CODES),
    /** "7-3-1"; a field in a double is written "F". */
    combination: z
      .string()
      .trim()
      .regex(/^(\d{1,3}|F)(\s*-\s*(\d{1,3}|F)){0,3}$/),
    dividend_cents: z.int().min(1).max(1_000_000_000_000),
    refunded: z.literal(false).nullish(),
  }),
  z.object({ pool: z.enum(POOL_CODES), refunded: z.literal(true) }),
]);
export type DeclaredEntry = z.infer<typeof declaredEntry>;

export const RESULT_STAGES = ["interim", "final"] as const;
export type ResultStage = (typeof RESULT_STAGES)[number];

export const enterResult = defineCall({
  method: "POST",
  path: "/api/operator/races/:race_id/result",
  summary:
    "Enters a result and answers what settling by it would do (a dry run of every pool). Moves no money.",
  access: ["owner", "results_clerk"],
  params: z.object({ race_id: id }),
  body: z.object({
    placings: z.array(group).max(60),
    stage: z.enum(RESULT_STAGES),
    declared_dividends: z.array(declaredEntry).max(2000).nullish(),
  }),
  data: raceNumbers.extend({
    stage: z.enum(RESULT_STAGES),
    /** In order of finish, each group ascending. */
    placings: z.array(z.array(z.int())),
    /** With four eyes a final result waits until a second operator entered it too. */
    is_confirmed: z.boolean(),
    /** A double in it is settled with this race; one that still waits for its other leg is not in it. */
    status: z.enum(["closed", "interim", "final"]),
  }),
});
