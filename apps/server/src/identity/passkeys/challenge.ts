import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { AppContext } from "../../core/context.ts";
import { changesOne, command } from "../../core/db/statements.ts";

/** What a challenge is for: a passkey of one player or operator, or a sign-in by whoever has one. */
export type ChallengeUse =
  | { kind: "create" | "operator_create" | "operator_prove"; personId: string }
  | { kind: "signin" };

const NONCE_BYTES = 16;
const END_BYTES = 6;
const MAC_BYTES = 32;
const GOOD_FOR_MS = 5 * 60_000;

/** Something that can be used once: it is spent in the transaction of what it allows. */
export interface Challenge {
  nonce: Buffer;
  endsAtMs: number;
}

/**
 * A new challenge: a nonce, its expiry by the club's clock, and the club's signature over both and
 * its use. Asking for one writes nothing, so strangers cannot fill a table.
 */
export async function newChallenge(ctx: AppContext, use: ChallengeUse): Promise<string> {
  const { rows } = await ctx.db.browsing.query<{ now: Date }>("SELECT club_now_ms() AS now");
  const end = Buffer.alloc(END_BYTES);
  end.writeUIntBE((rows[0]?.now.getTime() ?? 0) + GOOD_FOR_MS, 0, END_BYTES);
  const body = Buffer.concat([randomBytes(NONCE_BYTES), end]);
  return Buffer.concat([body, macOf(ctx, use, body)]).toString("base64url");
}

/** A challenge of ours for this use, or null; `spend` finds out whether it has expired. */
export function readChallenge(
  ctx: Pick<AppContext, "secrets">,
  use: ChallengeUse,
  text: string,
): Challenge | null {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== NONCE_BYTES + END_BYTES + MAC_BYTES) return null;
  const body = bytes.subarray(0, NONCE_BYTES + END_BYTES);
  if (!timingSafeEqual(bytes.subarray(body.length), macOf(ctx, use, body))) return null;
  return {
    nonce: body.subarray(0, NONCE_BYTES),
    endsAtMs: body.readUIntBE(NONCE_BYTES, END_BYTES),
  };
}

const SPEND = `
  INSERT INTO passkey_challenge (nonce, expires_at)
  SELECT $1, to_timestamp($2::double precision / 1000)
  WHERE to_timestamp($2::double precision / 1000) > club_now()
  ON CONFLICT (nonce) DO NOTHING`;

/** Spends a challenge; false when it has expired or was spent before. */
export const spend = changesOne<Challenge>(SPEND, ["nonce", "endsAtMs"]);

/** Deletes records of challenges that are no longer needed. */
export const forgetOldChallenges = command(
  "DELETE FROM passkey_challenge WHERE expires_at < club_now()",
);

function macOf(ctx: Pick<AppContext, "secrets">, use: ChallengeUse, body: Buffer): Buffer {
  const parts = ["passkey", use.kind, use.kind === "signin" ? "" : use.personId];
  return createHmac("sha256", ctx.secrets.codeHmacKey)
    .update(`${parts.join(":")}:`)
    .update(body)
    .digest();
}
