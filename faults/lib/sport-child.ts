import { decide } from "../../apps/server/src/approvals/decide-approval.ts";
import { createContext } from "../../apps/server/src/context.ts";
import { readSettings } from "../../apps/server/src/settings.ts";
import {
  runSportSettlement,
  runSportSettlements,
} from "../../apps/server/src/sports/run-sport-settlement.ts";
import { printPoints } from "./print-points.ts";

/** What the process is told (argv, JSON). */
export interface SportOrder {
  readonly databaseUrl: string;
  /** Planned results to pay, in this order; empty: nobody asks, the worker finds what was begun. */
  readonly versions: readonly { readonly eventId: string; readonly version: number }[];
  /** Bets of one transaction: small, so that there are many places to die at. */
  readonly chunk: number;
  /** First an operator approves a correction that waits. */
  readonly approve?: { readonly approvalId: string; readonly operatorId: string };
}

/** Pays results of sports in a process of its own, to be killed at a crash point; prints the points passed. */
const order = JSON.parse(process.argv[2] ?? "") as SportOrder;
const ctx = createContext({
  settings: readSettings({
    NODE_ENV: "test",
    CLUB_LOG_LEVEL: "fatal",
    CLUB_SECRET: "ab".repeat(32),
  }),
  databaseUrl: order.databaseUrl,
});
try {
  if (order.approve !== undefined) await approve(order.approve);
  for (const version of order.versions) await runSportSettlement(ctx, version, order.chunk);
  if (order.versions.length === 0 && order.approve === undefined) await runSportSettlements(ctx);
  printPoints();
} finally {
  await ctx.db.end();
}

async function approve({
  approvalId,
  operatorId,
}: NonNullable<SportOrder["approve"]>): Promise<void> {
  const operator = { id: operatorId, roles: ["owner" as const] };
  await decide(ctx, { approvalId, status: "approved", operator, note: null });
  await runSportSettlements(ctx);
}
