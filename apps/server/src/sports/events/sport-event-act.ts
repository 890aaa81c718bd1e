import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { type Connection, withTransaction } from "../../core/db/connect.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { forgetSports } from "./read-sports.ts";
import type { SportEventRowData } from "./sport-rows.ts";
import { readEvent } from "./stored-events.ts";

/** Who acts on an event, and why; no operator means the system. */
export interface SportActor {
  readonly operator?: { readonly id: string } | undefined;
  readonly request?: FastifyRequest | undefined;
  readonly reason?: string | null | undefined;
}

/** A transaction that holds the event's lock and has read the event after it. */
export interface ActOnEvent {
  readonly tx: Connection;
  readonly event: SportEventRowData;
}

/**
 * Runs one act on an event in one short transaction. It takes the event's exclusive lock first, so
 * it waits for the bets in flight and no bet follows it unseen.
 *
 * @throws not_found, club.busy, and what `work` throws.
 */
export async function actOnEvent<T>(
  ctx: AppContext,
  eventId: string,
  work: (on: ActOnEvent) => Promise<T>,
): Promise<T> {
  const id = knownId(eventId);
  const value = await withTransaction(ctx.db.operators, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(sport_lock_key($1))", [id]);
    await tx.query("SELECT 1 FROM sport_event WHERE id = $1 FOR NO KEY UPDATE", [id]);
    const event = await readEvent(tx, id);
    if (event === null) throw new Refusal("not_found");
    return await work({ tx, event });
  });
  forgetSports(ctx);
  return value;
}

/** Tells those who watch an event; `status`: the board too. */
export async function tellEvent(
  tx: Connection,
  eventId: string,
  told: { marketId?: string; status?: boolean } = {},
): Promise<void> {
  await tx.query("SELECT tell('sport:' || $1::uuid, 'sport', $2)", [
    eventId,
    JSON.stringify({ event_id: eventId, market_id: told.marketId, status: told.status ?? true }),
  ]);
}

/** Writes an act to the audit log, in its transaction. */
export async function auditAct(
  tx: Connection,
  actor: SportActor,
  row: { action: string; target: string; before?: unknown; after?: unknown },
): Promise<void> {
  await audit(tx, {
    ...row,
    operator: actor.operator,
    request: actor.request,
    reason: actor.reason ?? undefined,
  });
}

/** @throws sport.event_state */
export function requireState(
  event: SportEventRowData,
  states: readonly SportEventRowData["status"][],
): void {
  if (!states.includes(event.status)) {
    throw new Refusal("sport.event_state", { event_id: event.id, status: event.status });
  }
}
