import type { Queryable } from "../../core/db/connect.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { findOwner, readWithdrawal } from "./withdrawals.queries.ts";
import type { OperatorWithdrawalRow } from "./withdrawals.queries.ts";

export type LockedWithdrawal = OperatorWithdrawalRow;

/** A withdrawal with what decides about it, under its player's lock; null: there is none. */
export async function lockWithdrawal(tx: Queryable, id: string): Promise<LockedWithdrawal | null> {
  const playerId = await findOwner(tx, id);
  if (playerId === null) return null;
  await lockPlayer(tx, playerId);
  return await readWithdrawal(tx, id);
}
