import { z } from "zod";
import { defineCall, id, instant } from "./call.ts";
import { operatorSession, rights } from "./operators.ts";
import { madePasskey, passkey, passkeyWish, shownPasskey } from "./passkeys.ts";

/* Operators' own accounts. No role is needed, and no second factor, since it is set up here. */

export const ownOperator = defineCall("GET /api/operator/me", {
  isOwn: true,
  summary:
    "What the operator who asks may do, the second factors, and whether the club requires one.",
  access: "operator",
  data: rights.extend({
    /** When an authenticator for codes was set up; null: there is none. */
    factor_since: instant.nullable(),
    /** Newest first. */
    passkeys: z.array(passkey),
    recovery_left: z.int(),
    /** Whether this operator must set one up before anything else. */
    is_required: z.boolean(),
  }),
});

const ownAct = { isOwn: true, asksAgain: false, access: "operator" } as const;

export const beginFactor = defineCall("POST /api/operator/me/factor", {
  ...ownAct,
  summary:
    "Makes a secret for an authenticator, shown once. `totp`: a code of the one before, where there is one.",
  body: z.object({ password: z.string().max(128), totp: z.string().max(20).nullish() }),
  data: z.object({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
});

const code = z.object({ totp: z.string().min(1).max(20) });
/** A code of the authenticator, a recovery code, or a passkey's answer to `me/proof/options`. */
const proof = z
  .object({ totp: z.string().min(1).max(20).nullish(), passkey: shownPasskey.nullish() })
  .refine(
    ({ totp, passkey: shown }) => (totp ?? null) !== null || (shown ?? null) !== null,
    "needs totp or passkey",
  );
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const confirmFactor = defineCall("POST /api/operator/me/factor/confirm", {
  ...ownAct,
  summary: "Turns the second factor on with its first code. Gives the recovery codes, once.",
  body: code,
  data: recoveryCodes,
});

export const renewRecoveryCodes = defineCall("POST /api/operator/me/recovery-codes", {
  ...ownAct,
  summary: "New recovery codes; the ones before open nothing any more.",
  body: proof,
  data: recoveryCodes,
});

export const proveFactor = defineCall("POST /api/operator/me/proof", {
  ...ownAct,
  summary: "Shows the second factor again, for the acts that ask for it within five minutes.",
  body: proof,
});

/** What a browser needs for a passkey to answer. */
export const passkeyQuestion = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  /** Credentials that may answer. */
  known: z.array(z.string()),
});

export const proofOptions = defineCall("POST /api/operator/me/proof/options", {
  ...ownAct,
  summary:
    "The challenge for a passkey of the operator who asks. It is good once, for five minutes.",
  data: passkeyQuestion,
});

export const removeFactor = defineCall("DELETE /api/operator/me/factor", {
  ...ownAct,
  summary:
    "Takes the own authenticator away. Asks for a fresh proof; the last second factor stays where one is required.",
});

export const operatorPasskeyOptions = defineCall("POST /api/operator/me/passkeys/options", {
  ...ownAct,
  summary:
    "What a browser needs to make a passkey as second factor. Asks for the password, and for a fresh proof where there is a factor already.",
  body: z.object({ password: z.string().max(128) }),
  data: passkeyWish,
});

export const createOperatorPasskey = defineCall("POST /api/operator/me/passkeys", {
  ...ownAct,
  summary:
    "Keeps a passkey that the browser made. With the first factor come recovery codes, once; else null.",
  body: madePasskey,
  data: passkey.extend({ recovery_codes: z.array(z.string()).nullable() }),
});

export const deleteOperatorPasskey = defineCall("DELETE /api/operator/me/passkeys/:passkey_id", {
  ...ownAct,
  summary:
    "Takes an own passkey away. Asks for a fresh proof; the last second factor stays where one is required.",
  params: z.object({ passkey_id: id }),
});

export const ownSessions = defineCall("GET /api/operator/me/sessions", {
  isOwn: true,
  summary: "The sessions of the operator who asks, the newest first.",
  access: "operator",
  list: z.array(operatorSession),
});

export const endOwnSession = defineCall("POST /api/operator/me/sessions/:session_id/end", {
  ...ownAct,
  summary: "Ends one of the own sessions.",
  params: z.object({ session_id: id }),
});

/**
 * What a club needs before real money. The club checks each itself; none can be ticked off by hand.
 */
export const GOING_LIVE = [
  "mail",
  "sms",
  "alerts",
  "money_in",
  "payment_in",
  "payouts",
  "payment_out",
  "identity",
  "register",
  "factor",
  "four_eyes",
  "demo",
  "database",
  "standby",
  "roles",
  "backup",
  "log",
  "tls",
  "console_host",
] as const;
export type GoingLiveCheck = (typeof GOING_LIVE)[number];

export const goingLive = defineCall("GET /api/operator/going-live", {
  summary: "What a real club still has to turn on, as the club finds it now.",
  access: ["owner", "auditor"],
  list: z.array(
    z.object({
      check: z.enum(GOING_LIVE),
      is_done: z.boolean(),
      /** How many are missing, where that is counted; else null. */
      missing: z.int().nullable(),
      /** When it was last done, where that is known; else null. */
      at: instant.nullable(),
      /** Who said so, where somebody did; else null. */
      by: z.string().nullable(),
      /** The connection that it needs fails now. */
      is_failing: z.boolean(),
    }),
  ),
});
