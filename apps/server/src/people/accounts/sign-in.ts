import type { SignedIn } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { noteDevice, tellNewDevice } from "./note-device.ts";
import { askRegister } from "../exclusion/ask-register.ts";
import { recognisePlayer } from "../protection/recognise-player.ts";
import { openSession, toSignedIn } from "../../identity/sessions/open-session.ts";
import { findById, findByName, holdById, renewHash } from "./accounts.queries.ts";
import type { Credentials } from "./accounts.queries.ts";
import { noteBirthday } from "../protection/age.ts";
import { hashPassword, isPassword, needsRehash } from "../../identity/passwords/password.ts";
import type { Client } from "./register-player.ts";
import { beginAttempt, succeed } from "../../identity/passwords/signin-attempt.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";

/**
 * Signs a player in. An unknown name and a wrong password are refused alike, after the same work
 * (promise S13).
 *
 * @throws signin.refused, signin.too_many, player.frozen, club.busy
 */
export async function signIn(
  ctx: AppContext,
  form: { user_name: string; password: string },
  client: Client,
): Promise<SignedIn> {
  const nameKey = userNameKey(form.user_name);
  const attempt = await beginAttempt(ctx, { kind: "player", nameKey, address: client.address });
  const player = await findByName(ctx.db.browsing, nameKey);
  const isRight = await isPassword(player?.password_hash ?? null, form.password);
  if (player === null || !isRight || player.status === "closed")
    throw new Refusal("signin.refused");
  const newHash = needsRehash(player.password_hash) ? await hashPassword(form.password) : null;
  return await admit(ctx, player, {
    client,
    isByPassword: true,
    inTx: async (tx) => {
      await succeed(tx, attempt);
      if (newHash !== null) await renewHash(tx, player.id, newHash);
    },
  });
}

/**
 * Signs in somebody who has proved who he is, by password or passkey: the rules common to both are
 * here.
 *
 * @param asked - `inTx` runs in the transaction that opens the session.
 * @throws player.frozen, exclusion.unanswered
 */
async function admit(
  ctx: AppContext,
  player: Credentials,
  asked: { client: Client; isByPassword: boolean; inTx: (tx: Queryable) => Promise<void> },
): Promise<SignedIn> {
  if (player.status === "frozen") throw new Refusal("player.frozen");
  await askRegister(ctx, player.id, "sign_in");
  const tokens = await withTransaction(ctx.db.browsing, async (tx) => {
    await requireSame(tx, player, asked.isByPassword);
    await asked.inTx(tx);
    await recognisePlayer(ctx, tx, player.id);
    const { address, device } = asked.client;
    await tellNewDevice(ctx, tx, { playerId: player.id, device });
    await noteDevice(ctx, tx, { playerId: player.id, address, device });
    return await openSession(tx, { playerId: player.id }, asked.client.device);
  });
  await comeOfAge(ctx, player);
  return toSignedIn(player, tokens);
}

/**
 * While the register was asked, the account may have been frozen or closed, or got another password:
 * that ended every session, and no later one is opened by what was shown before.
 *
 * @throws signin.refused, player.frozen
 */
async function requireSame(
  tx: Queryable,
  shown: Credentials,
  isByPassword: boolean,
): Promise<void> {
  const now = await holdById(tx, shown.id);
  const isOther = isByPassword && now?.password_hash !== shown.password_hash;
  if (now === null || now.status === "closed" || isOther) throw new Refusal("signin.refused");
  if (now.status === "frozen") throw new Refusal("player.frozen");
}

/** Signs in a player who proved by a passkey who he is. @throws passkey.refused, player.frozen */
export async function admitByPasskey(
  ctx: AppContext,
  playerId: string,
  asked: { client: Client; inTx: (tx: Queryable) => Promise<void> },
): Promise<SignedIn> {
  const player = await findById(ctx.db.browsing, playerId);
  if (player === null || player.status === "closed") throw new Refusal("passkey.refused");
  return await admit(ctx, player, { ...asked, isByPassword: false });
}

/** A player whose date of birth was too young for betting may be old enough by now. */
async function comeOfAge(ctx: AppContext, player: Credentials): Promise<void> {
  if (player.is_adult || player.birth_cipher === null) return;
  await noteBirthday(ctx, player.id, player.birth_cipher);
}
