import { decide } from "../../apps/server/src/approvals/decide-approval.ts";
import { createContext } from "../../apps/server/src/context.ts";
import { readSettings } from "../../apps/server/src/settings.ts";
import { runCorrections } from "../../apps/server/src/settlement/correction-worker.ts";
import { runSettlements } from "../../apps/server/src/settlement/settlement-worker.ts";
import { printPoints } from "./print-points.ts";

/** What the process is told (argv, JSON). */
export interface CorrectionOrder {
  readonly databaseUrl: string;
  /** Players of one transaction: one, so that there are many places to die at. */
  readonly players: number;
  /** First an operator approves a correction that waits; without it nobody asks: the jobs find what was begun. */
  readonly approve?: { readonly approvalId: string; readonly operatorId: string };
}

/** Corrects races in a process of its own, to be killed at a crash point; prints the points passed. */
const order = JSON.parse(process.argv[2] ?? "") as CorrectionOrder;
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
  await runCorrections(ctx, undefined, { players: order.players });
  await runSettlements(ctx);
  printPoints();
} finally {
  await ctx.db.end();
}

async function approve({
  approvalId,
  operatorId,
}: NonNullable<CorrectionOrder["approve"]>): Promise<void> {
  const operator = { id: operatorId, roles: ["owner" as const] };
  await decide(ctx, { approvalId, status: "approved", operator, note: null });
}
