import type { IdentityDocument } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { listOfPlayer } from "./documents.queries.ts";
import { toDocument } from "./documents.wire.ts";

/** The papers that a player sent, newest first. */
export async function documentsOfPlayer(
  db: Queryable,
  playerId: string,
): Promise<IdentityDocument[]> {
  return (await listOfPlayer(db, playerId)).map(toDocument);
}
