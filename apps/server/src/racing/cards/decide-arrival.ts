import type { CardArrival, CardDiff } from "@club/contract";
import { present, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { endArrival, readArrival, readPayload } from "./arrivals.queries.ts";
import { importCard } from "./import-card.ts";
import { toArrival } from "./receive-card.ts";

export interface By {
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}

export interface Taking extends By {
  readonly arrivalId: string;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
  readonly firstRaceAt: string | null;
}

/**
 * Imports a waiting card: the desk's own import, with the stored payload; in the same transaction
 * the card stops waiting. If two operators do it at once, one succeeds and the other is told.
 *
 * @throws not_found, card.arrival_over, and what `importCard` throws
 */
export async function takeArrival(ctx: AppContext, asked: Taking): Promise<CardDiff> {
  const id = knownId(asked.arrivalId);
  const stored = await readPayload(ctx.db.operators, id);
  if (stored === null) throw new Refusal("not_found");
  if (stored.status !== "waiting") throw await over(ctx.db.operators, id);
  if (stored.payload === "") throw new Refusal("card.unreadable", { reason: "shape" });
  const { isDryRun, isConfirmed, firstRaceAt, operator, request } = asked;
  return await importCard(ctx, {
    format: stored.format,
    payload: JSON.parse(stored.payload),
    isDryRun,
    isConfirmed,
    firstRaceAt,
    operator,
    request,
    onImported: async (tx, eventId) => {
      const end = { id, status: "taken", operatorId: operator.id, eventId } as const;
      if (!(await endArrival(tx, end))) throw await over(tx, id);
    },
  });
}

/** @throws not_found, card.arrival_over */
export async function discardArrival(
  ctx: AppContext,
  asked: By & { readonly arrivalId: string; readonly reason: string | null },
): Promise<CardArrival> {
  const id = knownId(asked.arrivalId);
  const { operator, request, reason } = asked;
  return await withTransaction(ctx.db.operators, async (tx) => {
    const end = { id, status: "discarded", operatorId: operator.id, eventId: null } as const;
    if (!(await endArrival(tx, end))) throw await over(tx, id);
    const row = present(await readArrival(tx, id), "a card that was ended is there");
    await audit(tx, {
      action: "card.discard",
      operator,
      request,
      target: id,
      before: { status: "waiting", source: row.source, name: row.name },
      after: { status: "discarded" },
      reason: reason ?? undefined,
    });
    return toArrival(row);
  });
}

/** Says who was first. */
async function over(db: Queryable, id: string): Promise<Refusal> {
  const row = await readArrival(db, id);
  if (row === null) return new Refusal("not_found");
  return new Refusal("card.arrival_over", { status: row.status, by: row.decided_by });
}
