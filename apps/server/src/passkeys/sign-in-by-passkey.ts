import type { BodyOf, passkeySignIn, SignedIn } from "@club/contract";
import { Refusal } from "@club/domain";
import type { Client } from "../accounts/register-player.ts";
import { admitByPasskey } from "../accounts/sign-in.ts";
import type { AppContext } from "../context.ts";
import { readChallenge, spend } from "./challenge.ts";
import type { Challenge } from "./challenge.ts";
import { findCredential, noteUse } from "./passkeys.queries.ts";
import type { StoredKey } from "./passkeys.queries.ts";
import {
  hashOf,
  isOriginOf,
  isSignedBy,
  readAuthenticatorData,
  readClientData,
  readPublicKey,
} from "./webauthn.ts";

/**
 * Signs in whoever holds the private key of a passkey. Everything that is wrong is refused alike, so
 * nothing is learned from it.
 *
 * @throws passkey.refused, player.frozen
 */
export async function signInByPasskey(
  ctx: AppContext,
  form: BodyOf<typeof passkeySignIn>,
  client: Client,
): Promise<SignedIn> {
  const stored = await findCredential(
    ctx.db.browsing,
    Buffer.from(form.credential_id, "base64url"),
  );
  const proof = stored === null ? null : proofOf(ctx, stored, form);
  if (stored === null || proof === null) throw new Refusal("passkey.refused");
  return await admitByPasskey(ctx, stored.player_id, {
    client,
    inTx: async (tx) => {
      const isSpent = await spend(tx, proof.challenge);
      if (!isSpent || !(await noteUse(tx, stored.id, proof.signCount))) {
        throw new Refusal("passkey.refused");
      }
    },
  });
}

interface Proof {
  challenge: Challenge;
  signCount: number;
}

/** What the answer proves, or null: our challenge, this host, a person who was verified, the right key. */
function proofOf(
  ctx: AppContext,
  stored: StoredKey,
  form: BodyOf<typeof passkeySignIn>,
): Proof | null {
  const clientData = Buffer.from(form.client_data, "base64url");
  const authenticatorData = Buffer.from(form.authenticator_data, "base64url");
  const said = readClientData(clientData);
  const device = readAuthenticatorData(authenticatorData);
  const key = readPublicKey(stored.public_key);
  if (said?.type !== "webauthn.get" || device === null || key === null) return null;
  const challenge = readChallenge(ctx, { kind: "signin" }, said.challenge);
  const isGood =
    isOriginOf(said.origin, stored.rp_id) &&
    device.isUserVerified &&
    device.rpIdHash.equals(hashOf(stored.rp_id)) &&
    isSignedBy(key, Buffer.from(form.signature, "base64url"), { authenticatorData, clientData });
  return isGood && challenge !== null ? { challenge, signCount: device.signCount } : null;
}
