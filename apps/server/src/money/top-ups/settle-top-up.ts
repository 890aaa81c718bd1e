import { Refusal } from "@club/domain";
import type { Connection } from "../../core/db/connection.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { newId } from "../../core/kit/ids.ts";
import { bookTopUp } from "./book-top-up.ts";
import { newReference } from "./reference.ts";
import { decideRow, findOwner, insertTopUp, readTopUp } from "./top-ups.queries.ts";
import type { OperatorTopUpRow } from "./top-ups.queries.ts";

/*
 * What becomes of a top-up whose money a provider takes. Every caller holds the player's lock.
 */

/** Whose top-up it is. @throws not_found */
export async function ownerOfTopUp(tx: Connection, topUpId: string): Promise<string> {
  const owner = await findOwner(tx, topUpId);
  if (owner === null) throw new Refusal("not_found");
  return owner;
}

/** The money has come, whatever the top-up said meanwhile. `by` null: its provider. @throws limit.deposit */
export async function settleTopUp(
  ctx: TellContext,
  tx: Connection,
  { topUpId, by = null }: { topUpId: string; by?: string | null },
): Promise<void> {
  await bookTopUp(ctx, tx, await read(tx, topUpId));
  await decideRow(tx, { id: topUpId, status: "approved", by, reason: null });
}

/** The money came and goes back, or did not come: the player sees why. */
export async function refuseTopUp(tx: Connection, topUpId: string, reason: string): Promise<void> {
  await decideRow(tx, { id: topUpId, status: "rejected", by: null, reason });
}

/** A top-up that still waits for its money waits no more; one that is decided stays as it is. */
export async function endTopUp(tx: Connection, topUpId: string, reason: string): Promise<void> {
  const { status } = await read(tx, topUpId);
  if (status === "created" || status === "submitted") await refuseTopUp(tx, topUpId, reason);
}

/** Money that nobody announced, and an operator gives to a player. @throws limit.deposit */
export async function addTopUp(
  ctx: TellContext,
  tx: Connection,
  added: { playerId: string; method: string; amountCents: bigint; by: string },
): Promise<string> {
  const { id } = await insertTopUp(tx, {
    id: newId(),
    player_id: added.playerId,
    method: added.method,
    amount_cents: added.amountCents,
    reference: newReference(),
  });
  await settleTopUp(ctx, tx, { topUpId: id, by: added.by });
  return id;
}

async function read(tx: Connection, topUpId: string): Promise<OperatorTopUpRow> {
  const row = await readTopUp(tx, topUpId);
  if (row === null) throw new Refusal("not_found");
  return row;
}
