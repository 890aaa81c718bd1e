import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { BodyOf, confirmEmail as confirmCall } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { decrypt, encrypt } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { isId, newId } from "../../core/kit/ids.ts";
import type { SessionPlayer } from "../../identity/sessions/sessions.ts";
import { queueMessage } from "../../tell/outbox/queue-message.ts";
import { reaches } from "../../tell/outbox/message-channel.ts";
import { emailPlace, readWays, tellWays } from "../../tell/messages/tell-player.ts";
import { readSender, writeMessage } from "../../tell/messages/write-message.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockOpenPlayer, lockPlayer } from "../player-lock/lock-player.ts";
import { requirePassword } from "./passwords.ts";
import type { Client } from "./register-player.ts";

const CODE_DIGITS = 6;
const EXPIRES_IN_S = 300;
const MINUTE_S = 60;

const RECENT = `
  SELECT ceil(extract(epoch FROM created_at + make_interval(secs => $2) - club_now()))::int AS wait_s
  FROM email_change WHERE player_id = $1 ORDER BY created_at DESC LIMIT 1`;

/** Sends a code to a player's new address. It is asked for with the password. @throws connection.off, password.wrong, signin.too_many, verification.too_soon */
export async function askEmailChange(
  ctx: AppContext,
  player: SessionPlayer,
  asked: { email: string; password: string; client: Client },
): Promise<{ change_id: string; expires_in: number }> {
  const { email } = asked;
  if (!(await reaches(ctx, "mail"))) throw new Refusal("connection.off", { kind: "mail" });
  await requirePassword(ctx, player, asked);
  const id = newId();
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  await withTransaction(ctx.db.browsing, async (tx) => {
    await lockOpenPlayer(tx, player.id);
    const { rows } = await tx.query<{ wait_s: number }>(RECENT, [
      player.id,
      ctx.settings.rateFactor > 0 ? MINUTE_S / ctx.settings.rateFactor : 0,
    ]);
    const waitS = rows[0]?.wait_s ?? 0;
    if (waitS > 0) throw new Refusal("verification.too_soon", { retry_after: waitS });
    await tx.query("DELETE FROM email_change WHERE player_id = $1", [player.id]);
    await tx.query(
      "INSERT INTO email_change (id, player_id, email_cipher, code_hmac) VALUES ($1, $2, $3, $4)",
      [id, player.id, encrypt(ctx.secrets, changePlace(id), email), hmacOf(ctx, id, code)],
    );
    const { language } = await readWays(ctx, tx, player.id);
    const mail = writeMessage(await readSender(ctx, tx), {
      kind: "email_code",
      language,
      facts: { code },
    });
    const { subject, text, html } = mail;
    await queueMessage(ctx, tx, {
      channel: "mail",
      purpose: "email",
      to: email,
      subject,
      text,
      html,
      code,
      livesS: EXPIRES_IN_S,
    });
  });
  return { change_id: id, expires_in: EXPIRES_IN_S };
}

const TRY = `
  UPDATE email_change SET tries = tries + 1
  WHERE id = $1 AND player_id = $2 AND tries < 5 AND used_at IS NULL AND created_at > club_now() - interval '5 minutes'
  RETURNING code_hmac, email_cipher`;
const USE =
  "UPDATE email_change SET used_at = club_now_ms() WHERE id = $1 AND used_at IS NULL RETURNING id";

/**
 * Puts the new address in force by the code that went there; the attempt counts whatever the outcome.
 * The old address and the phone are told.
 *
 * @throws verification.refused
 */
export async function confirmEmailChange(
  ctx: AppContext,
  playerId: string,
  form: BodyOf<typeof confirmCall>,
): Promise<void> {
  const id = form.change_id.toLowerCase();
  if (!isId(id)) throw new Refusal("verification.refused");
  const { rows } = await ctx.db.browsing.query<{ code_hmac: Buffer; email_cipher: Buffer }>(TRY, [
    id,
    playerId,
  ]);
  const [row] = rows;
  const given = hmacOf(ctx, id, String(form.code).trim().padStart(CODE_DIGITS, "0"));
  if (row === undefined || !timingSafeEqual(row.code_hmac, given)) {
    throw new Refusal("verification.refused");
  }
  const email = decrypt(ctx.secrets, changePlace(id), row.email_cipher);
  await withTransaction(ctx.db.browsing, async (tx) => {
    await lockPlayer(tx, playerId);
    const used = await tx.query(USE, [id]);
    if (used.rowCount !== 1) throw new Refusal("verification.refused");
    const ways = await readWays(ctx, tx, playerId);
    await tx.query(
      "UPDATE player SET email_cipher = $2, email_proved_at = club_now_ms() WHERE id = $1",
      [playerId, encrypt(ctx.secrets, emailPlace(playerId), email)],
    );
    await audit(tx, { action: "email.change", target: playerId });
    await tellWays(ctx, tx, { ways, kind: "email_changed", facts: { address: maskEmail(email) } });
  });
}

/** Enough of an address for its owner to know it. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/, "$1•••");
}

function changePlace(id: string): Place {
  return { table: "email_change", column: "email_cipher", id };
}

function hmacOf(ctx: Pick<AppContext, "secrets">, id: string, code: string): Buffer {
  return createHmac("sha256", ctx.secrets.codeHmacKey)
    .update(JSON.stringify(["email", id, code]))
    .digest();
}
