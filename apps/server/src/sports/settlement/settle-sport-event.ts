import type { DataOf, settleSportEvent } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { waitAtMost } from "../../core/kit/pause.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { requireSoundBooks } from "../../money/ledger/books-state.ts";
import { forgetSports } from "../events/read-sports.ts";
import { runSportSettlement } from "./run-sport-settlement.ts";
import { countNumbers } from "./sport-dry-run.ts";
import {
  type ActOnEvent,
  type SportActor,
  actOnEvent,
  auditAct,
  requireState,
} from "../events/sport-event-act.ts";
import { type SportResultData, readNewestResult, readResult } from "./stored-results.ts";
import { readEvent, readMarkets } from "../events/stored-events.ts";

const WAIT_MS = 10_000;

/**
 * Settles an event by its newest result: plan, then every bet that is decided with it. Whoever
 * comes next finishes what was begun; a repeat changes nothing.
 *
 * @throws not_found, result.unknown, result.stale, result.unconfirmed, approval.same_person,
 * sport.event_state, settlement.paused
 */
export async function settleEvent(
  ctx: AppContext,
  asked: { eventId: string; version: number },
  actor: SportActor,
): Promise<DataOf<typeof settleSportEvent>> {
  const eventId = await actOnEvent(ctx, asked.eventId, async (on) => {
    await plan(ctx, on, { version: asked.version, actor });
    return on.event.id;
  });
  const work = runSportSettlement(ctx, { eventId, version: asked.version });
  await waitAtMost(WAIT_MS, work);
  // The caller may be gone: the job sees a failure and resumes it.
  work.catch(() => undefined);
  forgetSports(ctx);
  const event = await readEvent(ctx.db.jobs, eventId);
  const result = await readResult(ctx.db.jobs, eventId, asked.version);
  if (event === null || result === null) throw new Refusal("not_found");
  const markets = await readMarkets(ctx.db.jobs, eventId);
  const numbers = await countNumbers(ctx.db.jobs, { event, markets, result });
  const status = event.status === "settled" || event.status === "void" ? event.status : "final";
  return { ...numbers, status, settled_at: wireInstant(event.settled_at) };
}

async function plan(
  ctx: AppContext,
  { tx, event }: ActOnEvent,
  asked: { version: number; actor: SportActor },
): Promise<void> {
  const { version, actor } = asked;
  const result = await readResult(tx, event.id, version);
  if (result === null) throw new Refusal("result.unknown");
  if (event.result_version === version) return;
  requireState(event, ["closed"]);
  const newest = await readNewestResult(tx, event.id);
  if (newest?.version !== version) {
    throw new Refusal("result.stale", { result_version: newest?.version });
  }
  requireOfficial(result, { operatorId: actor.operator?.id, isFourEyes: ctx.settings.fourEyes });
  await requireSoundBooks(tx);
  await tx.query("SELECT plan_sport_settlement($1, $2, false)", [event.id, version]);
  await auditAct(tx, actor, { action: "sport.settle", target: event.id, after: { version } });
}

/**
 * A feed's result is official once an operator settles by it. Four eyes take two operators: who
 * entered a result does not settle by it, and where a feed entered it, who confirmed it does not.
 */
function requireOfficial(
  result: SportResultData,
  by: { operatorId: string | undefined; isFourEyes: boolean },
): void {
  const isUnconfirmed = result.confirmed_by === null;
  if (isUnconfirmed && (by.isFourEyes || result.entered_by !== null)) {
    throw new Refusal("result.unconfirmed");
  }
  if (by.isFourEyes && (result.entered_by ?? result.confirmed_by) === by.operatorId) {
    throw new Refusal("approval.same_person");
  }
}
