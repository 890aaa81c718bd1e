import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { beginSaga, defineSaga, endSaga } from "../../desk/sagas/sagas.ts";
import type { AppContext } from "../../core/context.ts";
import { type Connection, withTransaction } from "../../core/db/connect.ts";
import { stateRefusal } from "./decide-payout-file.ts";
import { payWithdrawal } from "./decide-withdrawal.ts";
import { fileOf } from "./make-payout-file.ts";
import { isOwnInFile, listUnpaid, lockPayoutFile } from "./payouts.queries.ts";
import type { PayoutFileRow } from "./payouts.queries.ts";

export interface PayoutPayment {
  readonly fileId: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
  /** Runs in the transaction that begins it: joins the bank line that shows the payment. */
  readonly also?: (tx: Connection) => Promise<void>;
}

const KIND = "payout.paid";

/**
 * The bank has paid a sent file. That is recorded first, together with its bank line; then each
 * withdrawal is paid in its own transaction, since each holds its player's lock for a moment. If
 * the process dies in between, the jobs go on. A repeat changes nothing.
 *
 * @throws not_found, payout.state, money.same_person
 */
export async function payPayout(ctx: AppContext, payment: PayoutPayment): Promise<PayoutFileRow> {
  const { fileId, operator, also } = payment;
  const begunId = await withTransaction(ctx.db.operators, async (tx) => {
    if (!(await lockPayoutFile(tx, fileId))) throw new Refusal("not_found");
    const before = await fileOf(tx, fileId);
    if (before.status !== "sent") throw stateRefusal(before);
    if (await isOwnInFile(tx, fileId, operator.id)) throw new Refusal("money.same_person");
    const id = await beginSaga(tx, { kind: KIND, target: fileId, operator, payload: {} });
    await also?.(tx);
    return id;
  });
  await payItems(ctx, payment);
  await endSaga(ctx.db.operators, begunId);
  return await fileOf(ctx.db.operators, fileId);
}

/** A file reported as paid, of which some withdrawals are still to be paid. */
export const payoutPayment = defineSaga({
  kind: KIND,
  payload: z.object({}),
  goOn: async (ctx, { target, operator }) => {
    await payItems(ctx, { fileId: target, operator });
  },
});

async function payItems(ctx: AppContext, { fileId, operator, request }: PayoutPayment) {
  for (const withdrawalId of await listUnpaid(ctx.db.operators, fileId)) {
    const decision = { withdrawalId, operator, reason: null };
    try {
      await payWithdrawal(ctx, { ...decision, ...(request === undefined ? {} : { request }) });
    } catch (error) {
      // The bank returned it meanwhile, and an operator gave the money back.
      if (!(error instanceof Refusal) || error.code !== "withdrawal.state") throw error;
    }
  }
}
