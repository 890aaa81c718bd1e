import { randomBytes } from "node:crypto";
import { decrypt, encrypt } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import type { Challenge } from "../../identity/passkeys/challenge.ts";

/*
 * What a sign-in hands to the browser between its steps: encrypted, tamper-proof, with an expiry.
 * Nothing is written for it, so strangers cannot fill a table; it is spent like a challenge once it
 * has been used.
 */

/** A ticket says that the first step was right; a flow is a round trip to the identity provider. */
export type TokenKind = "ticket" | "flow";

/** A token of ours that has not expired. */
export interface OpenedToken<T> extends Challenge {
  value: T;
}

interface Written {
  value: unknown;
  nonce: string;
  ends_at_ms: number;
}

const NONCE_BYTES = 16;
const GOOD_FOR_MS: Readonly<Record<TokenKind, number>> = { ticket: 5 * 60_000, flow: 10 * 60_000 };

export async function sealToken(ctx: AppContext, kind: TokenKind, value: object): Promise<string> {
  const written: Written = {
    value,
    nonce: randomBytes(NONCE_BYTES).toString("base64url"),
    ends_at_ms: (await nowMs(ctx)) + GOOD_FOR_MS[kind],
  };
  return encrypt(ctx.secrets, placeOf(kind), JSON.stringify(written)).toString("base64url");
}

/** The content of a token, or null: not ours, changed, of another kind, or expired. */
export async function openToken<T>(
  ctx: AppContext,
  kind: TokenKind,
  text: string,
): Promise<OpenedToken<T> | null> {
  const written = open(ctx, kind, text);
  if (written === null || written.ends_at_ms <= (await nowMs(ctx))) return null;
  return {
    value: written.value as T,
    nonce: Buffer.from(written.nonce, "base64url"),
    endsAtMs: written.ends_at_ms,
  };
}

function open(ctx: AppContext, kind: TokenKind, text: string): Written | null {
  try {
    return JSON.parse(
      decrypt(ctx.secrets, placeOf(kind), Buffer.from(text, "base64url")),
    ) as Written;
  } catch {
    return null;
  }
}

function placeOf(kind: TokenKind) {
  return { table: "operator", column: "signin", id: kind };
}

async function nowMs(ctx: AppContext): Promise<number> {
  const { rows } = await ctx.db.operators.query<{ now: Date }>("SELECT club_now_ms() AS now");
  return rows[0]?.now.getTime() ?? 0;
}
