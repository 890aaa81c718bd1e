import type { BodyOf, changeSportEvent } from "@club/contract";
import { Refusal, standsPostponed } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Connection } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { instantOf } from "./create-sport-event.ts";
import {
  type ActOnEvent,
  type SportActor,
  actOnEvent,
  auditAct,
  requireState,
  tellEvent,
} from "./sport-event-act.ts";

type Change = BodyOf<typeof changeSportEvent>;

/** Changes names, limit, start or live score. @throws sport.event_state, sport.postponed, request.invalid */
export async function changeEvent(
  ctx: AppContext,
  asked: { eventId: string; change: Change },
  actor: SportActor,
): Promise<void> {
  await actOnEvent(ctx, asked.eventId, async (on) => {
    const { tx, event } = on;
    requireState(event, ["draft", "open", "closed"]);
    const { change } = asked;
    if (typeof change.start_time === "string") await moveStart(on, instantOf(change.start_time));
    await writeNames(tx, event.id, change);
    if (change.live !== null && change.live !== undefined) {
      const { home, away, clock } = change.live;
      await tx.query(
        "UPDATE sport_event SET live_home = $2, live_away = $3, live_clock = $4 WHERE id = $1",
        [event.id, home, away, clock],
      );
    }
    await auditAct(tx, actor, { action: "sport.change", target: event.id, after: change });
    await tellEvent(tx, event.id);
  });
}

async function writeNames(tx: Connection, eventId: string, change: Change): Promise<void> {
  await tx.query(
    `UPDATE sport_event SET competition = coalesce($2, competition), home = coalesce($3, home), away = coalesce($4, away),
       home_names = coalesce($5, home_names), away_names = coalesce($6, away_names),
       max_liability_cents = coalesce($7, max_liability_cents),
       -- Who names the sides by hand has looked at them: the feed's next names are believed again.
       fed_home = CASE WHEN $3 IS NULL AND $4 IS NULL THEN fed_home END,
       fed_away = CASE WHEN $3 IS NULL AND $4 IS NULL THEN fed_away END WHERE id = $1`,
    [
      eventId,
      change.competition ?? null,
      change.home ?? null,
      change.away ?? null,
      jsonOrNull(change.home_names),
      jsonOrNull(change.away_names),
      change.max_liability_cents ?? null,
    ],
  );
}

function jsonOrNull(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** A start that has passed stays passed: a later one does not reopen what it closed. */
export async function moveStart({ tx, event }: ActOnEvent, start: Date): Promise<void> {
  if (
    event.status !== "draft" &&
    !standsPostponed(event.sport, event.first_start.getTime(), start.getTime())
  ) {
    throw new Refusal("sport.postponed", { first_start: wireInstant(event.first_start) });
  }
  // Nobody has seen the start of a draft yet.
  await tx.query(
    `UPDATE sport_event SET start_time = $2, first_start = CASE WHEN status = 'draft' THEN $2 ELSE first_start END
     WHERE id = $1`,
    [event.id, start],
  );
}

/** Opens a draft for bets. @throws sport.event_state, race.start_past */
export async function publishEvent(
  ctx: AppContext,
  eventId: string,
  actor: SportActor,
): Promise<void> {
  await actOnEvent(ctx, eventId, async ({ tx, event }) => {
    if (event.status === "open") return;
    requireState(event, ["draft"]);
    if (event.has_started) throw new Refusal("race.start_past");
    await tx.query(
      "UPDATE sport_event SET status = 'open', first_start = start_time WHERE id = $1",
      [event.id],
    );
    await auditAct(tx, actor, { action: "sport.publish", target: event.id });
    await tellEvent(tx, event.id);
  });
}

/** Suspends or resumes every market of an event at once. @throws sport.event_state */
export async function holdEvent(
  ctx: AppContext,
  asked: { eventId: string; isSuspended: boolean },
  actor: SportActor,
): Promise<void> {
  await actOnEvent(ctx, asked.eventId, async ({ tx, event }) => {
    requireState(event, ["draft", "open"]);
    // Resuming by hand accepts the prices as they are, even those of a feed that went silent.
    await tx.query(
      "UPDATE sport_event SET is_suspended = $2, is_held = false, is_stale = is_stale AND $2, fed_at = CASE WHEN $2 OR fed_at IS NULL THEN fed_at ELSE club_now_ms() END WHERE id = $1",
      [event.id, asked.isSuspended],
    );
    const action = asked.isSuspended ? "sport.suspend" : "sport.resume";
    await auditAct(tx, actor, { action, target: event.id });
    await tellEvent(tx, event.id);
  });
}

/** Closes betting on an event for good. @throws sport.event_state */
export async function closeEvent(
  ctx: AppContext,
  eventId: string,
  actor: SportActor,
): Promise<void> {
  await actOnEvent(ctx, eventId, async ({ tx, event }) => {
    if (event.status === "closed") return;
    requireState(event, ["open"]);
    await tx.query("SELECT close_sport_event($1)", [event.id]);
    await auditAct(tx, actor, { action: "sport.close", target: event.id });
  });
}
