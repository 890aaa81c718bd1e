import type { IdentityEvidence } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { listChecks } from "./identity-checks.queries.ts";

/** What identity checkers answered about a player, for the player's file. */
export async function identityEvidence(
  db: Queryable,
  playerId: string,
): Promise<IdentityEvidence[]> {
  return (await listChecks(db, playerId)).map((row) => ({
    ...row,
    asked_at: wireInstant(row.asked_at),
    answered_at: wireInstant(row.answered_at),
  }));
}
