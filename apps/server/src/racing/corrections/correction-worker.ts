import { type Placings, outcomeToJson } from "@club/domain";
import type { DeclaredEntry } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { areBooksOff } from "../../money/ledger/books-state.ts";
import { inTurn } from "../../core/kit/in-turn.ts";
import { again, runChunks } from "../../money/ledger/run-chunks.ts";
import {
  type CorrectionRow,
  correctPlayers,
  finishCorrection,
  insertLines,
  listOpenCorrections,
  lockUnplanned,
  writeCorrectionPlan,
} from "./corrections.queries.ts";
import { factsToText } from "../../proofs/pools/facts-json.ts";
import { type CorrectionPlan, planCorrection } from "./plan-correction.ts";
import { runSettlements } from "../settlement/settlement-worker.ts";
import { refuseMissing } from "../settlement/write-plan.ts";

/** Players per transaction: it locks their wallets for a few tenths of a second at most. */
const PLAYERS = 200;
const LINES = 5000;

export interface CorrectionOptions {
  /** Players per transaction. */
  readonly players?: number;
}

/**
 * Carries out approved corrections, of all races or of one. Every step is a row, so each worker
 * goes on from where another left off (promise P8 holds for corrections too).
 */
export async function runCorrections(
  ctx: AppContext,
  raceId?: string,
  options: CorrectionOptions = {},
): Promise<void> {
  const players = options.players ?? PLAYERS;
  await inTurn(await listOpenCorrections(ctx.db.jobs, raceId), async (correction) => {
    if (await areBooksOff(ctx.db.jobs)) return;
    if (correction.step === "approved") await plan(ctx, correction);
    if (await correctAll(ctx, correction, players)) await runSettlements(ctx, correction.race_id);
  });
}

/** Writes what every bet gets, once: a written plan is final. */
async function plan(ctx: AppContext, correction: CorrectionRow): Promise<void> {
  const { rows } = await ctx.db.jobs.query<{
    placings: Placings;
    declared: DeclaredEntry[] | null;
  }>("SELECT placings, declared FROM result WHERE race_id = $1 AND version = $2", [
    correction.race_id,
    correction.version,
  ]);
  const result = rows[0];
  if (result === undefined) throw new Error(`correction ${correction.id} has no result`);
  const planned = await planCorrection(ctx.db.jobs, {
    raceId: correction.race_id,
    placings: result.placings,
    declared: result.declared ?? [],
  });
  refuseMissing(planned.pools);
  await withTransaction(ctx.db.jobs, async (tx) => {
    if (!(await lockUnplanned(tx, correction.id))) return;
    for (let from = 0; from < planned.lines.length; from += LINES) {
      await insertLines(tx, correction.id, planned.lines.slice(from, from + LINES));
    }
    await writeCorrectionPlan(tx, correction.id, poolsText(planned));
    crashPoint("correct.plan-open");
  });
  crashPoint("correct.planned");
}

/** True when it is done, by us or by another worker just now. */
async function correctAll(
  ctx: AppContext,
  { id }: CorrectionRow,
  players: number,
): Promise<boolean> {
  const db = ctx.db.jobs;
  return await runChunks(ctx, {
    begin: () => ({
      each: again(async () => await correctPlayers(db, id, players)),
      end: async () => await finishCorrection(db, id),
    }),
    isStopping: async () => await areBooksOff(db),
    insists: false,
    crashPoints: {
      beforeChunk: "correct.before-players",
      chunkPaid: "correct.players",
      ended: "correct.finished",
    },
  });
}

function poolsText({ pools }: CorrectionPlan): string {
  const each = pools.map(
    ({ task, outcome }) =>
      `{"settlement_id":"${newId()}","pool_id":"${task.pool.id}","facts":${factsToText(task.facts)},"outcome":${JSON.stringify(outcomeToJson(outcome))}}`,
  );
  return `[${each.join(",")}]`;
}
