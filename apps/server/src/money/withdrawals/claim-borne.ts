import type { Queryable } from "../../core/db/connect.ts";

/**
 * Called when held money returns to cash: recovers from it what the club bore for corrections while
 * it was held, and nothing later. The caller holds the player's lock. Returns the entries.
 */
export async function claimBorne(
  tx: Queryable,
  back: { id: string; playerId: string; amountCents: bigint; cause: string },
): Promise<string[]> {
  const { rows } = await tx.query<{ claimed: bigint; entries: string[] }>(
    `SELECT c.claimed, c.entries FROM withdrawal w
     CROSS JOIN LATERAL claim_borne($2, coalesce(w.held_since, w.requested_at), $3, $4) c WHERE w.id = $1`,
    [back.id, back.playerId, back.amountCents, back.cause],
  );
  const { claimed = 0n, entries = [] } = rows[0] ?? {};
  if (claimed > 0n) {
    await tx.query("UPDATE withdrawal SET claimed_cents = claimed_cents + $2 WHERE id = $1", [
      back.id,
      claimed,
    ]);
  }
  return entries;
}
