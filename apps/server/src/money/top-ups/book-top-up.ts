import { topUpApproved } from "@club/domain";
import type { Connection } from "../../core/db/connection.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import { checkDepositLimit } from "./deposit-limit.ts";
import type { OperatorTopUpRow } from "./top-ups.queries.ts";

/** The money has come: bank to cash. The caller holds the player's lock. @throws limit.deposit */
export async function bookTopUp(
  ctx: TellContext,
  tx: Connection,
  row: OperatorTopUpRow,
): Promise<void> {
  const { id, player_id: playerId, amount_cents: amountCents } = row;
  await checkDepositLimit(tx, { playerId, amountCents, withoutTopUp: id });
  const entryId = await bookEntry(tx, {
    kind: "top_up",
    cause: `topup:${id}:approve`,
    reference: row.reference,
    postings: topUpApproved(playerId, amountCents),
  });
  if (entryId === null) throw new Error("a top-up that waits has an entry already");
  const wallet = await lockPlayer(tx, playerId);
  await tellWallet(tx, playerId, { balanceCents: wallet.cash_cents, entryIds: [entryId] });
  const facts = { amount: amountCents, reference: row.reference };
  await tellPlayer(ctx, tx, { playerId, kind: "top_up", facts });
}
