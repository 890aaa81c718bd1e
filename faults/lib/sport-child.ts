import {
  runSportSettlement,
  runSportSettlements,
} from "../../apps/server/src/sports/settlement/run-sport-settlement.ts";
import { type Approval, approve, asChild, orderOf } from "./crash-child.ts";

/** What the process is told. */
export interface SportOrder {
  readonly databaseUrl: string;
  /** Planned results to pay, in order; empty: nobody asks, the worker finds what was begun. */
  readonly versions: readonly { readonly eventId: string; readonly version: number }[];
  /** Bets per transaction: few, so that there are many places to die at. */
  readonly chunk: number;
  /** An operator first approves this waiting correction. */
  readonly approve?: Approval;
}

const order = orderOf<SportOrder>();
await asChild(order.databaseUrl, async (ctx) => {
  if (order.approve !== undefined) await approve(ctx, order.approve);
  for (const version of order.versions) await runSportSettlement(ctx, version, order.chunk);
  if (order.versions.length === 0) await runSportSettlements(ctx);
});
