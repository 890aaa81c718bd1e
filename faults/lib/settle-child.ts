import { createContext } from "../../apps/server/src/context.ts";
import { readSettings } from "../../apps/server/src/settings.ts";
import { settlementsAtRest } from "../../apps/server/src/settlement/run-settlement.ts";
import { settleRace } from "../../apps/server/src/settlement/settle-race.ts";
import { runSettlements } from "../../apps/server/src/settlement/settlement-worker.ts";
import { printPoints } from "./print-points.ts";

/** What the process is told (argv, JSON). */
export interface SettleOrder {
  readonly databaseUrl: string;
  readonly raceId: string;
  readonly version: number;
  /** Bets of one transaction: small, so that there are many places to die at. */
  readonly chunk: number;
  /** `settle`: an operator asks. `jobs`: nobody asks, the worker finds what was begun. */
  readonly as: "settle" | "jobs";
}

const OPERATOR = { id: "00000000-0000-7000-8000-000000000001" };

/** Settles one race in a process of its own, to be killed at a crash point; prints the points passed. */
const order = JSON.parse(process.argv[2] ?? "") as SettleOrder;
const { raceId, version, chunk } = order;
const ctx = createContext({
  settings: readSettings({
    NODE_ENV: "test",
    CLUB_LOG_LEVEL: "fatal",
    CLUB_SECRET: "ab".repeat(32),
  }),
  databaseUrl: order.databaseUrl,
});
try {
  if (order.as === "jobs") {
    await runSettlements(ctx, undefined, { chunk });
  } else {
    await settleRace(ctx, { raceId, version, operator: OPERATOR, chunk, waitMs: 60_000 });
    await settlementsAtRest(ctx);
  }
  printPoints();
} finally {
  await ctx.db.end();
}
