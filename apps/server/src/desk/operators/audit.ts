import type { Call } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Asked, Handler, RegisterOptions } from "../../core/http/register.ts";
import { wireJson } from "../../core/http/wire.ts";

/** One row of the audit log: who did or read what, and why. */
export interface AuditRow {
  /** race.close, topup.approve, player.read, ... */
  action: string;
  /** Absent: the system. */
  operator?: { id: string } | undefined;
  /** The call that it belongs to: it then counts as that call's row, and none is added. */
  request?: FastifyRequest | undefined;
  target?: string | undefined;
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
}

const INSERT = `
  INSERT INTO audit (operator_id, action, target, before, after, reason, request_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const written = new WeakSet<FastifyRequest>();

/** Writes a row of the audit log, in the transaction of what it records. */
export async function audit(tx: Queryable, row: AuditRow): Promise<void> {
  await tx.query(INSERT, [
    row.operator?.id ?? null,
    row.action,
    row.target ?? null,
    toJson(row.before),
    toJson(row.after),
    row.reason ?? null,
    row.request?.id ?? null,
  ]);
  if (row.request !== undefined) written.add(row.request);
}

/** Writes the row of a call that wrote none: a read about no person in particular, or a refusal. */
export async function auditCall(
  ctx: Pick<AppContext, "db">,
  asked: {
    call: Call;
    operator: { id: string } | undefined;
    request: FastifyRequest;
    refused?: string;
  },
): Promise<void> {
  const { call, operator, request, refused } = asked;
  const ids = Object.values((request.params ?? {}) as Record<string, unknown>);
  await audit(ctx.db.operators, {
    operator,
    action: `${call.method} ${call.path}`,
    target: ids.length === 0 ? undefined : ids.join(" ").slice(0, 200),
    ...(refused === undefined ? {} : { after: { refused } }),
    request,
  });
}

/** Makes sure that each operator call leaves exactly one row, even when it is refused. */
export function withAudit<const C extends Call>(
  ...[ctx, call, handler, options]: [AppContext, C, Handler<C>, RegisterOptions]
): Handler<C> {
  return async (asked: Asked<C>) => {
    const { request } = asked;
    const operator = asked.operator as { id: string } | undefined;
    const row = { call, operator, request };
    if (options.isAudited === false) return await handler(asked);
    try {
      const answer = await handler(asked);
      if (!written.has(request)) await auditCall(ctx, row);
      return answer;
    } catch (error) {
      // A row that the handler wrote was rolled back with its transaction.
      if (error instanceof Refusal) await auditCall(ctx, { ...row, refused: error.code });
      throw error;
    }
  };
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : wireJson(value);
}
