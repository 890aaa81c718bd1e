import { runCorrections } from "../../apps/server/src/racing/corrections/correction-worker.ts";
import { runSettlements } from "../../apps/server/src/racing/settlement/settlement-worker.ts";
import { type Approval, approve, asChild, orderOf } from "./crash-child.ts";

/** What the process is told. */
export interface CorrectionOrder {
  readonly databaseUrl: string;
  /** Players of one transaction: one, so that there are many places to die at. */
  readonly players: number;
  /** First an operator approves a correction that waits; without it nobody asks: the jobs find what was begun. */
  readonly approve?: Approval;
}

/** Corrects races. */
const order = orderOf<CorrectionOrder>();
await asChild(order.databaseUrl, async (ctx) => {
  if (order.approve !== undefined) await approve(ctx, order.approve);
  await runCorrections(ctx, undefined, { players: order.players });
  await runSettlements(ctx);
});
