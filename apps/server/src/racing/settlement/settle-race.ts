import type { DeclaredEntry, RaceNumbers } from "@club/contract";
import { type Placings, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { waitAtMost } from "../../core/kit/pause.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { requireSoundBooks } from "../../money/ledger/books-state.ts";
import { audit } from "../../desk/operators/audit.ts";
import { placesPaidIn } from "./read-pool-facts.ts";
import { settledMoney, toRaceNumbers } from "./settlement.wire.ts";
import { runSettlement } from "./run-settlement.ts";
import { type SettlableResult, readSettlable } from "./settlable.queries.ts";
import { finishUnpaid } from "./pay-chunks.queries.ts";
import { readSettlements } from "./settlements.queries.ts";
import { writePlan } from "./write-plan.ts";

export interface SettleRequest {
  readonly raceId: string;
  readonly version: number;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
  /** How long the answer waits for the last bet to be paid. */
  readonly waitMs?: number;
  /** Bets per transaction. */
  readonly chunk?: number;
}

export interface SettledRace {
  readonly numbers: RaceNumbers;
  readonly status: "final" | "settled";
  readonly settledAt: Date | null;
}

const WAIT_MS = 10_000;

/**
 * Settles a race by its newest final result: plan, payment of every bet, close of every pool.
 * Whoever comes next finishes what was begun; a repeat changes nothing and returns the same numbers
 * (rules.md section 4, "Once, and corrections").
 *
 * @throws not_found, result.unknown, result.state, result.stale, result.unconfirmed,
 * approval.same_person, settlement.begun, settlement.waits, settlement.paused, settlement.stopped,
 * result.inquiry, result.no_dividend
 */
export async function settleRace(ctx: AppContext, asked: SettleRequest): Promise<SettledRace> {
  const { raceId, version } = asked;
  const until = performance.now() + (asked.waitMs ?? WAIT_MS);
  const found = await checkSettle(ctx.db.operators, ctx, asked);
  if (found.is_stopped) throw new Refusal("settlement.stopped");
  if (!found.is_begun) {
    await requireSoundBooks(ctx.db.operators);
    await plan(ctx, asked, found);
  }
  const { settled } = runSettlement(ctx, { raceId, version }, asked);
  // After the answer it goes on by itself; a fault then shows in the log.
  settled.catch((error: unknown) => ctx.log.error({ err: error, raceId }, "settling failed"));
  await waitAtMost(until - performance.now(), settled);
  return await answer(ctx, asked);
}

async function plan(ctx: AppContext, asked: SettleRequest, found: SettlableResult): Promise<void> {
  const { raceId, version, operator, request } = asked;
  await writePlan(ctx, {
    raceId,
    placings: found.placings as Placings,
    declared: (found.declared ?? []) as DeclaredEntry[],
    versionsOf: async () => () => ({ raceId, version }),
    check: async (tx) => !(await checkSettle(tx, ctx, asked)).is_begun,
    after: async (tx, planned) => {
      // No pool is left to be paid: whoever plans a pool that it is a leg of has to find it settled.
      if (planned.length === 0) await finishUnpaid(tx, { raceId, version });
      const after = { result_version: version, pools: planned.length };
      await audit(tx, { action: "race.settle", operator, request, target: raceId, after });
    },
  });
}

/** Whether this result may be settled. Under the race's lock the verdict is final. */
async function checkSettle(
  db: Queryable,
  ctx: AppContext,
  { raceId, version, operator }: SettleRequest,
): Promise<SettlableResult> {
  const found = await readSettlable(db, raceId, version);
  if (found === null) throw new Refusal("not_found");
  if (found.version === null) throw new Refusal("result.unknown", { result_version: version });
  if (found.is_begun) return found;
  if (ctx.settings.fourEyes && found.entered_by === operator.id) {
    throw new Refusal("approval.same_person");
  }
  refuseUnfit(found);
  return found;
}

function refuseUnfit(found: SettlableResult): void {
  if (found.stage !== "final") throw new Refusal("result.state", { stage: found.stage });
  if (found.is_stale || found.newest !== found.version) {
    throw new Refusal("result.stale", { newest: found.newest });
  }
  if (found.begun_version !== null) {
    throw new Refusal("settlement.begun", { result_version: found.begun_version });
  }
  if (!found.is_confirmed) throw new Refusal("result.unconfirmed");
  if (found.is_in_inquiry) throw new Refusal("result.inquiry");
  if (found.status !== "final") throw new Refusal("result.state", { status: found.status });
  if (found.is_stopped) throw new Refusal("settlement.stopped");
}

async function answer(
  ctx: AppContext,
  { raceId, version, operator }: SettleRequest,
): Promise<SettledRace> {
  const rows = await readSettlements(ctx.db.operators, raceId, version);
  const found = await checkSettle(ctx.db.operators, ctx, { raceId, version, operator });
  const placesPaid = await placesPaidIn(ctx.db.operators, raceId);
  return {
    numbers: toRaceNumbers({ raceId, version, placesPaid, pools: rows.map(settledMoney) }),
    status: found.status === "settled" ? "settled" : "final",
    settledAt: found.settled_at,
  };
}
