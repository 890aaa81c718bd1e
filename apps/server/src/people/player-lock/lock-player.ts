import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { lockWallet, readWallet } from "../../money/wallet/wallet.queries.ts";
import type { WalletRow } from "../../money/wallet/wallet.queries.ts";

export type { WalletRow } from "../../money/wallet/wallet.queries.ts";

/**
 * Takes the lock of one player for the rest of the transaction, and gives the wallet as it is under
 * it. Locks of races come before it, everything else after. @throws not_found for no such player.
 */
export async function lockPlayer(tx: Queryable, playerId: string): Promise<WalletRow> {
  const wallet = await lockWallet(tx, playerId);
  if (wallet === null) throw new Refusal("not_found");
  return wallet;
}

/** The wallet as it is, without a lock. @throws not_found for no such player. */
export async function walletOf(db: Queryable, playerId: string): Promise<WalletRow> {
  const wallet = await readWallet(db, playerId);
  if (wallet === null) throw new Refusal("not_found");
  return wallet;
}
