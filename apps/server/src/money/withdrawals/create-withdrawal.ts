import { tellMoney } from "../../tell/live/tell-money.ts";
import type { DataOf, createWithdrawal as createCall } from "@club/contract";
import { Refusal, withdrawalRequested, withdrawalReturned } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { newId } from "../../core/kit/ids.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import { newReference } from "../top-ups/reference.ts";
import { runOnce } from "../wallet/idempotent.ts";
import type { OnceAnswer } from "../wallet/idempotent.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { withdrawalMethodOf } from "./withdrawal-method.ts";
import type { WithdrawalMethod } from "./withdrawal-method.ts";
import { readRules, refuseFrozen } from "./withdrawal-rules.ts";
import type { WithdrawalRules } from "./withdrawal-rules.ts";
import { readCooling, takeCooling } from "./cooling.queries.ts";
import { countWaiting, insertWithdrawal } from "./withdrawals.queries.ts";
import { toWithdrawal } from "./withdrawals.wire.ts";
import { oneValue } from "../../core/db/statements.ts";

export interface WithdrawalOrder {
  readonly playerId: string;
  readonly idempotencyKey: string;
  readonly amountCents: bigint;
}

export type CreatedWithdrawal = DataOf<typeof createCall>;

/**
 * Asks for money: it is held at once, and paid after an operator has checked it. Once per key. Uses
 * first what cancelled withdrawals still hold, so asking again frees nothing for betting. Anyone
 * may ask, even a player who may not bet; a new or unverified account is accepted too.
 *
 * @throws withdrawal.frozen, withdrawal.amount_invalid, withdrawal.account_needed, funds.insufficient,
 * idempotency.mismatch
 */
export async function createWithdrawal(
  ctx: AppContext,
  order: WithdrawalOrder,
): Promise<OnceAnswer<CreatedWithdrawal>> {
  const { playerId, amountCents } = order;
  const method = withdrawalMethodOf(ctx);
  const body = { amount_cents: amountCents };
  const call = { playerId, key: order.idempotencyKey, kind: "withdraw", body };
  return await runOnce(ctx.db.money, call, async (tx, wallet) => {
    const rules = await readRules(tx);
    checkAmount(amountCents, method, rules);
    await refuseFrozen(tx, playerId);
    const account = await method.accountOf(tx, playerId);
    if (account === null) throw new Refusal("withdrawal.account_needed");
    const id = newId();
    const taken = await takeBack(tx, { playerId, amountCents, withdrawalId: id, wallet });
    const row = await insertWithdrawal(tx, {
      id,
      player_id: playerId,
      amount_cents: amountCents,
      reference: newReference("WD"),
      bank_name: account.bank_name,
      last_digits: account.last_digits,
      held_since: taken.heldSince,
    });
    const entryId = await bookEntry(tx, {
      kind: "withdrawal",
      cause: `withdrawal:${id}:request`,
      reference: row.reference,
      postings: withdrawalRequested(playerId, amountCents),
    });
    if (entryId === null) throw new Error("a new withdrawal has no entry yet");
    const after = await tellMove(tx, playerId, [...taken.entryIds, entryId]);
    await tellQueue(tx);
    return { ...toWithdrawal(row, rules), ...after };
  });
}

/**
 * Frees what cancelled withdrawals hold, up to the amount asked for, and returns since when it was
 * held, as the new withdrawal keeps that date. @throws funds.insufficient
 */
async function takeBack(
  tx: Connection,
  asked: {
    playerId: string;
    amountCents: bigint;
    withdrawalId: string;
    wallet: { cash_cents: bigint };
  },
): Promise<{ entryIds: string[]; heldSince: Date | null }> {
  const { playerId, withdrawalId, wallet } = asked;
  const cooling = await readCooling(tx, playerId);
  const waiting = cooling.reduce((sum, row) => sum + row.cooling_cents, 0n);
  if (asked.amountCents > wallet.cash_cents + waiting) {
    throw new Refusal("funds.insufficient", { balance_cents: wallet.cash_cents + waiting });
  }
  const entryIds: string[] = [];
  let heldSince: Date | null = null;
  let missing = asked.amountCents;
  for (const row of cooling) {
    const part = row.cooling_cents < missing ? row.cooling_cents : missing;
    if (part === 0n) break;
    missing -= part;
    if (heldSince === null || row.held_since < heldSince) heldSince = row.held_since;
    const cause = `withdrawal:${row.id}:return:${withdrawalId}`;
    entryIds.push(await bookReturn(tx, { id: row.id, playerId, amountCents: part, cause }));
    await takeCooling(tx, row.id, part);
  }
  return { entryIds, heldSince };
}

/** Returns held money to cash: one entry under its cause. The caller holds the player's lock. */
export async function bookReturn(
  tx: Connection,
  part: { id: string; playerId: string; amountCents: bigint; cause: string },
): Promise<string> {
  const entryId = await bookEntry(tx, {
    kind: "withdrawal_return",
    cause: part.cause,
    reference: await referenceOf(tx, part.id),
    postings: withdrawalReturned(part.playerId, part.amountCents),
  });
  if (entryId === null) throw new Error("held money that was returned is held no more");
  return entryId;
}

const referenceOf = oneValue<string, [id: string]>(
  "SELECT reference FROM withdrawal WHERE id = $1",
);

/** Tells the player's streams the new wallet, and that withdrawals changed. */
export async function tellMove(
  tx: Connection,
  playerId: string,
  entryIds: readonly string[],
): Promise<{ cash_cents: number; held_cents: number }> {
  const wallet = await lockPlayer(tx, playerId);
  await tellWallet(tx, playerId, { balanceCents: wallet.cash_cents, entryIds });
  await tellMoney(tx, playerId);
  return { cash_cents: Number(wallet.cash_cents), held_cents: Number(wallet.held_cents) };
}

/** Tells the console how many withdrawals wait. */
export async function tellQueue(tx: Queryable): Promise<void> {
  await tx.query("SELECT tell('operator', 'queue', $1)", [
    JSON.stringify({ queue: "withdrawals", waiting: await countWaiting(tx) }),
  ]);
}

/** @throws withdrawal.amount_invalid outside of what the method and the club's rules take */
function checkAmount(
  amountCents: bigint,
  { leastCents, mostCents }: WithdrawalMethod,
  rules: WithdrawalRules,
): void {
  const least = leastCents > rules.least_cents ? leastCents : BigInt(rules.least_cents);
  const most = mostCents < rules.most_cents ? mostCents : BigInt(rules.most_cents);
  if (amountCents >= least && amountCents <= most) return;
  throw new Refusal("withdrawal.amount_invalid", {
    field: "amount_cents",
    min_cents: least,
    max_cents: most,
  });
}
