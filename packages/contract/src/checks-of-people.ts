import { z } from "zod";
import { defineCall, instant } from "./call.ts";

/** What the club does about a register of excluded people. */
export const registerRule = z.object({
  /** Without the register's answer: nobody signs in or bets; or they do, and it is asked again within a minute. */
  unanswered: z.enum(["refuse", "let_in"]).default("refuse"),
  /** The law of the club's country asks for no register. */
  not_asked_by_law: z.boolean().default(false),
  /** Why, in the words of who set it. */
  note: z.string().trim().max(500).default(""),
});
export type RegisterRule = z.infer<typeof registerRule>;

const set = registerRule.extend({
  changed_by: z.string().nullable(),
  changed_at: instant.nullable(),
});

export const getRegisterRule = defineCall("GET /api/operator/register-rule", {
  summary:
    "What holds without an answer of the register, and whether the law asks for one; who set it and when.",
  access: ["owner", "risk", "auditor"],
  data: set,
});

export const setRegisterRule = defineCall("PUT /api/operator/register-rule", {
  asksAgain: true,
  summary: "Sets it; a new version each time.",
  access: ["owner"],
  body: registerRule,
  data: set,
});

/** What an identity checker was asked of a player, and what it answered. */
export const identityEvidence = z.object({
  provider: z.string(),
  status: z.enum(["asking", "review", "verified", "refused"]),
  check_id: z.string().nullable(),
  asked_at: instant,
  answered_at: instant.nullable(),
  /** Why the last try told nothing. */
  failure: z.string().nullable(),
});
export type IdentityEvidence = z.infer<typeof identityEvidence>;

/** What a register of excluded people answered about a player. */
export const exclusionEvidence = z.object({
  provider: z.string(),
  occasion: z.enum(["sign_up", "sign_in", "first_bet", "profile", "again"]),
  answer: z.enum(["no", "yes", "previously", "none"]),
  /** The register's own name for its answer. */
  provider_id: z.string().nullable(),
  until: instant.nullable(),
  failure: z.string().nullable(),
  at: instant,
});
export type ExclusionEvidence = z.infer<typeof exclusionEvidence>;

export const identityNotice = defineCall("POST /api/hooks/identity/:provider", {
  summary:
    "What an identity checker decided, signed as Standard Webhooks: `identity.decided`. Each is taken once.",
  access: "public",
  params: z.object({ provider: z.string().max(40) }),
  body: z.unknown(),
});
