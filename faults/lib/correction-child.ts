import { runCorrections } from "../../apps/server/src/racing/corrections/correction-worker.ts";
import { runSettlements } from "../../apps/server/src/racing/settlement/settlement-worker.ts";
import { type Approval, approve, asChild, orderOf } from "./crash-child.ts";

/** What the process is told. */
export interface CorrectionOrder {
  readonly databaseUrl: string;
  /** Players per transaction: one, so that there are many places to die at. */
  readonly players: number;
  /** An operator first approves this correction; without it the jobs find what was begun. */
  readonly approve?: Approval;
}

const order = orderOf<CorrectionOrder>();
await asChild(order.databaseUrl, async (ctx) => {
  if (order.approve !== undefined) await approve(ctx, order.approve);
  await runCorrections(ctx, undefined, { players: order.players });
  await runSettlements(ctx);
});
