import type {
  BodyOf,
  SignedIn,
  changePassword as changeCall,
  resetPassword as resetCall,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { endSessions } from "../../identity/sessions/end-sessions.ts";
import { openSession, toSignedIn } from "../../identity/sessions/open-session.ts";
import type { SessionPlayer } from "../../identity/sessions/sessions.ts";
import { findById, findByPhone, setPassword } from "./accounts.queries.ts";
import { checkPassword } from "../../identity/passwords/password-rules.ts";
import { hashPassword, isPassword } from "../../identity/passwords/password.ts";
import type { Client } from "./register-player.ts";
import { beginAttempt, succeed } from "../../identity/passwords/signin-attempt.ts";
import type { Attempt } from "../../identity/passwords/signin-attempt.ts";
import { tellPassword } from "./tell-password.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";
import { checkCode, useCode } from "./verification.ts";

/**
 * Changes the password and ends every session, this one too: whoever else holds a token of the
 * player is locked out. The answer holds a new session.
 *
 * @throws password.wrong, password.weak, signin.too_many
 */
export async function changePassword(
  ctx: AppContext,
  player: SessionPlayer,
  asked: { form: BodyOf<typeof changeCall>; client: Client },
): Promise<SignedIn> {
  const { form, client } = asked;
  checkNewPassword(ctx, player.userName, form.new_password);
  const shown = await tryPassword(ctx, player, { password: form.old_password, client });
  const wrong = (): Refusal => new Refusal("password.wrong", { field: "old_password" });
  if (shown === null) throw wrong();
  const passwordHash = await hashPassword(form.new_password);
  const tokens = await withTransaction(ctx.db.browsing, async (tx) => {
    await succeed(tx, shown.attempt);
    // Of two who change it at once with the old one, the second shows a wrong one.
    const instead = shown.hash;
    if (!(await setPassword(tx, player.id, { passwordHash, how: "changed", instead }))) {
      throw wrong();
    }
    await endSessions(tx, player.id, "password");
    await tellPassword(ctx, tx, { playerId: player.id, how: "changed" });
    return await openSession(tx, { playerId: player.id }, client.device);
  });
  ctx.sessions.forget(player.id);
  return toSignedIn({ id: player.id, user_name: player.userName }, tokens);
}

/**
 * Sets a new password with a code sent to the phone. A phone without an account never gets a right
 * code, so it is refused like a wrong code. Anybody who has the phone may have done it, so no money
 * leaves for a day afterwards.
 *
 * @throws verification.refused, password.weak
 */
export async function resetPassword(
  ctx: AppContext,
  form: BodyOf<typeof resetCall>,
): Promise<void> {
  checkNewPassword(ctx, "", form.new_password);
  const code = await checkCode(ctx, form, { purpose: "reset" });
  const player = await findByPhone(ctx.db.browsing, code.phoneHash);
  if (player === null) throw new Refusal("verification.refused");
  checkNewPassword(ctx, player.user_name, form.new_password);
  const passwordHash = await hashPassword(form.new_password);
  await withTransaction(ctx.db.browsing, async (tx) => {
    await useCode(tx, code);
    await setPassword(tx, player.id, { passwordHash, how: "reset" });
    await endSessions(tx, player.id, "password");
    await tellPassword(ctx, tx, { playerId: player.id, how: "reset" });
  });
  ctx.sessions.forget(player.id);
}

/**
 * Asks for the password again before something that outlives the session.
 *
 * @throws password.wrong, signin.too_many
 */
export async function requirePassword(
  ctx: AppContext,
  player: SessionPlayer,
  asked: { password: string; client: Client },
): Promise<void> {
  const shown = await tryPassword(ctx, player, asked);
  if (shown === null) throw new Refusal("password.wrong", { field: "password" });
  await succeed(ctx.db.browsing, shown.attempt);
}

/** Counts as an attempt to sign in. Null when the password is wrong. @throws signin.too_many */
async function tryPassword(
  ctx: AppContext,
  player: SessionPlayer,
  asked: { password: string; client: Client },
): Promise<{ attempt: Attempt; hash: string } | null> {
  const nameKey = userNameKey(player.userName);
  const { address } = asked.client;
  const attempt = await beginAttempt(ctx, { kind: "player", nameKey, address });
  const credentials = await findById(ctx.db.browsing, player.id);
  const hash = credentials?.password_hash ?? null;
  const isRight = await isPassword(hash, asked.password);
  return isRight && hash !== null ? { attempt, hash } : null;
}

function checkNewPassword(ctx: AppContext, userName: string, password: string): void {
  checkPassword(password, { userName, clubName: ctx.settings.clubName, field: "new_password" });
}
