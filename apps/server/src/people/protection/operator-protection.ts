import type { DataOf, IdentityRule, getPlayerProtection } from "@club/contract";
import { Refusal, isDay } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { birthPlace, clubDay, isAdultNow } from "./age.ts";
import { encrypt } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { writeLog } from "./protection.queries.ts";
import { requireRow, toProtection } from "./read-protection.ts";
import { recognisePlayer } from "./recognise-player.ts";

export type OperatorProtection = DataOf<typeof getPlayerProtection>;

export interface Desk {
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}

/** What the desk sees. @throws not_found */
export async function readOperatorProtection(
  db: Queryable,
  playerId: string,
): Promise<OperatorProtection> {
  const row = await requireRow(db, playerId);
  return {
    ...toProtection(row),
    review: row.review,
    identity_checked_at: wireInstant(row.identity_checked_at),
  };
}

/**
 * Releases a held account that turned out not to be an excluded person's. A repeat changes nothing.
 * @throws not_found
 */
export async function clearReview(
  ctx: AppContext,
  playerId: string,
  { operator, request, reason }: Desk & { reason: string },
): Promise<OperatorProtection> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockPlayer(tx, playerId);
    const { review } = await requireRow(tx, playerId);
    await tx.query("UPDATE player SET review = NULL WHERE id = $1", [playerId]);
    if (review !== null) await writeLog(tx, playerId, { kind: "review.cleared" });
    await audit(tx, {
      action: "player.review.clear",
      operator,
      request,
      target: playerId,
      before: { review },
      reason,
    });
    return await readOperatorProtection(tx, playerId);
  });
}

/**
 * Records that the identity was checked and how. An operator can also correct a date of birth here,
 * which the player cannot; one that makes the player too young removes the right to bet.
 *
 * @throws not_found, request.invalid for a day that does not exist or is in the future
 */
export async function checkIdentity(
  ctx: AppContext,
  playerId: string,
  asked: IdentityCheck,
): Promise<OperatorProtection> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockPlayer(tx, playerId);
    await noteIdentity(ctx, tx, { ...asked, playerId });
    return await readOperatorProtection(tx, playerId);
  });
}

export type IdentityCheck = Desk & { evidence: string; dateOfBirth: string | undefined };

/** The same within a transaction that holds the player's lock. */
export async function noteIdentity(
  ctx: AppContext,
  tx: Queryable,
  asked: Partial<Desk> & Omit<IdentityCheck, keyof Desk> & { playerId: string },
): Promise<void> {
  const { playerId, operator, request, evidence, dateOfBirth } = asked;
  await tx.query("UPDATE player SET identity_checked_at = club_now_ms() WHERE id = $1", [playerId]);
  if (dateOfBirth !== undefined) await correctBirth(ctx, tx, { playerId, dateOfBirth });
  await recognisePlayer(ctx, tx, playerId);
  await writeLog(tx, playerId, { kind: "identity.checked" });
  await audit(tx, {
    action: "player.identity",
    operator,
    request,
    target: playerId,
    after: { birth_corrected: dateOfBirth !== undefined },
    reason: evidence,
  });
}

async function correctBirth(
  ctx: AppContext,
  tx: Queryable,
  { playerId, dateOfBirth }: { playerId: string; dateOfBirth: string },
): Promise<void> {
  if (!isDay(dateOfBirth) || dateOfBirth < "1900-01-01" || dateOfBirth > (await clubDay(tx))) {
    throw new Refusal("request.invalid", { field: "date_of_birth" });
  }
  await tx.query("UPDATE player SET birth_cipher = $2, is_adult = $3 WHERE id = $1", [
    playerId,
    encrypt(ctx.secrets, birthPlace(playerId), dateOfBirth),
    await isAdultNow(tx, dateOfBirth),
  ]);
}

/** Sets when an identity must have been checked: for all players, from now on. */
export async function setIdentityRule(
  ctx: AppContext,
  rule: IdentityRule,
  { operator, request }: Desk,
): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    const { rows } = await tx.query<{ identity_rule: IdentityRule }>(
      "SELECT identity_rule FROM club FOR UPDATE",
    );
    await tx.query("UPDATE club SET identity_rule = $1", [rule]);
    await audit(tx, {
      action: "club.identity_rule",
      operator,
      request,
      target: "identity_rule",
      before: { rule: rows[0]?.identity_rule ?? null },
      after: { rule },
    });
  });
}
