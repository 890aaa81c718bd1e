import type { Role } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../operators/audit.ts";
import { insertApproval, playerOfOperator } from "./approvals.queries.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    /** Every kind of act that may wait for a second operator, by its name. */
    readonly approvals: ReadonlyMap<string, ApprovalKind>;
  }
}

/** What was asked for, as seen by whoever carries it out. */
export interface Asked<Payload> {
  readonly id: string;
  /** A player's or a race's id. */
  readonly target: string;
  readonly payload: Payload;
  /** Why, in the words of who asked; null: said nowhere. */
  readonly reason: string | null;
  readonly requestedBy: string;
  /** Who carries it out: never the one who asked. */
  readonly decidedBy: string;
}

/** A kind of act that waits for a second operator. Listed in approval-kinds.ts. */
export interface ApprovalKind<Payload = unknown> {
  readonly kind: string;
  /** Roles that may decide it; the owner may always. */
  readonly roles: readonly Role[];
  readonly payload: z.ZodType<Payload>;
  /** Takes the locks of races, then of players; the approval's own row comes after them. */
  readonly lock: (tx: Connection, asked: Asked<Payload>) => Promise<void>;
  /** Does it, in the transaction of the decision; what it returns is kept as the result. */
  readonly carryOut: (
    tx: Connection,
    asked: Asked<Payload>,
    ctx: AppContext,
  ) => Promise<Record<string, unknown>>;
  /** Takes away what was kept for it, in the transaction that rejects it. */
  readonly rejected?: (tx: Connection, asked: Asked<Payload>) => Promise<void>;
  /** Whether what it would change was changed since it was asked for: it cannot be carried out. */
  readonly isStale?: (db: Queryable, asked: Asked<Payload>) => Promise<boolean>;
  /** Runs after the commit, in this process only: drops what it had cached. */
  readonly committed?: (ctx: AppContext, asked: Asked<Payload>) => void;
  /** Follow-up work that runs on its own; the answer waits for it a while. */
  readonly finish?: (ctx: AppContext, asked: Asked<Payload>) => Promise<void>;
}

/**
 * Parses the payload by its schema, so that the functions get it typed and the table need not know
 * its type.
 */
export function defineApproval<Payload>(kind: ApprovalKind<Payload>): ApprovalKind {
  const read = (asked: Asked<unknown>): Asked<Payload> => ({
    ...asked,
    payload: kind.payload.parse(asked.payload),
  });
  return {
    kind: kind.kind,
    roles: kind.roles,
    payload: kind.payload,
    lock: async (tx, asked) => await kind.lock(tx, read(asked)),
    carryOut: async (tx, asked, ctx) => await kind.carryOut(tx, read(asked), ctx),
    rejected: async (tx, asked) => await kind.rejected?.(tx, read(asked)),
    isStale: async (db, asked) => (await kind.isStale?.(db, read(asked))) ?? false,
    committed: (ctx, asked) => kind.committed?.(ctx, read(asked)),
    finish: async (ctx, asked) => await kind.finish?.(ctx, read(asked)),
  };
}

export interface ApprovalRequest {
  readonly kind: string;
  /** Whose money it moves; null: many, or nobody's. */
  readonly playerId: string | null;
  readonly target: string;
  readonly payload: Record<string, unknown>;
  readonly reason: string | null;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Records what an operator asks for, with its audit row and a notice to the console. Moves nothing.
 */
export async function requestApproval(tx: Queryable, asked: ApprovalRequest): Promise<string> {
  const { kind, target, payload, reason, operator } = asked;
  const id = newId();
  await insertApproval(tx, {
    id,
    kind,
    player_id: asked.playerId,
    target,
    payload,
    reason,
    requested_by: operator.id,
  });
  await audit(tx, {
    action: `${kind}.ask`,
    operator,
    request: asked.request,
    target,
    after: { approval_id: id, ...payload },
    reason: reason ?? undefined,
  });
  await tx.query("SELECT tell('operator', 'queue', $1)", [JSON.stringify({ queue: "approvals" })]);
  return id;
}

/** An operator may not move the money of their own player account. @throws money.same_person */
export async function refuseOwnPlayer(
  tx: Queryable,
  operatorId: string,
  playerId: string | null,
): Promise<void> {
  if (playerId !== null && (await playerOfOperator(tx, operatorId)) === playerId) {
    throw new Refusal("money.same_person");
  }
}
