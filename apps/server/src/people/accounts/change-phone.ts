import type { BodyOf, confirmPhone as confirmCall } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { encrypt } from "../../core/kit/cipher.ts";
import { audit } from "../../desk/operators/audit.ts";
import type { SessionPlayer } from "../../identity/sessions/sessions.ts";
import { phonePlace, readWays, tellWays } from "../../tell/messages/tell-player.ts";
import { reaches } from "../../tell/outbox/message-channel.ts";
import { askAfterChange } from "../exclusion/ask-register.ts";
import { lockOpenPlayer } from "../player-lock/lock-player.ts";
import { recognisePlayer } from "../protection/recognise-player.ts";
import { requirePassword } from "./passwords.ts";
import { maskPhone } from "../../core/kit/phone.ts";
import type { Client } from "./register-player.ts";
import { checkCode, sendVerification, useCode } from "./verification.ts";
import type { RightCode, Verification } from "./verification.ts";

/**
 * Sends a code to a player's new phone. It is asked for with the password, and says nothing of
 * whether the number has an account.
 *
 * @throws connection.off, password.wrong, signin.too_many, verification.too_soon,
 *   verification.spent, phone.country, request.invalid
 */
export async function askPhoneChange(
  ctx: AppContext,
  player: SessionPlayer,
  asked: { phone: string; password: string; client: Client },
): Promise<Verification> {
  if (!(await reaches(ctx, "sms"))) throw new Refusal("connection.off", { kind: "sms" });
  await requirePassword(ctx, player, asked);
  const { language } = await readWays(ctx, ctx.db.browsing, player.id);
  return await sendVerification(ctx, {
    phone: asked.phone,
    purpose: "phone",
    playerId: player.id,
    address: asked.client.address,
    language,
  });
}

/**
 * Puts the new phone in force by the code that went there; the attempt counts whatever the outcome.
 * The old phone and the address are told, and a register is asked about the new one.
 *
 * @throws verification.refused, phone.taken, request.invalid
 */
export async function confirmPhoneChange(
  ctx: AppContext,
  playerId: string,
  form: BodyOf<typeof confirmCall>,
): Promise<void> {
  const code = await checkCode(ctx, form, { purpose: "phone", playerId });
  await withTransaction(ctx.db.browsing, async (tx) => {
    await lockOpenPlayer(tx, playerId);
    await useCode(tx, code);
    const ways = await readWays(ctx, tx, playerId);
    await setPhone(ctx, tx, { playerId, code });
    await recognisePlayer(ctx, tx, playerId);
    await audit(tx, { action: "phone.change", target: playerId });
    const facts = { number: maskPhone(code.phone) };
    await tellWays(ctx, tx, { ways, kind: "phone_changed", facts });
  });
  ctx.sessions.forget(playerId);
  await askAfterChange(ctx, playerId);
}

async function setPhone(
  ctx: AppContext,
  tx: Queryable,
  { playerId, code }: { playerId: string; code: RightCode },
): Promise<void> {
  const sealed = encrypt(ctx.secrets, phonePlace(playerId), code.phone);
  try {
    await tx.query("UPDATE player SET phone_cipher = $2, phone_hash = $3 WHERE id = $1", [
      playerId,
      sealed,
      code.phoneHash,
    ]);
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "player_phone_hash_key") throw error;
    throw new Refusal("phone.taken");
  }
}
