import type { BodyOf, passkeySignIn, SignedIn } from "@club/contract";
import { Refusal } from "@club/domain";
import type { Client } from "../accounts/register-player.ts";
import { admitByPasskey } from "../accounts/sign-in.ts";
import type { AppContext } from "../../core/context.ts";
import { readShown } from "../../identity/passkeys/ceremony.ts";
import { spend } from "../../identity/passkeys/challenge.ts";
import { findCredential, noteUse } from "./passkeys.queries.ts";

/**
 * Signs in whoever holds the private key of a passkey. Every failure is refused alike, so that
 * nothing can be learned from it.
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
  const proof = stored === null ? null : readShown(ctx, { kind: "signin" }, { form, stored });
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
