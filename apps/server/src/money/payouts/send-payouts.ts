import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { decrypt, encrypt } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { audit } from "../../desk/operators/audit.ts";
import { readAccountsToPay } from "../../people/accounts/bank-card.ts";
import { tellQueue } from "../withdrawals/create-withdrawal.ts";
import { readRules, waitsOf } from "../withdrawals/withdrawal-rules.ts";
import { lockWithdrawal } from "../withdrawals/lock-withdrawal.ts";
import type { LockedWithdrawal } from "../withdrawals/lock-withdrawal.ts";
import type { PayoutAnswer, PayoutQuestion } from "./payout-adapter.ts";
import { claimOrders, insertOrder, listUnasked, noteOrder } from "./payout-orders.queries.ts";
import type { DueOrder } from "./payout-orders.queries.ts";
import { takePayoutAnswer } from "./take-payout-news.ts";

/** Longer than a provider may take to answer. */
const LEASE_S = 60;
const AT_ONCE = 10;
const MOST_NEW = 500;
/** Pauses after tries that told nothing: however long a provider is away, it is asked when it is back. */
const WAITS_S = [5, 15, 60, 300, 600] as const;
const LONGEST_S = 600;
/** What it has but does not tell the end of is asked for again this often. */
const UNTOLD_S = 600;
const BAD_REQUEST = 400;
const UNPROCESSABLE = 422;

function orderPlace(withdrawalId: string): Place {
  return { table: "payout_order", column: "sealed", id: withdrawalId };
}

/**
 * Sends approved withdrawals to the provider of payouts, each once: the request is stored first,
 * then repeated under the withdrawal's id until its outcome is known. One that fails keeps no other
 * from being sent. Clock work; without a provider nothing happens and bank files pay them.
 */
export async function sendPayouts(ctx: AppContext): Promise<void> {
  const connection = await ctx.connections.open("payout");
  if (connection === null) return;
  const provider = connection.provider.name;
  const faults: unknown[] = [];
  const keep = (error: unknown): void => void faults.push(error);
  for (const id of await listUnasked(ctx.db.jobs, MOST_NEW)) {
    await writeOrder(ctx, id, provider).catch(keep);
  }
  const claim = { provider, most: AT_ONCE, leaseS: LEASE_S };
  for (;;) {
    const due = await claimOrders(ctx.db.jobs, claim);
    if (due.length === 0) break;
    crashPoint("payout.claimed");
    await Promise.all(due.map(async (order) => await ask(ctx, order).catch(keep)));
  }
  if (faults.length === 0) return;
  throw new AggregateError(faults, `${String(faults.length)} payouts failed: ${String(faults[0])}`);
}

/** Writes down what will be asked, if the withdrawal may be paid now. */
async function writeOrder(ctx: AppContext, id: string, provider: string): Promise<void> {
  await withTransaction(ctx.db.jobs, async (tx) => {
    const row = await lockWithdrawal(tx, id);
    const { account_hours: hours } = await readRules(tx);
    if (row === null || !mayGo(row, hours)) return;
    const playerId = row.player_id;
    const found = (await readAccountsToPay(ctx, tx, [playerId])).get(playerId);
    if (found === undefined) return;
    const { account, hash } = found;
    const question: PayoutQuestion = {
      reference: row.reference,
      amount_cents: Number(row.amount_cents),
      currency: ctx.settings.currency,
      account: {
        bank_name: account.bankName,
        account_name: account.accountName,
        account_number: account.accountNumber,
        branch_code: account.branchCode,
        swift_bic: account.swiftBic,
        currency: account.currency,
      },
    };
    const sealed = encrypt(ctx.secrets, orderPlace(id), JSON.stringify(question));
    await insertOrder(tx, { withdrawalId: id, provider, accountHash: hash, sealed });
    const after = { provider, amount_cents: row.amount_cents, player_id: playerId };
    await audit(tx, { action: "payout.ask", target: id, after });
  });
  crashPoint("payout.written");
}

function mayGo(row: LockedWithdrawal, accountHours: number): boolean {
  const isFree = row.payout_id === null && row.order_state === null;
  return row.status === "approved" && isFree && waitsOf(row, accountHours).length === 0;
}

async function ask(ctx: AppContext, order: DueOrder): Promise<void> {
  const { withdrawal_id: id, sealed } = order;
  const question = JSON.parse(decrypt(ctx.secrets, orderPlace(id), sealed)) as PayoutQuestion;
  let answer: PayoutAnswer;
  try {
    answer = await ctx.connections.use(
      "payout",
      async (adapter) => await adapter.pay(id, question),
    );
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return await noteFailure(ctx, order, error);
  }
  crashPoint("payout.answered");
  const { payoutId, status } = answer;
  const note = { withdrawalId: id, attempts: order.attempts, payoutId, failure: null, said: "" };
  await noteOrder(ctx.db.jobs, { ...note, state: "taken", waitS: UNTOLD_S });
  crashPoint("payout.noted");
  if (status !== "pending") await takePayoutAnswer(ctx, id, { payoutId, outcome: status });
}

async function noteFailure(
  ctx: AppContext,
  order: DueOrder,
  { reason, answer, said, afterS }: ProviderFailure,
): Promise<void> {
  const { withdrawal_id: id, attempts, state } = order;
  // The provider read the question and will not do it.
  const isRefused = answer === BAD_REQUEST || answer === UNPROCESSABLE;
  const isNo = isRefused && state === "asking";
  // Refused at the first try, it never went out. A repeat may be refused because the first went out.
  if (isNo && attempts === 1) {
    return await takePayoutAnswer(ctx, id, { payoutId: null, outcome: "failed" });
  }
  const waitS = Math.max(WAITS_S[attempts - 1] ?? LONGEST_S, Math.min(afterS ?? 0, LONGEST_S));
  const next = isNo ? "held" : state;
  const note = { withdrawalId: id, attempts, payoutId: null, failure: reason, said };
  await noteOrder(ctx.db.jobs, {
    ...note,
    state: next,
    waitS: state === "taken" ? UNTOLD_S : waitS,
  });
  if (isNo) await tellQueue(ctx.db.jobs);
}
