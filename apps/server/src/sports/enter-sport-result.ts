import type { SportNumbers, SportResultForm } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../context.ts";
import type { Connection } from "../db/connection.ts";
import { type DecidedEvent, decideEvent, isSameDecision } from "./decide-sport-event.ts";
import { countNumbers, toResultScore } from "./sport-dry-run.ts";
import {
  type ActOnEvent,
  type SportActor,
  actOnEvent,
  auditAct,
  requireState,
  tellEvent,
} from "./sport-event-act.ts";
import type { SportEventRowData, SportMarketData } from "./sport-rows.ts";
import {
  type SportResultData,
  confirmSportResult,
  insertSportResult,
  readNewestResult,
} from "./sport-results.queries.ts";
import { readEvent, readMarkets } from "./sports.queries.ts";

interface Entered {
  readonly event: SportEventRowData;
  readonly markets: readonly SportMarketData[];
  readonly result: SportResultData;
}

/**
 * Enters a result and shows what settling by it would do. Betting closes with it, if it was still
 * open. Each entry is a new version; one that says the same as the newest is that version. With four
 * eyes it is official when a second operator entered the same.
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

/** A result closes the event: nobody bets on what is known. @throws sport.event_state, settlement.begun */
async function closeFirst({ tx, event }: ActOnEvent): Promise<SportEventRowData> {
  if (["final", "settled", "void"].includes(event.status)) throw new Refusal("settlement.begun");
  requireState(event, ["open", "closed"]);
  if (event.status === "closed") return event;
  await tx.query("SELECT close_sport_event($1)", [event.id]);
  return (await readEvent(tx, event.id)) ?? event;
}

async function writeEntry(
  tx: Connection,
  asked: {
    event: SportEventRowData;
    decided: DecidedEvent;
    actor: SportActor;
    isFourEyes: boolean;
  },
): Promise<SportResultData> {
  const { event, decided, actor, isFourEyes } = asked;
  const newest = await readNewestResult(tx, event.id);
  const operatorId = actor.operator?.id ?? null;
  const isSecond =
    newest !== null && newest.confirmed_by === null && newest.entered_by !== operatorId;
  const isSame =
    newest !== null && isSameDecision({ ...newest, score: toResultScore(newest) }, decided);
  if (newest !== null && isSame) {
    if (!isSecond || operatorId === null) return newest;
    await confirmSportResult(tx, { eventId: event.id, version: newest.version, operatorId });
    await auditAct(tx, actor, {
      action: "sport.result_confirm",
      target: event.id,
      after: { version: newest.version },
    });
    return { ...newest, confirmed_by: operatorId };
  }
  // What a feed said binds nobody: an operator's own entry replaces it.
  if (isSecond && isFourEyes && newest?.entered_by !== null) {
    throw new Refusal("result.differs", { result_version: newest?.version });
  }
  await insertSportResult(tx, {
    eventId: event.id,
    ...decided,
    reason: decided.reason,
    enteredBy: operatorId,
    confirmedBy: isFourEyes || operatorId === null ? null : operatorId,
  });
  const written = await readNewestResult(tx, event.id);
  if (written === null) throw new Error("a result that was written is there");
  await auditAct(
    tx,
    { ...actor, reason: decided.reason },
    {
      action: "sport.result",
      target: event.id,
      after: { version: written.version, kind: decided.kind, score: decided.score },
    },
  );
  await tellEvent(tx, event.id);
  return written;
}
