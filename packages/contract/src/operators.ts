import { z } from "zod";
import { defineCall, id, instant, page, pageData, ROLES, reason } from "./call.ts";

/** How many roles of its own a club has at most. */
export const MOST_OWN_ROLES = 30;

/** Of the club's own. */
const ownRoleName = z.object({ role_id: id, name: z.string() });

/** What an operator may do. */
export const rights = z.object({
  roles: z.array(z.enum(ROLES)),
  own_roles: z.array(ownRoleName),
  /** Every call that the roles allow, as method and path. */
  calls: z.array(z.string()),
});

export const operatorTokens = rights.extend({
  access_token: z.string(),
  refresh_token: z.string(),
  user_name: z.string(),
  operator_id: id,
});

export const operatorSignIn = defineCall("POST /api/operator/signin", {
  summary:
    "Signs an operator in: for 30 minutes without an action, 12 hours at most. Where a second factor is set up and `totp` is missing, the refusal `operator.code_needed` has a `ticket` for the second step.",
  access: "public",
  body: z.object({
    user_name: z.string().max(64),
    password: z.string().max(128),
    totp: z.string().max(20).nullish(),
  }),
  data: operatorTokens,
});

export const operatorRefresh = defineCall("POST /api/operator/refresh_token", {
  summary: "A new access token for an operator.",
  access: "public",
  body: z.object({ refresh_token: z.string().max(200) }),
  data: operatorTokens,
});

export const operatorSignOut = defineCall("POST /api/operator/signout", {
  isOwn: true,
  asksAgain: false,
  summary: "Ends this operator's session.",
  access: "operator",
});

export const operator = z.object({
  operator_id: id,
  user_name: z.string(),
  roles: z.array(z.enum(ROLES)),
  own_roles: z.array(ownRoleName),
  status: z.enum(["active", "closed"]),
  /** Whether a second factor is set up. */
  has_factor: z.boolean(),
  /** The address that identifies a person of the identity provider at their first sign-in there. */
  email: z.string().nullable(),
  /** Whether the provider's person is known already: then the address no longer matters. */
  is_bound: z.boolean(),
  /** The name of the player account that is this person's own; null: none is known. */
  player_name: z.string().nullable(),
  /** Sessions that are still good. */
  sessions: z.int(),
  last_seen_at: instant.nullable(),
  created_at: instant,
});
export type Operator = z.output<typeof operator>;

/** One at least, of either kind. */
const roles = z.array(z.enum(ROLES)).max(ROLES.length);
/** Roles of the club's own, by id. */
const ownRoles = z.array(id).max(MOST_OWN_ROLES);
const ofOperator = z.object({ operator_id: id });

const onOperator = { asksAgain: true, access: ["owner"], data: operator } as const;

/** A link to set a password by: once, within 24 hours. */
const passwordLink = z.object({ link: z.string(), expires_at: instant });

export const createOperator = defineCall("POST /api/operator/operators", {
  ...onOperator,
  summary:
    "Makes an operator with roles. Without a password the answer has a link, shown in it alone, with which the operator sets one: nobody else knows it.",
  body: z.object({
    user_name: z.string().max(64),
    password: z.string().max(128).optional(),
    roles,
    own_roles: ownRoles.default([]),
  }),
  data: operator.extend({ invitation: passwordLink.nullable() }),
});

export const listOperators = defineCall("GET /api/operator/operators", {
  summary: "All operators with their roles.",
  access: ["owner", "auditor"],
  list: z.array(operator),
});

export const changeRoles = defineCall("POST /api/operator/operators/:operator_id/roles", {
  ...onOperator,
  summary:
    "Gives an operator other roles; an active owner must be left. Without `own_roles` those of the club's own stay.",
  params: ofOperator,
  body: z.object({ roles, own_roles: ownRoles.optional(), reason }),
});

export const closeOperator = defineCall("POST /api/operator/operators/:operator_id/close", {
  ...onOperator,
  summary: "Lets an operator in no more and ends the sessions; an active owner must be left.",
  params: ofOperator,
  body: z.object({ reason }),
});

export const reopenOperator = defineCall("POST /api/operator/operators/:operator_id/reopen", {
  ...onOperator,
  summary: "Lets a closed operator in again.",
  params: ofOperator,
  body: z.object({ reason }),
});

export const resetFactor = defineCall("POST /api/operator/operators/:operator_id/reset-factor", {
  ...onOperator,
  summary: "Takes an operator's second factor and recovery codes away and ends the sessions.",
  params: ofOperator,
  body: z.object({ reason }),
});

export const resetOperatorPassword = defineCall(
  "POST /api/operator/operators/:operator_id/reset-password",
  {
    asksAgain: true,
    summary:
      "A link with which an operator sets a new password: once, within 24 hours, and shown in this answer alone. One made before opens nothing any more; the second factor stays.",
    access: ["owner"],
    params: ofOperator,
    body: z.object({ reason }),
    data: passwordLink,
  },
);

export const changeOperatorPassword = defineCall("POST /api/operator/change-password", {
  isOwn: true,
  asksAgain: false,
  summary: "Changes one's own password and ends one's other sessions.",
  access: "operator",
  body: z.object({ old_password: z.string().max(128), new_password: z.string().max(128) }),
});

export const setOperatorPassword = defineCall("POST /api/operator/set-password", {
  summary: "Sets an operator's password by a link, once. It opens no session.",
  access: "public",
  body: z.object({ token: z.string().max(200), new_password: z.string().max(128) }),
});

export const setOperatorEmail = defineCall("POST /api/operator/operators/:operator_id/email", {
  ...onOperator,
  summary:
    "Says by which verified address an operator signs in at the identity provider. Whoever was bound before is let in no more; null: nobody is.",
  params: ofOperator,
  body: z.object({
    email: z
      .string()
      .trim()
      .max(254)
      .regex(/^[^\s@]+@[^\s@]+$/)
      .nullable(),
    reason,
  }),
});

export const setOperatorPlayer = defineCall("POST /api/operator/operators/:operator_id/player", {
  ...onOperator,
  summary:
    "Says which player account is an operator's own: what moves its money is decided by somebody else (`money.same_person`). null: none is.",
  params: ofOperator,
  body: z.object({ player_name: z.string().trim().min(1).max(64).nullable(), reason }),
});

export const operatorSession = z.object({
  session_id: id,
  device: z.string().nullable(),
  created_at: instant,
  last_action_at: instant,
  /** When this session last showed the second factor; null: never. */
  proved_at: instant.nullable(),
  /** Whether it is the session that makes this call. */
  is_this: z.boolean(),
});
export type OperatorSession = z.output<typeof operatorSession>;

export const listOperatorSessions = defineCall(
  "GET /api/operator/operators/:operator_id/sessions",
  {
    summary: "The sessions of an operator that are still good, the newest first.",
    access: ["owner", "auditor"],
    params: ofOperator,
    list: z.array(operatorSession),
  },
);

export const endOperatorSession = defineCall(
  "POST /api/operator/operators/:operator_id/sessions/:session_id/end",
  {
    asksAgain: false,
    summary: "Ends a session of an operator.",
    access: ["owner"],
    params: z.object({ operator_id: id, session_id: id }),
  },
);

export const listSettings = defineCall("GET /api/operator/settings", {
  summary:
    "What the club decides while it runs, and who changed it when, from what to what: the newest 100 changes.",
  access: ["owner", "auditor"],
  data: z.object({ identity_rule: z.enum(["none", "before_withdrawal", "before_bet"]) }),
  list: z.array(
    z.object({
      name: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      /** null: the club itself, when it was set up. */
      changed_by: z.string().nullable(),
      changed_at: instant,
    }),
  ),
});

/** `sent`: a provider took it; whether it arrived only some of them report. */
export const MESSAGE_STATES = ["queued", "sent", "delivered", "failed", "expired"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const mailPage = z.object({
  club_name: z.string(),
  language: z.enum(["en", "es", "fr", "zh-Hans", "zh-Hant"]),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  link: z.object({ label: z.string(), url: z.string() }).nullable(),
  /** Why the reader gets it; null: says so itself. */
  why: z.string().nullable(),
  /** The club's colours, and whether its logo comes along. */
  look: z.object({
    colour_light: z.string(),
    colour_dark: z.string(),
    colour_header: z.string(),
    has_logo: z.boolean(),
  }),
});

export const previewMessages = defineCall("GET /api/operator/messages", {
  summary:
    "Every message that the club sends players, as it reads in a language, with an example of what it tells.",
  access: ["owner", "support"],
  query: z.object({ language: z.enum(["en", "es", "fr", "zh-Hans", "zh-Hant"]).default("en") }),
  list: z.array(
    z.object({
      kind: z.string(),
      /** `wish`: a player may turn it off. */
      asked_by: z.enum(["law", "safety", "wish", "code"]),
      subject: z.string(),
      /** As a mail without its page. */
      text: z.string(),
      /** As a mail's page. */
      html: z.string(),
      /** What that page is drawn from. */
      page: mailPage,
      /** As a text message. */
      short: z.string(),
    }),
  ),
});

export const listOutbox = defineCall("GET /api/operator/outbox", {
  summary:
    "Messages that the club sent, newest first; `to` is a phone number or an address. A code is hidden but for the owner, who asks by `to`, has just shown a second factor where one is required, and sees codes to register alone; a code to reset a password is shown to nobody.",
  access: ["owner", "support"],
  query: page.extend({ to: z.string().max(200).optional() }),
  data: pageData,
  list: z.array(
    z.object({
      message_id: id,
      to: z.string(),
      channel: z.enum(["sms", "email"]),
      state: z.enum(MESSAGE_STATES),
      /** Why the last try failed. */
      error: z.string().nullable(),
      attempts: z.int(),
      text: z.string(),
      code: z.string().nullable(),
      created_at: instant,
    }),
  ),
});
