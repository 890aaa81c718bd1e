import type { IdentityDocument, ShownPerson } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { toDocument, toOperatorDocument } from "./documents.wire.ts";
import { assert, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { audit } from "../../desk/operators/audit.ts";
import { noteIdentity } from "../protection/operator-protection.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { decideRow, readDocument, listOfPlayer } from "./documents.queries.ts";
import type { DocumentRow } from "./documents.queries.ts";

export interface DocumentDecision {
  readonly id: string;
  readonly status: "accepted" | "refused";
  /** What the player is told about a refusal. */
  readonly reason: string | null;
  /** What the operator compared the paper with, if the caller says so. */
  readonly shown?: ShownPerson | undefined;
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}

/**
 * Decides about a paper, once. One that shows who somebody is marks the identity as checked, with
 * the paper as evidence. Proof of address does not show who it is.
 *
 * @throws not_found, document.state for one that somebody decided before, document.stale where the
 * player has changed what was shown beside it
 */
export async function decideDocument(
  ctx: AppContext,
  asked: DocumentDecision,
): Promise<DocumentRow> {
  const { id, status, reason, operator, request } = asked;
  return await withTransaction(ctx.db.operators, async (tx) => {
    const before = await readDocument(tx, id);
    if (before === null) throw new Refusal("not_found");
    await lockPlayer(tx, before.player_id);
    const isDone = await decideRow(tx, id, { operatorId: operator.id, status, reason });
    const row = await readDocument(tx, id);
    if (!isDone || row === null) {
      throw new Refusal("document.state", { name: row?.decided_by ?? "" });
    }
    refuseChanged(toOperatorDocument(ctx, row), asked.shown);
    if (status === "accepted" && row.kind !== "proof_of_address") {
      const evidence = `${row.kind} ${row.id}`;
      const check = { operator, request, evidence, dateOfBirth: undefined };
      await noteIdentity(ctx, tx, { ...check, playerId: row.player_id });
    }
    assert(row.status === status, "decided as asked");
    await audit(tx, {
      action: `document.${status === "accepted" ? "accept" : "refuse"}`,
      operator,
      request,
      target: row.player_id,
      before: { document_id: id, status: before.status },
      after: { status, kind: row.kind },
      reason: reason ?? undefined,
    });
    return row;
  });
}

/** Read under the player's lock, so nothing changes any more. @throws document.stale */
function refuseChanged(now: ShownPerson, shown: ShownPerson | undefined): void {
  if (shown === undefined) return;
  const isSame = now.full_name === shown.full_name && now.date_of_birth === shown.date_of_birth;
  if (!isSame) throw new Refusal("document.stale");
}

/** The papers that a player sent, newest first. */
export async function documentsOfPlayer(
  db: Queryable,
  playerId: string,
): Promise<IdentityDocument[]> {
  return (await listOfPlayer(db, playerId)).map(toDocument);
}
