import { z } from "zod";
import { cents, defineCall, id, instant, page, pageData, reason, sortedBy } from "./call.ts";
import { INVITATION_SORTS } from "./choices.ts";

/** joined: signed up; due: all is met, an operator releases it; then rewarded or refused. */
export const INVITATION_STATES = ["joined", "due", "asked", "rewarded", "refused"] as const;

/** What has to hold before a reward is paid (promise S14). */
export const INVITATION_CHECKS = [
  "phone",
  "settled_bet",
  "other_account",
  "other_address",
  "other_device",
  "under_cap",
  "inviter",
] as const;
export type InvitationCheck = (typeof INVITATION_CHECKS)[number];

export const getInvitation = defineCall("GET /api/invitation/info", {
  summary: "The player's own code and link, as text and as a QR code, and what came of it.",
  access: "player",
  data: z.object({
    invite_code: z.string(),
    link: z.string(),
    qr_svg: z.string(),
    invited: z.int(),
    rewarded: z.int(),
    rewarded_cents: cents,
    /** The reward for a friend; 0: the club pays none. */
    reward_cents: cents,
    /** The most that are paid in a month. */
    monthly_cap: z.int(),
  }),
});

export const listInvitations = defineCall("GET /api/invitation/list", {
  summary: "Who joined by the player's code, newest first, names masked.",
  access: "player",
  query: page,
  data: pageData,
  list: z.array(
    z.object({
      invitation_id: id,
      /** The first letter and dots: "T•••". */
      name: z.string(),
      joined_at: instant,
      state: z.enum(["joined", "on_the_way", "rewarded"]),
      reward_cents: cents,
    }),
  ),
});

// ------------------------------------------------------------------ operators

const READERS = ["owner", "risk", "cashier", "auditor"] as const;

export const operatorInvitation = z.object({
  invitation_id: id,
  inviter_id: id,
  inviter_name: z.string(),
  invited_id: id,
  invited_name: z.string(),
  joined_at: instant,
  state: z.enum(INVITATION_STATES),
  /** Checks that fail now; empty: the reward may be released. */
  failed: z.array(z.enum(INVITATION_CHECKS)),
  reward_cents: cents,
  reason: z.string().nullable(),
});
export type OperatorInvitation = z.infer<typeof operatorInvitation>;

export const inviteRules = z.object({
  /** 0 turns rewards off, which is the default. */
  reward_cents: cents.min(0).max(100_000),
  monthly_cap: z.int().min(0).max(100),
});
export type InviteRules = z.infer<typeof inviteRules>;

export const listOperatorInvitations = defineCall("GET /api/operator/invitations", {
  summary:
    "Who invited whom, with every sign of abuse: the same bank account, address or device. Unless sorted, newest first.",
  access: READERS,
  query: page.extend({ inviter_id: id.optional(), ...sortedBy(INVITATION_SORTS) }),
  data: pageData.extend({ rules: inviteRules }),
  list: z.array(operatorInvitation),
});

export const changeInviteRules = defineCall("PUT /api/operator/invitations/rules", {
  asksAgain: false,
  summary: "What an invited friend brings, and how often in a month.",
  access: ["owner"],
  body: inviteRules,
  data: inviteRules,
});

const invitationParams = z.object({ invitation_id: id });

export const releaseReward = defineCall("POST /api/operator/invitations/:invitation_id/release", {
  asksAgain: false,
  summary:
    "Asks for a reward to be paid. Another operator approves it, whatever CLUB_FOUR_EYES says; then it is bonus of the inviter.",
  access: ["owner", "cashier"],
  params: invitationParams,
  data: operatorInvitation.extend({ approval_id: id }),
});

export const refuseReward = defineCall("POST /api/operator/invitations/:invitation_id/refuse", {
  asksAgain: false,
  summary: "No reward for this one, for good.",
  access: ["owner", "cashier", "risk"],
  params: invitationParams,
  body: z.object({ reason }),
  data: operatorInvitation,
});
