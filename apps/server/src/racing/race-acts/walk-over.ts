import { assert, Refusal, SINGLE_POOL_CODES } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Connection } from "../../core/db/connect.ts";
import { closeInTransaction } from "./close-race.ts";
import { freezeSoon } from "../../proofs/freeze/freeze.ts";
import { raceBets } from "../../proofs/freeze/freeze-race.ts";
import {
  type ActOnRace,
  actOnRace,
  type RaceAct,
  recordAct,
  requireReason,
} from "../races/race-act.ts";
import { numbersIn, readLockedRace } from "../races/race-locks.ts";
import { countDue, type Due } from "../refunds/refund-due.ts";
import { payRefundsInline } from "../refunds/refund-worker.ts";
import { markScratched, requireScratchable } from "./scratch-runner.ts";
import { checkEntry, readRaceField, writeEntry } from "../results/enter-result.ts";
import type { ResultForm } from "../results/results.wire.ts";

export interface WalkOver extends RaceAct {
  /** The runner that came to the start. */
  readonly number: number;
  readonly operator: { readonly id: string };
}

export interface DeclaredWalkOver extends Due {
  readonly scratched: number;
  readonly isConfirmed: boolean;
}

/**
 * Declares a walk-over, in one transaction: the other runners are scratched, betting closes, and
 * the final result names the only one that came. Settling then refunds the pools for want of
 * starters, and doubles have their winner. With four eyes a second operator enters the same, by
 * this act or as a result.
 *
 * @throws not_found, race.state, race.reason_needed, race.walk_over, settlement.begun,
 * result.inquiry, result.differs
 */
export async function declareWalkOver(ctx: AppContext, act: WalkOver): Promise<DeclaredWalkOver> {
  const { jobs, scratched, isConfirmed } = await actOnRace(
    ctx,
    { raceId: act.raceId, withOtherLegs: true },
    async (on) => await declare(on, act, ctx.settings.fourEyes),
  );
  const due = await countDue(ctx.db.jobs, jobs);
  await payRefundsInline(ctx, act.raceId);
  await freezeSoon(ctx, raceBets, act.raceId);
  return { ...due, scratched, isConfirmed };
}

async function declare(on: ActOnRace, act: WalkOver, isFourEyes: boolean) {
  const { tx, race } = on;
  const reason = requireReason(act);
  await requireScratchable(on);
  if (race.status === "draft") {
    throw new Refusal("race.state", { race_id: race.id, status: "draft", needs: ["open"] });
  }
  const others = await othersOf(tx, race.id, act.number);
  const jobs: string[] = [];
  for (const number of others) jobs.push(...(await markScratched(on, { ...act, number })));
  if (race.status === "open") await closeInTransaction(tx, { ...act, raceId: race.id });
  const form = await formOf(tx, race.id, act.number);
  const closed = await readLockedRace(tx, race.id);
  assert(closed !== null, "a race that is locked is there");
  await checkEntry(tx, closed, form);
  const { operator, request } = act;
  const entry = { raceId: race.id, form, operator, ...(request === undefined ? {} : { request }) };
  const entered = await writeEntry(tx, entry, isFourEyes);
  await tx.query("UPDATE race SET ending = 'walk_over', note = $2 WHERE id = $1", [
    race.id,
    reason,
  ]);
  const after = { runner: act.number, scratched: others };
  await recordAct(on, act, { action: "race.walk_over", after });
  return { jobs, scratched: others.length, isConfirmed: entered.result.is_confirmed };
}

/** The runners still in, except the one that came. @throws race.walk_over */
async function othersOf(tx: Connection, raceId: string, number: number): Promise<number[]> {
  const field = await readRaceField(tx, raceId);
  const live = numbersIn(field.runner_mask & ~field.scratched_mask);
  if (!live.includes(number)) {
    throw new Refusal("race.walk_over", { field: "horse_id", runner: number });
  }
  return live.filter((each) => each !== number);
}

/** With official dividends, the race's pools are declared refunded. */
async function formOf(tx: Connection, raceId: string, number: number): Promise<ResultForm> {
  const { dividends } = await readRaceField(tx, raceId);
  const refunded = SINGLE_POOL_CODES.map((pool) => ({ pool, refunded: true as const }));
  const declared = dividends === "declared" ? refunded : null;
  return { stage: "final", placings: [[number]], declared };
}
