import type { Role } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { endSession, endSessions } from "../../identity/sessions/end-sessions.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";
import { audit } from "./audit.ts";
import { removeFactor } from "./factor.queries.ts";
import { isEmailTaken, readIdentity, replaceIdentity } from "./identity.queries.ts";
import {
  findOperator,
  findPlayerNamed,
  lockWithOwners,
  setOperator,
  setOwnPlayer,
} from "./operators.queries.ts";
import type { LockedOperator, OperatorView } from "./operators.queries.ts";
import { readOwnRoles } from "./own-roles.queries.ts";
import { endLinks } from "./passwords.queries.ts";

/** Who changes whom, and why. */
export interface Change {
  operator: SessionOperator;
  request: FastifyRequest;
  targetId: string;
  reason: string;
}

/**
 * Gives an operator other roles; without those of the club's own, they stay.
 * @throws not_found, operator.last_owner, request.invalid
 */
export async function changeRoles(
  ctx: AppContext,
  asked: { roles: readonly Role[]; own_roles?: readonly string[] | undefined },
  change: Change,
): Promise<OperatorView> {
  return await changed(ctx, change, async (tx, found) => {
    const next = { roles: asked.roles, own_roles: asked.own_roles ?? found.own_roles };
    const after = await rolesGiven(tx, next);
    await setOperator(tx, found.id, { ...after, status: found.status });
    const before = { roles: found.roles, own_roles: found.own_roles };
    await note(tx, change, { action: "operator.roles", before, after });
  });
}

/** Each once. @throws request.invalid for no role at all, and for one of the club's own that is not there. */
export async function rolesGiven(
  tx: Queryable,
  asked: { roles: readonly Role[]; own_roles: readonly string[] },
): Promise<Pick<LockedOperator, "roles" | "own_roles">> {
  const roles = [...new Set(asked.roles)];
  const own = [...new Set(asked.own_roles)];
  if (roles.length + own.length === 0) throw new Refusal("request.invalid", { field: "roles" });
  const known = new Set(own.length === 0 ? [] : (await readOwnRoles(tx)).map(({ id }) => id));
  if (own.some((id) => !known.has(id))) {
    throw new Refusal("request.invalid", { field: "own_roles" });
  }
  return { roles, own_roles: own };
}

/** Locks an operator out, or lets one in again. @throws not_found, operator.last_owner */
export async function setOperatorStatus(
  ctx: AppContext,
  status: "active" | "closed",
  change: Change,
): Promise<OperatorView> {
  return await changed(ctx, change, async (tx, found) => {
    await setOperator(tx, found.id, { ...found, status });
    if (status === "closed") {
      await endSessions(tx, found.id, "closed");
      // Whoever is let in again later does not come by a link of before.
      await endLinks(tx, found.id);
    }
    await note(tx, change, {
      action: status === "closed" ? "operator.close" : "operator.reopen",
      before: { status: found.status },
      after: { status },
    });
  });
}

/**
 * For a lost authenticator: the operator signs in with the password alone and sets up a new one.
 * @throws not_found
 */
export async function resetFactor(ctx: AppContext, change: Change): Promise<OperatorView> {
  return await changed(ctx, change, async (tx, found) => {
    const hadFactor = await removeFactor(tx, found.id);
    await endSessions(tx, found.id, "factor");
    await note(tx, change, { action: "operator.factor_reset", before: { had_factor: hadFactor } });
  });
}

/**
 * Sets the address by which the operator is known at the identity provider, or removes it. Whoever
 * was bound by the old one is signed out and can no longer sign in.
 *
 * @throws not_found, operator.email_taken
 */
export async function setEmail(
  ctx: AppContext,
  typed: string | null,
  change: Change,
): Promise<OperatorView> {
  const email = typed?.toLowerCase() ?? null;
  return await changed(ctx, change, async (tx, found) => {
    if (email !== null && (await isEmailTaken(tx, found.id, email))) {
      throw new Refusal("operator.email_taken", { field: "email" });
    }
    const before = await readIdentity(tx, found.id);
    await replaceIdentity(tx, found.id, email);
    if (before?.is_bound === true) await endSessions(tx, found.id, "revoked");
    await note(tx, change, {
      action: "operator.email",
      before: { email: before?.email ?? null, is_bound: before?.is_bound ?? false },
      after: { email },
    });
  });
}

/**
 * Says which player account is the operator's own, or that none is.
 *
 * @throws not_found for an operator, and for a player of this name, that is not there
 */
export async function setPlayer(
  ctx: AppContext,
  playerName: string | null,
  change: Change,
): Promise<OperatorView> {
  return await changed(ctx, change, async (tx, found) => {
    const player = playerName === null ? null : await findPlayerNamed(tx, userNameKey(playerName));
    if (playerName !== null && player === null) {
      throw new Refusal("not_found", { field: "player_name" });
    }
    const told = await setOwnPlayer(tx, found.id, player?.id ?? null);
    await note(tx, change, {
      action: "operator.player",
      before: { player_name: told?.before ?? null },
      after: { player_name: playerName },
    });
  });
}

/** @throws not_found for a session that is not the operator's, or has ended. */
export async function revokeSession(
  ctx: AppContext,
  session: { id: string; operatorId: string },
  asked: Omit<Change, "reason" | "targetId">,
): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    const { id, operatorId } = session;
    const isEnded = await endSession(tx, { id, personId: operatorId }, "revoked");
    if (!isEnded) throw new Refusal("not_found");
    await audit(tx, {
      action: "operator.session_end",
      ...asked,
      target: operatorId,
      after: { session_id: id },
    });
  });
  ctx.sessions.forget(session.operatorId);
}

async function changed(
  ctx: AppContext,
  change: Change,
  work: (tx: Queryable, found: LockedOperator) => Promise<void>,
): Promise<OperatorView> {
  const { targetId } = change;
  const view = await withTransaction(ctx.db.operators, async (tx) => {
    const found = (await lockWithOwners(tx, targetId)).find(({ id }) => id === targetId);
    if (found === undefined) throw new Refusal("not_found");
    await work(tx, found);
    const after = await lockWithOwners(tx, targetId);
    const isOwned = after.some(
      ({ roles, status }) => status === "active" && roles.includes("owner"),
    );
    if (!isOwned) throw new Refusal("operator.last_owner");
    return await findOperator(tx, targetId);
  });
  ctx.sessions.forget(targetId);
  if (view === null) throw new Refusal("not_found");
  return view;
}

async function note(
  tx: Queryable,
  change: Change,
  what: { action: string; before: object; after?: object },
): Promise<void> {
  const { operator, request, targetId, reason } = change;
  await audit(tx, { operator, request, target: targetId, reason, ...what });
}
