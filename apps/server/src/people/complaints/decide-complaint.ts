import type { Queryable } from "../../core/db/connect.ts";
import { toOperatorComplaint } from "./complaints.wire.ts";
import type { ComplaintOutcome, OperatorComplaint } from "@club/contract";
import { assert, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { audit } from "../../desk/operators/audit.ts";
import {
  lockComplaint,
  markAnswered,
  markTaken,
  readComplaint,
  listOfPlayer,
} from "./complaints.queries.ts";
import type { ComplaintRow } from "./complaints.queries.ts";

interface Desk {
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}

/**
 * Assigns a complaint to the operator who looks into it. Taking it over from somebody else is the
 * same act.
 *
 * @throws not_found, complaint.state once it is answered
 */
export async function takeComplaint(
  ctx: AppContext,
  id: string,
  { operator, request }: Desk,
): Promise<ComplaintRow> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const row = await lockComplaint(tx, id);
    if (row === null) throw new Refusal("not_found");
    refuseAnswered(row);
    await markTaken(tx, id, operator.id);
    const after = await readComplaint(tx, id);
    assert(after !== null, "a complaint is never deleted");
    await audit(tx, {
      action: "complaint.take",
      operator,
      request,
      target: row.player_id,
      before: { complaint_id: id, status: row.status, taken_by: row.taken_by },
      after: { status: after.status, taken_by: after.taken_by },
    });
    return after;
  });
}

/** Gives the club's answer, once. @throws not_found, complaint.state */
export async function answerComplaint(
  ctx: AppContext,
  asked: { id: string; outcome: ComplaintOutcome; answer: string },
  { operator, request }: Desk,
): Promise<ComplaintRow> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const row = await lockComplaint(tx, asked.id);
    if (row === null) throw new Refusal("not_found");
    refuseAnswered(row);
    await markAnswered(tx, asked.id, { ...asked, operatorId: operator.id });
    const after = await readComplaint(tx, asked.id);
    assert(after !== null, "a complaint is never deleted");
    await audit(tx, {
      action: "complaint.answer",
      operator,
      request,
      target: row.player_id,
      before: { complaint_id: asked.id, status: row.status },
      after: { status: after.status, outcome: after.outcome },
    });
    return after;
  });
}

function refuseAnswered(row: ComplaintRow): void {
  if (row.status !== "answered") return;
  throw new Refusal("complaint.state", { name: row.decided_by ?? "" });
}

const SHOWN = 50;

/** A player's complaints as the desk sees them, newest first. */
export async function complaintsOfPlayer(
  db: Queryable,
  playerId: string,
): Promise<OperatorComplaint[]> {
  const rows = await listOfPlayer(db, playerId, { before: undefined, limit: SHOWN });
  return rows.map(toOperatorComplaint);
}
