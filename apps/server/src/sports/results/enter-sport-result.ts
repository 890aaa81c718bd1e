import type { SportNumbers, SportResultForm } from "@club/contract";
import { Refusal, present } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Connection } from "../../core/db/connection.ts";
import { type DecidedEvent, decideEvent, isSameDecision } from "./decide-sport-event.ts";
import { countNumbers, toResultScore } from "../settlement/sport-dry-run.ts";
import {
  type ActOnEvent,
  type SportActor,
  actOnEvent,
  auditAct,
  requireState,
  tellEvent,
} from "../events/sport-event-act.ts";
import type { SportEventRowData, SportMarketData } from "../events/sport-rows.ts";
import {
  type SportResultData,
  confirmSportResult,
  insertSportResult,
  readFedResult,
  readNewestResult,
} from "../settlement/stored-results.ts";
import { readEvent, readMarkets } from "../events/stored-events.ts";

interface Entered {
  readonly event: SportEventRowData;
  readonly markets: readonly SportMarketData[];
  readonly result: SportResultData;
}

/**
 * Enters a result and shows what settling by it would do. Closes betting if it is still open. Each
 * entry is a new version; one equal to the newest is that version. With four eyes it is official
 * once a second operator has entered the same.
 *
 * @throws not_found, sport.event_state, sport.result_invalid, result.differs, settlement.begun
 */
export async function enterSportResult(
  ctx: AppContext,
  asked: { eventId: string; form: SportResultForm },
  actor: SportActor,
): Promise<SportNumbers> {
  const entered = await actOnEvent(ctx, asked.eventId, async (on) => {
    const event = await closeFirst(on);
    const markets = await readMarkets(on.tx, event.id);
    const decided = decideEvent(asked.form, event, markets);
    const result = await writeEntry(on.tx, {
      event,
      decided,
      actor,
      isFourEyes: ctx.settings.fourEyes,
    });
    return { event, markets, result } satisfies Entered;
  });
  return await countNumbers(ctx.db.jobs, entered);
}

/** Closes it: nobody bets on a known result. @throws sport.event_state, settlement.begun */
async function closeFirst({ tx, event }: ActOnEvent): Promise<SportEventRowData> {
  if (["final", "settled", "void"].includes(event.status)) throw new Refusal("settlement.begun");
  requireState(event, ["open", "closed"]);
  if (event.status === "closed") return event;
  await tx.query("SELECT close_sport_event($1)", [event.id]);
  return (await readEvent(tx, event.id)) ?? event;
}

interface Entry {
  readonly event: SportEventRowData;
  readonly decided: DecidedEvent;
  readonly actor: SportActor;
  readonly isFourEyes: boolean;
}

/** @throws result.differs - the second operator entered another result than the first. */
async function writeEntry(tx: Connection, entry: Entry): Promise<SportResultData> {
  const { event, decided, actor } = entry;
  const newest = await readNewestResult(tx, event.id);
  if (newest === null) return await writeNew(tx, entry);
  const isSecond = waitsFor(newest, actor);
  if (isSame(newest, decided)) return isSecond ? await confirm(tx, newest, actor) : newest;
  if (actor.operator === undefined) {
    // What a feed only repeats takes no operator's entry back.
    const said = await readFedResult(tx, event.id);
    if (said !== null && isSame(said, decided)) return newest;
  }
  // A feed's result binds nobody: an operator's own entry replaces it.
  if (isSecond && entry.isFourEyes && newest.entered_by !== null) {
    throw new Refusal("result.differs", { result_version: newest.version });
  }
  return await writeNew(tx, entry);
}

const isSame = (result: SportResultData, decided: DecidedEvent): boolean =>
  isSameDecision({ ...result, score: toResultScore(result) }, decided);

/** Whether this result waits for a second operator and this is one. */
function waitsFor(newest: SportResultData, { operator }: SportActor): boolean {
  return (
    operator !== undefined && newest.confirmed_by === null && newest.entered_by !== operator.id
  );
}

async function confirm(
  tx: Connection,
  newest: SportResultData,
  actor: SportActor,
): Promise<SportResultData> {
  const { event_id: eventId, version } = newest;
  const operatorId = actor.operator?.id ?? "";
  await confirmSportResult(tx, { eventId, version, operatorId });
  await auditAct(tx, actor, {
    action: "sport.result_confirm",
    target: eventId,
    after: { version },
  });
  return { ...newest, confirmed_by: operatorId };
}

async function writeNew(tx: Connection, entry: Entry): Promise<SportResultData> {
  const { event, decided, actor, isFourEyes } = entry;
  const operatorId = actor.operator?.id ?? null;
  const version = await insertSportResult(tx, {
    eventId: event.id,
    ...decided,
    enteredBy: operatorId,
    confirmedBy: isFourEyes ? null : operatorId,
  });
  const { kind, score, reason } = decided;
  const row = { action: "sport.result", target: event.id, after: { version, kind, score } };
  await auditAct(tx, { ...actor, reason }, row);
  await tellEvent(tx, event.id);
  return present(await readNewestResult(tx, event.id), "a result that was written is there");
}
