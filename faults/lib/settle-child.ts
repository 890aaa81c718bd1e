import { settlementsAtRest } from "../../apps/server/src/racing/settlement/run-settlement.ts";
import { settleRace } from "../../apps/server/src/racing/settlement/settle-race.ts";
import { runSettlements } from "../../apps/server/src/racing/settlement/settlement-worker.ts";
import { asChild, orderOf } from "./crash-child.ts";

/** What the process is told. */
export interface SettleOrder {
  readonly databaseUrl: string;
  readonly raceId: string;
  readonly version: number;
  /** Bets per transaction: few, so that there are many places to die at. */
  readonly chunk: number;
  /** `settle`: an operator asks. `jobs`: nobody asks, and the worker finds what was begun. */
  readonly as: "settle" | "jobs";
}

const OPERATOR = { id: "00000000-0000-7000-8000-000000000001" };

const { databaseUrl, raceId, version, chunk, as } = orderOf<SettleOrder>();
await asChild(databaseUrl, async (ctx) => {
  if (as === "jobs") {
    await runSettlements(ctx, undefined, { chunk });
  } else {
    await settleRace(ctx, { raceId, version, operator: OPERATOR, chunk, waitMs: 60_000 });
    await settlementsAtRest(ctx);
  }
});
