import type { BodyOf, createPasskey, DataOf, passkeyOptions } from "@club/contract";
import { Refusal } from "@club/domain";
import { requirePassword } from "../accounts/passwords.ts";
import type { Client } from "../accounts/register-player.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import type { SessionPlayer } from "../../identity/sessions/sessions.ts";
import { readMade } from "../../identity/passkeys/ceremony.ts";
import { newChallenge, spend } from "../../identity/passkeys/challenge.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import { lockOpenPlayer } from "../player-lock/lock-player.ts";
import { insertPasskey, isJustSignedIn, listCredentials } from "./passkeys.queries.ts";
import type { PasskeyRow } from "./passkeys.queries.ts";

const MOST_PASSKEYS = 10;

/**
 * What a browser needs to make a passkey. A passkey outlives this session and a change of the
 * password, so somebody who found the phone unlocked must not be able to make one. Unless the
 * sign-in is fresh, the password is asked for.
 *
 * @throws password.wrong, signin.too_many
 */
export async function optionsOf(
  ctx: AppContext,
  player: SessionPlayer,
  asked: { form: BodyOf<typeof passkeyOptions>; client: Client; host: string },
): Promise<DataOf<typeof passkeyOptions>> {
  const { form, client, host } = asked;
  if (form.password !== undefined || !(await isJustSignedIn(ctx.db.browsing, player.sessionId))) {
    await requirePassword(ctx, player, { password: form.password ?? "", client });
  }
  const known = await listCredentials(ctx.db.browsing, player.id);
  return {
    challenge: await newChallenge(ctx, { kind: "create", personId: player.id }),
    rp_id: host,
    user_handle: Buffer.from(player.id).toString("base64url"),
    user_name: player.userName,
    known: known.map((id) => id.toString("base64url")),
  };
}

/**
 * Keeps a passkey that the browser made for this player and this host.
 *
 * @throws passkey.refused, passkey.too_many
 */
export async function makePasskey(
  ctx: AppContext,
  player: SessionPlayer,
  asked: { form: BodyOf<typeof createPasskey>; host: string },
): Promise<PasskeyRow> {
  const { form, host } = asked;
  const made = readMade(ctx, { kind: "create", personId: player.id }, { form, host });
  if (made === null) throw new Refusal("passkey.refused");
  return await withTransaction(ctx.db.browsing, async (tx) => {
    await lockOpenPlayer(tx, player.id);
    if (!(await spend(tx, made.challenge))) throw new Refusal("passkey.refused");
    const { credentialId, publicKey, signCount } = made;
    const owner = { id: newId(), playerId: player.id, rpId: host, name: form.name };
    const key = { ...owner, credentialId, publicKey, signCount };
    const row = await insertPasskey(tx, key, MOST_PASSKEYS);
    if (row === null) throw new Refusal("passkey.too_many", { most: MOST_PASSKEYS });
    // It outlives a change of the password: whoever did not make it has to hear of it.
    await audit(tx, { action: "passkey.add", target: player.id, after: { name: form.name } });
    const facts = { device: form.name };
    await tellPlayer(ctx, tx, { playerId: player.id, kind: "passkey_added", facts });
    return row;
  });
}
