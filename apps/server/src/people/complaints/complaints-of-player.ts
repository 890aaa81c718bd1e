import type { OperatorComplaint } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { listOfPlayer } from "./complaints.queries.ts";
import { toOperatorComplaint } from "./complaints.wire.ts";

const SHOWN = 50;

/** A player's complaints as the desk sees them, newest first. */
export async function complaintsOfPlayer(
  db: Queryable,
  playerId: string,
): Promise<OperatorComplaint[]> {
  const rows = await listOfPlayer(db, playerId, { before: undefined, limit: SHOWN });
  return rows.map(toOperatorComplaint);
}
