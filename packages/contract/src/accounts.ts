import { z } from "zod";
import { cents, day, defineCall, id, instant } from "./call.ts";

const userName = z.string().max(64);
const password = z.string().max(128);
const phone = z.string().max(40);
/** Returned as it came: as a number, or as text by a client that keeps everything as text. */
const timestamp = z.union([z.number(), z.string().max(40)]);
/** Where a player may be written to as well. */
const email = z.email().max(254).nullish();
const code = z.union([z.string().max(20), z.number()]);
const fullName = z.string().trim().min(1).max(100);
const postcode = z.string().trim().min(1).max(20);

/** What a sign-in gives: the specification's four fields. */
export const signedIn = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user_name: z.string(),
  user_id: id,
});
export type SignedIn = z.infer<typeof signedIn>;

export const VERIFICATION_PURPOSES = ["register", "reset"] as const;
export type VerificationPurpose = (typeof VERIFICATION_PURPOSES)[number];

export const sendVerification = defineCall("POST /api/user/verification", {
  summary:
    "Sends a code of six digits to a phone, or to the e-mail address where the club sends no text messages. It is good for five minutes and five tries.",
  access: "public",
  body: z.object({ phone, email, purpose: z.enum(VERIFICATION_PURPOSES) }),
  data: z.object({ verification_id: id, timestamp: z.int(), expires_in: z.int() }),
});

/** What a club's register of excluded people may need before there is an account. */
export const SIGN_UP_FIELDS = ["full_name", "date_of_birth", "email", "postcode"] as const;
export type SignUpField = (typeof SIGN_UP_FIELDS)[number];

export const registerPlayer = defineCall("POST /api/user/register", {
  summary:
    "Makes an account for a verified phone and signs in. What `sign_up_fields` of GET /api/club names is needed too; what is given goes into the profile.",
  access: "public",
  body: z.object({
    user_name: userName,
    password,
    verification_id: id,
    timestamp,
    phone,
    code,
    email,
    full_name: fullName.nullish(),
    date_of_birth: day.nullish(),
    postcode: postcode.nullish(),
    invite_code: z.string().max(40).nullish(),
  }),
  data: signedIn,
});

export const signIn = defineCall("POST /api/user/signin", {
  summary: "Signs a player in.",
  access: "public",
  body: z.object({ user_name: userName, password }),
  data: signedIn,
});

export const refreshSession = defineCall("POST /api/user/refresh_token", {
  summary:
    "A new access token. The refresh token rotates; the one before stays good until a successor of it is first used.",
  access: "public",
  body: z.object({ refresh_token: z.string().max(200) }),
  data: z.object({ access_token: z.string(), refresh_token: z.string() }),
});

export const signOut = defineCall("POST /api/user/signout", {
  summary: "Ends this session.",
  access: "player",
});

export const heartbeat = defineCall("POST /api/user/heartbeat", {
  summary: "Time in this session and its net result. Keeps no session alive.",
  access: "player",
  data: z.object({
    server_time: instant,
    session_seconds: z.int(),
    /** Since the sign-in, or since the last pause of 15 minutes. */
    net_result_cents: cents,
    /** Of the bets accepted on the club's day; an open bet counts as lost. */
    net_today_cents: cents,
    notices: z.array(z.object({ key: z.string(), params: z.record(z.string(), z.unknown()) })),
  }),
});

export const changePassword = defineCall("POST /api/user/change-password", {
  summary: "Changes the password and ends every session; the answer holds a new one.",
  access: "player",
  body: z.object({ old_password: password, new_password: password }),
  data: signedIn,
});

export const closeAccount = defineCall("POST /api/user/close", {
  summary:
    "Closes the account and erases name, phone, date of birth and bank account. The balance must be 0 and nothing open.",
  access: "player",
  body: z.object({ password, confirm: z.literal(true) }),
});

export const resetPassword = defineCall("POST /api/user/reset-password", {
  summary: "Sets a new password by a code sent to the phone, and ends every session.",
  access: "public",
  body: z.object({ phone, verification_id: id, timestamp, code, new_password: password }),
});

export const getUid = defineCall("GET /api/user/uid", {
  summary: "The player's id.",
  access: "player",
  data: id,
});

export const PLAYER_LANGUAGES = ["en", "es", "fr", "zh-Hans", "zh-Hant"] as const;

export const profile = z.object({
  user_id: id,
  user_name: z.string(),
  full_name: z.string().nullable(),
  date_of_birth: day.nullable(),
  /** 18 or over on the club's day: required for a bet and for a top-up. */
  is_adult: z.boolean(),
  language: z.enum(PLAYER_LANGUAGES),
  /** Where the player lives, for whoever checks identities; two letters of ISO 3166. */
  country: z.string().nullable().default(null),
  address: z.string().nullable().default(null),
  postcode: z.string().nullable().default(null),
  /** The last digits only. */
  phone: z.string().nullable(),
  /** Masked; null: none was given. */
  email: z.string().nullable().default(null),
  /** A code that went there came back. */
  is_email_proved: z.boolean().default(false),
  invite_code: z.string(),
  /** Notifications are offered after a first bet. */
  has_bet: z.boolean(),
  created_at: instant,
});
export type Profile = z.infer<typeof profile>;

export const getProfile = defineCall("GET /api/user/profile", {
  summary: "The player's profile.",
  access: "player",
  data: profile,
});

export const askEmail = defineCall("POST /api/user/email", {
  summary:
    "Sends a code to a new e-mail address of the player, who shows the password. It is good for five minutes and five tries.",
  access: "player",
  body: z.object({ email: z.email().max(254), password }),
  data: z.object({ change_id: id, expires_in: z.int() }),
});

export const confirmEmail = defineCall("POST /api/user/email/confirm", {
  summary: "Puts the new address in force by its code. The address before and the phone are told.",
  access: "player",
  body: z.object({ change_id: id, code }),
  data: profile,
});

export const askPhone = defineCall("POST /api/user/phone", {
  summary:
    "Sends a code to a new phone of the player, who shows the password. It is good for five minutes and five tries.",
  access: "player",
  body: z.object({ phone, password }),
  data: z.object({ verification_id: id, timestamp: z.int(), expires_in: z.int() }),
});

export const confirmPhone = defineCall("POST /api/user/phone/confirm", {
  summary:
    "Puts the new phone in force by its code. The phone before and the e-mail address are told.",
  access: "player",
  body: z.object({ phone, verification_id: id, timestamp, code }),
  data: profile,
});

const messageKinds = z.array(
  z.object({
    kind: z.string(),
    /** Its subject, in the player's language. */
    name: z.string(),
    is_wanted: z.boolean(),
  }),
);

export const listMessageKinds = defineCall("GET /api/user/messages", {
  summary:
    "The kinds of messages that the player may turn off. What the law or the account's safety asks for always comes.",
  access: "player",
  list: messageKinds,
});

export const chooseMessageKinds = defineCall("PUT /api/user/messages", {
  summary: "Sets which of those kinds the player does not want.",
  access: "player",
  body: z.object({ refused: z.array(z.string().max(40)).max(50) }),
  list: messageKinds,
});

export const putProfile = defineCall("PUT /api/user/profile", {
  summary: "Changes what is sent. A date of birth, once set, is fixed.",
  access: "player",
  body: z.object({
    full_name: fullName.optional(),
    date_of_birth: day.optional(),
    language: z.enum(PLAYER_LANGUAGES).optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    address: z.string().trim().min(1).max(300).optional(),
    postcode: postcode.optional(),
  }),
  data: profile,
});

export const listSessions = defineCall("GET /api/user/sessions", {
  summary: "Where the player is signed in, newest first.",
  access: "player",
  list: z.array(
    z.object({
      session_id: id,
      device: z.string().nullable(),
      created_at: instant,
      last_action_at: instant,
      is_current: z.boolean(),
    }),
  ),
});

export const deleteSession = defineCall("DELETE /api/user/sessions/:session_id", {
  summary: "Ends one session of the player.",
  access: "player",
  params: z.object({ session_id: id }),
});

export const EXPORT_FORMATS = ["json", "csv"] as const;
/** ?format= of GET /api/user/export, which answers with a file. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
