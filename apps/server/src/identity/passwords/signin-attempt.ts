import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { networkOf } from "../../core/http/network-of.ts";
import { lookupHash } from "../../core/kit/cipher.ts";
import { command } from "../../core/db/statements.ts";

/** After this many failures in 15 minutes the next attempt has to wait. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;
const UNLIMITED = 2_000_000_000;

/** An attempt that counts as failed until it is marked otherwise. */
export interface Attempt {
  id: bigint;
  accountKey: Buffer;
  addressKey: Buffer;
}

interface Begun {
  attempt_id: bigint | null;
  wait_seconds: number;
}

/**
 * Records that somebody tries a password (promise S3). The counters are in the database, so they
 * hold across processes. The record is made first, so that a hundred tries at once count too.
 *
 * @param who - `kind` keeps players and operators of the same name apart.
 * @throws signin.too_many
 */
export async function beginAttempt(
  ctx: AppContext,
  who: { kind: "player" | "operator"; nameKey: string; address: string },
): Promise<Attempt> {
  const accountKey = lookupHash(ctx.secrets, `signin ${who.kind}`, who.nameKey);
  const addressKey = lookupHash(ctx.secrets, "signin address", networkOf(who.address));
  const factor = ctx.settings.rateFactor;
  const limitOf = (limit: number): number => (factor === 0 ? UNLIMITED : Math.ceil(limit * factor));
  const { rows } = await ctx.db.browsing.query<Begun & Record<string, unknown>>(
    "SELECT attempt_id, wait_seconds FROM begin_signin($1, $2, $3, $4)",
    [accountKey, addressKey, limitOf(PER_ACCOUNT), limitOf(PER_ADDRESS)],
  );
  const begun = rows[0];
  if (begun === undefined || begun.attempt_id === null) {
    throw new Refusal("signin.too_many", { retry_after: Math.ceil(begun?.wait_seconds ?? 1) });
  }
  return { id: begun.attempt_id, accountKey, addressKey };
}

const SUCCEED = `
  WITH gone AS (DELETE FROM signin_attempt WHERE id = $1)
  INSERT INTO signin_address (account_key, address_key, last_at) VALUES ($2, $3, club_now_ms())
  ON CONFLICT (account_key, address_key) DO UPDATE SET last_at = excluded.last_at`;

/** The password was right: the attempt no longer counts, and the address is known from now on. */
export const succeed = command<Attempt>(SUCCEED, ["id", "accountKey", "addressKey"]);

/** An earlier attempt was the first half of one that succeeded: it no longer counts either. */
export const forgive = command<[attemptId: bigint]>("DELETE FROM signin_attempt WHERE id = $1");

/** Deletes attempts that no limit counts any more. */
export async function forgetOldAttempts(db: Queryable): Promise<void> {
  await db.query("DELETE FROM signin_attempt WHERE at < club_now() - interval '1 hour'");
  await db.query("DELETE FROM signin_address WHERE last_at < club_now() - interval '90 days'");
  await db.query("DELETE FROM verification WHERE created_at < club_now() - interval '2 days'");
}
