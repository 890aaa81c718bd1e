import { z } from "zod";
import { signedIn } from "./accounts.ts";
import { defineCall, id, instant } from "./call.ts";

/** Bytes as base64url without padding, as browsers give and take them. */
const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/);

const credentialId = bytes(1400);
/** What the authenticator signed, and the data that it covers. */
const clientData = bytes(4000);
const authenticatorData = bytes(4000);

/** A new passkey from a browser, for the club to keep. */
export const madePasskey = z.object({
  credential_id: credentialId,
  /** SubjectPublicKeyInfo, as the browser's `getPublicKey` gives it. */
  public_key: bytes(2000),
  client_data: clientData,
  authenticator_data: authenticatorData,
  name: z.string().trim().min(1).max(100),
});
export type MadePasskey = z.output<typeof madePasskey>;

/** A passkey's answer to a challenge. */
export const shownPasskey = z.object({
  credential_id: credentialId,
  client_data: clientData,
  authenticator_data: authenticatorData,
  signature: bytes(2000),
});
export type ShownPasskey = z.output<typeof shownPasskey>;

/** What a browser needs to make a passkey. */
export const passkeyWish = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  user_handle: z.string(),
  user_name: z.string(),
  /** Credentials that this person already has. */
  known: z.array(z.string()),
});
export type PasskeyWish = z.output<typeof passkeyWish>;

export const passkey = z.object({
  passkey_id: id,
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyOptions = defineCall("POST /api/user/passkeys/options", {
  summary:
    "What a browser needs to make a passkey. Asks for the password when the sign-in is older than ten minutes.",
  access: "player",
  body: z.object({ password: z.string().max(128).optional() }),
  data: passkeyWish,
});

export const createPasskey = defineCall("POST /api/user/passkeys", {
  summary: "Keeps a passkey that the browser made.",
  access: "player",
  body: madePasskey,
  data: passkey,
});

export const listPasskeys = defineCall("GET /api/user/passkeys", {
  summary: "The player's passkeys, newest first.",
  access: "player",
  list: z.array(passkey),
});

export const deletePasskey = defineCall("DELETE /api/user/passkeys/:passkey_id", {
  summary: "Takes a passkey away: nobody signs in with it any more.",
  access: "player",
  params: z.object({ passkey_id: id }),
});

export const passkeySignInOptions = defineCall("POST /api/user/passkey-signin/options", {
  summary: "The challenge of a sign-in by passkey. It is good once, for five minutes.",
  access: "public",
  data: z.object({ challenge: z.string(), rp_id: z.string() }),
});

export const passkeySignIn = defineCall("POST /api/user/passkey-signin", {
  summary: "Signs a player in by passkey.",
  access: "public",
  body: shownPasskey,
  data: signedIn,
});
