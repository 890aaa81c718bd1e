import { LIMIT_PERIODS } from "@club/domain";
import { z } from "zod";
import { cents, defineCall, instant } from "./call.ts";

export const LIMIT_KINDS = ["deposit", "stake", "loss"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

const MOST_CENTS = 100_000_000_000;
const kind = z.enum(LIMIT_KINDS);
const period = z.enum(LIMIT_PERIODS);

export const playerLimit = z.object({
  kind,
  period,
  /** null: none. */
  amount_cents: cents.nullable(),
  used_cents: cents,
  resets_at: instant,
  /** A requested looser limit: confirm it after `from`, or it lapses at `until`. */
  pending: z.object({ amount_cents: cents.nullable(), from: instant, until: instant }).nullable(),
});
export type PlayerLimit = z.infer<typeof playerLimit>;

export const getLimits = defineCall("GET /api/user/limits", {
  summary: "All nine limits of the player, what is used of them, and looser ones that wait.",
  access: "player",
  list: z.array(playerLimit),
});

export const putLimits = defineCall("PUT /api/user/limits", {
  summary:
    "Changes limits. Tighter holds at once; looser or none after 24 hours and a second confirmation.",
  access: "player",
  body: z.object({
    limits: z
      .array(z.object({ kind, period, amount_cents: z.int().min(0).max(MOST_CENTS).nullable() }))
      .min(1)
      .max(9),
  }),
  list: z.array(playerLimit),
});

export const confirmLimit = defineCall("POST /api/user/limits/confirm", {
  summary: "A looser limit that has waited its time begins.",
  access: "player",
  body: z.object({ kind, period }),
  list: z.array(playerLimit),
});
