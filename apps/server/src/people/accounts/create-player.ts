import { randomInt } from "node:crypto";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { encrypt } from "../../core/kit/cipher.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";
import { emailPlace } from "../../tell/messages/tell-player.ts";
import { phoneHash } from "./verification.ts";

/** A player to be made; everything has already been checked. */
export interface NewPlayer {
  userName: string;
  passwordHash: string;
  /** Null for players of the demo. */
  phone: string | null;
  email?: { readonly address: string; readonly isProved: boolean } | null;
  invitedBy: string | null;
  language: string;
  isDemo?: boolean;
  isAdult?: boolean;
}

/** Without letters that look like others. */
const INVITE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const INVITE_LENGTH = 8;

/**
 * The wallet row is made with the player: locking it is the player's lock from the first bet on.
 */
const INSERT = `
  WITH p AS (
    INSERT INTO player (id, user_name, user_name_key, password_hash, phone_cipher, phone_hash, language,
      invite_code, invited_by, is_demo, is_adult, email_cipher, email_proved_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, CASE WHEN $13 THEN club_now_ms() END) RETURNING id
  ), a AS (
    INSERT INTO account (kind, player_id) SELECT k, p.id FROM p, unnest(ARRAY['cash', 'held', 'bonus']) k
    RETURNING id, kind
  )
  INSERT INTO wallet (player_id, cash_account, held_account, bonus_account)
  SELECT $1, max(id) FILTER (WHERE kind = 'cash'), max(id) FILTER (WHERE kind = 'held'),
    max(id) FILTER (WHERE kind = 'bonus') FROM a`;

const TAKEN: ReadonlyMap<string, string> = new Map([
  ["player_user_name_key_key", "user_name.taken"],
  ["player_phone_hash_key", "phone.taken"],
]);

function emailColumns(
  ctx: Pick<AppContext, "secrets">,
  id: string,
  email: NonNullable<NewPlayer["email"]> | null,
): [sealed: Buffer | null, isProved: boolean] {
  if (email === null) return [null, false];
  return [encrypt(ctx.secrets, emailPlace(id), email.address), email.isProved];
}

/** Makes a player with wallet and accounts, in one statement. @throws user_name.taken, phone.taken */
export async function createPlayer(
  ctx: AppContext,
  tx: Queryable,
  player: NewPlayer,
): Promise<string> {
  const id = newId();
  const { phone } = player;
  const place = { table: "player", column: "phone_cipher", id };
  try {
    await tx.query(INSERT, [
      id,
      player.userName,
      userNameKey(player.userName),
      player.passwordHash,
      phone === null ? null : encrypt(ctx.secrets, place, phone),
      phone === null ? null : phoneHash(ctx, phone),
      player.language,
      newInviteCode(),
      player.invitedBy,
      player.isDemo ?? false,
      player.isAdult ?? false,
      ...emailColumns(ctx, id, player.email ?? null),
    ]);
  } catch (error) {
    const code = TAKEN.get((error as { constraint?: string }).constraint ?? "");
    if (code === undefined) throw error;
    throw new Refusal(code);
  }
  return id;
}

/** Who gave an invite code, or null for none. @throws invite.unknown */
export async function findInviter(db: Queryable, inviteCode: string): Promise<string | null> {
  const code = inviteCode.trim().toUpperCase();
  if (code === "") return null;
  const { rows } = await db.query<{ id: string }>("SELECT id FROM player WHERE invite_code = $1", [
    code,
  ]);
  const inviter = rows[0];
  if (inviter === undefined) throw new Refusal("invite.unknown", { field: "invite_code" });
  return inviter.id;
}

function newInviteCode(): string {
  const letters = Array.from(
    { length: INVITE_LENGTH },
    () => INVITE_LETTERS[randomInt(INVITE_LETTERS.length)],
  );
  return letters.join("");
}
