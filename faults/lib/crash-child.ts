import { decide } from "../../apps/server/src/desk/approvals/decide-approval.ts";
import type { AppContext } from "../../apps/server/src/core/context.ts";
import { createContext } from "../../apps/server/src/run/create-context.ts";
import { readSettings } from "../../apps/server/src/core/settings/settings.ts";
import { printPoints } from "./print-points.ts";

/** What the process was told (argv, JSON). */
export function orderOf<Order>(): Order {
  return JSON.parse(process.argv[2] ?? "") as Order;
}

/** Works on a database until killed at a crash point; prints the points passed. */
export async function asChild(
  databaseUrl: string,
  work: (ctx: AppContext) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const settings = readSettings({
    NODE_ENV: "test",
    CLUB_LOG_LEVEL: "fatal",
    CLUB_SECRET: "ab".repeat(32),
    ...env,
  });
  const ctx = createContext({ settings, databaseUrl });
  try {
    await work(ctx);
    printPoints();
  } finally {
    await ctx.db.end();
  }
}

export interface Approval {
  readonly approvalId: string;
  readonly operatorId: string;
}

/** An operator approves what waits. */
export async function approve(
  ctx: AppContext,
  { approvalId, operatorId }: Approval,
): Promise<void> {
  const operator = { id: operatorId, roles: ["owner" as const] };
  await decide(ctx, { approvalId, status: "approved", operator, note: null });
}
