import type { Account, Postings } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";

/** One business event to be written to the ledger. */
export interface Booking {
  readonly kind: string;
  /** Unique, so the event is booked once: "topup:ID:approve". */
  readonly cause: string;
  /** Shown on a statement. */
  readonly reference: string | null;
  readonly postings: Postings;
}

const BOOK = `
  SELECT post_entry($1, $2, $3, $4, array_agg(a.id ORDER BY i.n), array_agg(i.amount ORDER BY i.n)) AS id
  FROM unnest($5::text[], $6::uuid[], $7::uuid[], $8::text[], $9::bigint[])
    WITH ORDINALITY AS i (kind, player, pool, code, amount, n)
  CROSS JOIN LATERAL (SELECT CASE
    WHEN i.player IS NOT NULL THEN (SELECT id FROM account WHERE player_id = i.player AND kind = i.kind)
    WHEN i.pool IS NOT NULL THEN (SELECT id FROM account WHERE pool_id = i.pool)
    WHEN i.code IS NOT NULL THEN (SELECT id FROM account WHERE pool_code = i.code)
    ELSE (SELECT id FROM account WHERE kind = i.kind
      AND kind NOT IN ('cash', 'held', 'bonus', 'escrow', 'jackpot')) END AS id) a`;

/**
 * Writes one entry and moves the wallets of its player postings, in the caller's transaction, which
 * holds the locks of those players. Returns the entry's id, or null when its cause is already
 * booked: then nothing happens.
 */
export async function bookEntry(tx: Queryable, booking: Booking): Promise<string | null> {
  const accounts = booking.postings.map(({ account }) => account);
  const { rows } = await tx.query<{ id: string | null }>({ name: "book-entry", text: BOOK }, [
    newId(),
    booking.kind,
    booking.cause,
    booking.reference,
    accounts.map((account) => account.kind),
    accounts.map((account) => ("playerId" in account ? account.playerId : null)),
    accounts.map((account) => ("poolId" in account ? account.poolId : null)),
    accounts.map(jackpotCodeOf),
    booking.postings.map(({ amountCents }) => amountCents),
  ]);
  return rows[0]?.id ?? null;
}

function jackpotCodeOf(account: Account): string | null {
  return "pool" in account ? account.pool : null;
}

/** Tells a player's streams the new cash balance, and queues the entries for the chain. */
export async function tellWallet(
  tx: Queryable,
  playerId: string,
  told: { balanceCents: bigint; entryIds: readonly string[] },
): Promise<void> {
  await tx.query("SELECT tell($1, 'wallet', $2, $3::uuid[])", [
    `player:${playerId}`,
    JSON.stringify({ players: { [playerId]: Number(told.balanceCents) } }),
    told.entryIds,
  ]);
}
