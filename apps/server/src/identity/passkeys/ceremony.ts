import type { MadePasskey, ShownPasskey } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { readChallenge } from "./challenge.ts";
import type { Challenge, ChallengeUse } from "./challenge.ts";
import {
  hashOf,
  isOriginOf,
  isSignedBy,
  readAuthenticatorData,
  readClientData,
  readPublicKey,
} from "./webauthn.ts";
import type { AuthenticatorData } from "./webauthn.ts";

/* What players' and operators' passkeys have in common: both ceremonies, checked in full. */

/** A passkey that may be kept. */
export interface Made {
  challenge: Challenge;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
}

/**
 * The passkey that a browser made, or null unless all of this holds: it answers our challenge, for
 * this host, with a verified user, and the key is of an offered kind.
 */
export function readMade(
  ctx: Pick<AppContext, "secrets">,
  use: ChallengeUse,
  { form, host }: { form: MadePasskey; host: string },
): Made | null {
  const said = readClientData(Buffer.from(form.client_data, "base64url"));
  const device = readAuthenticatorData(Buffer.from(form.authenticator_data, "base64url"));
  if (said?.type !== "webauthn.create" || device?.isUserVerified !== true) return null;
  const credentialId = Buffer.from(form.credential_id, "base64url");
  const publicKey = Buffer.from(form.public_key, "base64url");
  if (!isOriginOf(said.origin, host) || !isOf(device, { host, credentialId })) return null;
  if (readPublicKey(publicKey) === null) return null;
  const challenge = readChallenge(ctx, use, said.challenge);
  return challenge && { challenge, credentialId, publicKey, signCount: device.signCount };
}

/** Whether the authenticator made this credential for this host. */
function isOf(
  device: AuthenticatorData,
  { host, credentialId }: { host: string; credentialId: Buffer },
): boolean {
  return device.rpIdHash.equals(hashOf(host)) && device.credentialId?.equals(credentialId) === true;
}

/** A correct answer of a passkey; its challenge and counter are still to be checked. */
export interface Shown {
  challenge: Challenge;
  signCount: number;
}

/**
 * What the answer proves, or null. Checks our challenge, this host, that the user was verified, and
 * the right key.
 */
export function readShown(
  ctx: Pick<AppContext, "secrets">,
  use: ChallengeUse,
  { form, stored }: { form: ShownPasskey; stored: { public_key: Buffer; rp_id: string } },
): Shown | null {
  const clientData = Buffer.from(form.client_data, "base64url");
  const authenticatorData = Buffer.from(form.authenticator_data, "base64url");
  const said = readClientData(clientData);
  const device = readAuthenticatorData(authenticatorData);
  const key = readPublicKey(stored.public_key);
  if (said?.type !== "webauthn.get" || device === null || key === null) return null;
  const challenge = readChallenge(ctx, use, said.challenge);
  const isGood =
    isOriginOf(said.origin, stored.rp_id) &&
    device.isUserVerified &&
    device.rpIdHash.equals(hashOf(stored.rp_id)) &&
    isSignedBy(key, Buffer.from(form.signature, "base64url"), { authenticatorData, clientData });
  return isGood && challenge !== null ? { challenge, signCount: device.signCount } : null;
}
