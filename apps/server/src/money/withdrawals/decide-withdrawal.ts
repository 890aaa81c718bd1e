import { tellPlayer } from "../../tell/messages/tell-player.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { Refusal, withdrawalPaid } from "@club/domain";
import type { WithdrawalStatus } from "@club/contract";
import type { FastifyRequest } from "fastify";
import { refuseOwnPlayer, requestApproval } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { bookEntry } from "../ledger/book-entry.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { claimBorne } from "./claim-borne.ts";
import { bookReturn, tellMove, tellQueue } from "./create-withdrawal.ts";
import { readRules, refuseHeldBack, waitsOf } from "./withdrawal-rules.ts";
import { findOwner, markApproved, markEnded, readWithdrawal } from "./withdrawals.queries.ts";
import type { OperatorWithdrawalRow, WithdrawalEnd } from "./withdrawals.queries.ts";

export interface WithdrawalDecision {
  readonly withdrawalId: string;
  readonly operator: { readonly id: string };
  readonly reason: string | null;
  readonly request?: FastifyRequest;
  /** Runs after the decision, in its transaction: joins the bank line that shows the payment. */
  readonly also?: (tx: Connection) => Promise<void>;
}

export interface Decided {
  readonly status: WithdrawalStatus;
  /** The approval that waits for a second operator; null: done. */
  readonly approvalId: string | null;
}

/** The statuses from which each act is allowed; its own status is a repeat and changes nothing. */
const FROM = {
  approved: ["requested"],
  rejected: ["requested", "approved"],
  paid: ["approved"],
} as const satisfies Record<string, readonly WithdrawalStatus[]>;
type Act = keyof typeof FROM;

const DONE: Readonly<Record<Act, readonly WithdrawalStatus[]>> = {
  approved: ["approved", "paid"],
  rejected: ["rejected"],
  paid: ["paid"],
};

/**
 * Approves a withdrawal for payment. With four eyes on and above the club's threshold it only asks,
 * and is approved when another operator agrees. A repeat answers what stands.
 *
 * @throws not_found, money.same_person, withdrawal.state, withdrawal.after_reset, withdrawal.frozen
 */
export async function approveWithdrawal(
  ctx: AppContext,
  decision: WithdrawalDecision,
): Promise<Decided> {
  return await decide(ctx, { decision, act: "approved" }, async (tx, row) => {
    refuseHeldBack(row);
    const rules = await readRules(tx);
    const isLarge = row.amount_cents > BigInt(rules.second_over_cents);
    if (!ctx.settings.fourEyes || !isLarge) {
      await markApproved(tx, { id: row.id, by: decision.operator.id });
      return null;
    }
    return row.approval_id ?? (await askSecond(tx, row, decision));
  });
}

/**
 * Returns held money to cash: nothing was paid, or the bank sent it back. Recovers from it what the
 * club bore for corrections while it was held (docs/rules/corrections.md).
 *
 * @throws not_found, money.same_person, withdrawal.state, withdrawal.in_file,
 * withdrawal.with_provider
 */
export async function rejectWithdrawal(
  ctx: AppContext,
  decision: WithdrawalDecision,
): Promise<Decided> {
  return await decide(ctx, { decision, act: "rejected" }, async (tx, row) => {
    refuseOnItsWay(row);
    await bookRejected(ctx, tx, {
      row,
      end: { by: decision.operator.id, reason: decision.reason },
    });
    return null;
  });
}

/** The held money is cash again. The caller holds the player's lock and saw that it waits. */
export async function bookRejected(
  ctx: TellContext,
  tx: Connection,
  { row, end }: { row: OperatorWithdrawalRow; end: WithdrawalEnd },
): Promise<void> {
  const { id, player_id: playerId, amount_cents: amountCents } = row;
  const cause = `withdrawal:${id}:reject`;
  const entryId = await bookReturn(tx, { id, playerId, amountCents, cause });
  const claims = await claimBorne(tx, { id, playerId, amountCents, cause });
  await markEnded(tx, { id, status: "rejected", ...end });
  await tellMove(tx, playerId, [entryId, ...claims]);
  const facts = { amount: amountCents, reference: row.reference };
  await tellPlayer(ctx, tx, { playerId, kind: "withdrawal_refused", facts });
}

/**
 * The bank has paid: the held money leaves the club. Only to the player's own verified account, and
 * only after that account has been there for the club's hours (promise S25).
 *
 * @throws not_found, money.same_person, withdrawal.state, withdrawal.account_waits,
 * player.identity_needed, withdrawal.in_file, withdrawal.with_provider, withdrawal.after_reset,
 * withdrawal.frozen
 */
export async function payWithdrawal(
  ctx: AppContext,
  decision: WithdrawalDecision,
): Promise<Decided> {
  return await decide(ctx, { decision, act: "paid" }, async (tx, row) => {
    refuseOnItsWay(row);
    const rules = await readRules(tx);
    // What went out was checked when it did, and paid the account of that time.
    const isOut = row.payout_status === "sent" || row.order_state !== null;
    const waits = isOut ? [] : waitsOf(row, rules.account_hours);
    if (waits.includes("password_reset") || waits.includes("payment_case")) refuseHeldBack(row);
    if (waits.includes("identity")) throw new Refusal("player.identity_needed");
    if (waits.length > 0) throw new Refusal("withdrawal.account_waits", { waits_for: waits });
    await bookPaid(ctx, tx, { row, end: { by: decision.operator.id, reason: decision.reason } });
    return null;
  });
}

/** The held money has left the club. The caller holds the player's lock and saw that it waits. */
export async function bookPaid(
  ctx: TellContext,
  tx: Connection,
  { row, end }: { row: OperatorWithdrawalRow; end: WithdrawalEnd },
): Promise<void> {
  const entryId = await bookEntry(tx, {
    kind: "withdrawal_paid",
    cause: `withdrawal:${row.id}:paid`,
    reference: row.reference,
    postings: withdrawalPaid(row.player_id, row.amount_cents),
  });
  if (entryId === null) throw new Error("a withdrawal that waits for the bank has no such entry");
  await markEnded(tx, { id: row.id, status: "paid", ...end });
  await tellMove(tx, row.player_id, [entryId]);
  const facts = { amount: row.amount_cents, reference: row.reference };
  await tellPlayer(ctx, tx, { playerId: row.player_id, kind: "withdrawal_paid", facts });
}

/**
 * What may still go to the bank, or is with a provider, would be paid twice; what a second operator is
 * asked about is not decided past him.
 */
function refuseOnItsWay(row: OperatorWithdrawalRow): void {
  if (row.payout_status === "made") throw new Refusal("withdrawal.in_file");
  const { order_state: state, approval_id: approvalId } = row;
  const isAsked = state === "held" && approvalId !== null;
  if (state === "asking" || state === "taken" || isAsked) {
    throw new Refusal("withdrawal.with_provider");
  }
}

/** One decision under the player's lock, audited. `work` returns the approval it waits for. */
async function decide(
  ctx: AppContext,
  { decision, act }: { decision: WithdrawalDecision; act: Act },
  work: (tx: Connection, row: OperatorWithdrawalRow) => Promise<string | null>,
): Promise<Decided> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const playerId = await findOwner(tx, decision.withdrawalId);
    if (playerId === null) throw new Refusal("not_found");
    await lockPlayer(tx, playerId);
    await refuseOwnPlayer(tx, decision.operator.id, playerId);
    const before = await readLocked(tx, decision.withdrawalId);
    const isRepeat = DONE[act].includes(before.status);
    if (!isRepeat && !(FROM[act] as readonly string[]).includes(before.status)) {
      throw stateRefusal(before);
    }
    const approvalId = isRepeat ? null : await work(tx, before);
    const after = await readLocked(tx, decision.withdrawalId);
    const isNewRequest = approvalId !== null && before.approval_id === null;
    // Asking a second operator has already written its own audit row.
    if (!isNewRequest) await write(tx, { decision, act, before, after });
    await decision.also?.(tx);
    if (!isRepeat) {
      await tellMoney(tx, playerId);
      await tellQueue(tx);
    }
    return { status: after.status, approvalId };
  });
}

/** Says who decided it meanwhile: two operators may look at the same. */
function stateRefusal(row: OperatorWithdrawalRow): Refusal {
  const { status, ended_by: endedBy, ended_at: endedAt } = row;
  const [by, at] = endedAt === null ? [row.approved_by, row.approved_at] : [endedBy, endedAt];
  return new Refusal("withdrawal.state", { status, by, at: at?.toISOString() ?? null });
}

const ACTIONS: Readonly<Record<Act, string>> = {
  approved: "withdrawal.approve",
  rejected: "withdrawal.reject",
  paid: "withdrawal.paid",
};

async function write(
  tx: Connection,
  done: {
    decision: WithdrawalDecision;
    act: Act;
    before: OperatorWithdrawalRow;
    after: OperatorWithdrawalRow;
  },
): Promise<void> {
  const { decision, act, before, after } = done;
  await audit(tx, {
    action: ACTIONS[act],
    operator: decision.operator,
    request: decision.request,
    target: decision.withdrawalId,
    before: { status: before.status },
    after: {
      status: after.status,
      amount_cents: after.amount_cents,
      player_id: after.player_id,
      account: after.last_digits,
    },
    reason: decision.reason ?? undefined,
  });
}

async function askSecond(
  tx: Connection,
  row: OperatorWithdrawalRow,
  decision: WithdrawalDecision,
): Promise<string> {
  return await requestApproval(tx, {
    kind: "withdrawal",
    playerId: row.player_id,
    target: row.id,
    payload: { amount_cents: Number(row.amount_cents), reference: row.reference },
    reason: decision.reason,
    operator: decision.operator,
    ...(decision.request === undefined ? {} : { request: decision.request }),
  });
}

async function readLocked(tx: Connection, id: string): Promise<OperatorWithdrawalRow> {
  const row = await readWithdrawal(tx, id);
  if (row === null) throw new Refusal("not_found");
  return row;
}
