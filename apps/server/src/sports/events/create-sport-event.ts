import type { BodyOf, addSportMarket, createSportEvent } from "@club/contract";
import { Refusal, checkMarket } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type Connection, withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { parseInstant } from "../../core/http/wire.ts";
import { forgetSports } from "./read-sports.ts";
import {
  type SportActor,
  actOnEvent,
  auditAct,
  requireState,
  tellEvent,
} from "./sport-event-act.ts";
import { type SportLimits, readSportLimits } from "./sport-limits.ts";

export type NewMarket = BodyOf<typeof addSportMarket>;
type NewEvent = BodyOf<typeof createSportEvent>;

/** An event as a feed or an operator gives it. */
export interface EventToMake {
  readonly sport: string;
  readonly competition: string;
  readonly home: string;
  readonly away: string;
  readonly homeNames: Record<string, string>;
  readonly awayNames: Record<string, string>;
  readonly startTime: Date;
  readonly isPublished: boolean;
  readonly source: string;
  readonly sourceId: string | null;
  /** A feed updates it: if the feed falls silent, bets must wait. */
  readonly isFed: boolean;
  readonly markets: readonly NewMarket[];
}

const MILLI = 1000;

/** Makes an event by hand. @throws request.invalid, sport.market_invalid, race.start_past */
export async function createEvent(
  ctx: AppContext,
  form: NewEvent,
  actor: SportActor,
): Promise<string> {
  const startTime = instantOf(form.start_time);
  const eventId = await withTransaction(ctx.db.operators, async (tx) => {
    const id = await insertEvent(
      tx,
      {
        sport: form.sport,
        competition: form.competition,
        home: form.home,
        away: form.away,
        homeNames: form.home_names ?? {},
        awayNames: form.away_names ?? {},
        startTime,
        isPublished: form.publish ?? false,
        source: "hand",
        sourceId: null,
        isFed: false,
        markets: form.markets,
      },
      actor,
    );
    await auditAct(tx, actor, { action: "sport.create", target: id, after: form });
    return id;
  });
  forgetSports(ctx);
  return eventId;
}

/** Writes an event with its markets, in the caller's transaction. Returns its id. */
export async function insertEvent(
  tx: Connection,
  event: EventToMake,
  actor: SportActor,
): Promise<string> {
  const limits = await readSportLimits(tx);
  const id = newId();
  const [homeNames, awayNames] = await namesOf(tx, event);
  await tx.query(
    `INSERT INTO sport_event (id, sport, competition, home, away, home_names, away_names, start_time, first_start, status,
       source, source_id, fed_at, max_liability_cents, created_by, fed_home, fed_away, fed_start)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11::text, CASE WHEN $14 THEN club_now_ms() END, $12, $13,
       CASE WHEN $11::text IS NOT NULL THEN $4 END, CASE WHEN $11::text IS NOT NULL THEN $5 END,
       CASE WHEN $11::text IS NOT NULL THEN $8::timestamptz END)`,
    [
      id,
      event.sport,
      event.competition,
      event.home,
      event.away,
      JSON.stringify(homeNames),
      JSON.stringify(awayNames),
      event.startTime,
      event.isPublished ? "open" : "draft",
      event.source,
      event.sourceId,
      limits.eventLiabilityCents,
      actor.operator?.id ?? null,
      event.isFed,
    ],
  );
  for (const [ord, market] of event.markets.entries()) {
    await insertMarket(tx, { eventId: id, ord, market, source: event.source, limits, actor });
  }
  await tellEvent(tx, id);
  return id;
}

type Names = Record<string, string>;

/** A side's names in other languages are given once: its next events take the newest ones. */
async function namesOf(tx: Connection, event: EventToMake): Promise<readonly [Names, Names]> {
  const known = async (given: Names, side: string): Promise<Names> => {
    if (side === "" || Object.keys(given).length > 0) return given;
    const { rows } = await tx.query<{ names: Names }>(KNOWN_NAMES, [event.sport, side]);
    return rows[0]?.names ?? {};
  };
  return [await known(event.homeNames, event.home), await known(event.awayNames, event.away)];
}

/** Served by sport_event_home and sport_event_away. */
const KNOWN_NAMES = `
  SELECT names FROM (
    SELECT home_names AS names, created_at, id FROM sport_event WHERE sport = $1 AND home = $2 AND home_names <> '{}'
    UNION ALL
    SELECT away_names, created_at, id FROM sport_event WHERE sport = $1 AND away = $2 AND away_names <> '{}') n
  ORDER BY created_at DESC, id DESC LIMIT 1`;

interface MarketToMake {
  readonly eventId: string;
  readonly ord: number;
  readonly market: NewMarket;
  readonly source: string;
  readonly limits: SportLimits;
  readonly actor: SportActor;
}

/** @throws sport.limits_unset, sport.market_invalid */
export async function insertMarket(tx: Connection, asked: MarketToMake): Promise<string> {
  const { eventId, ord, market, source, limits, actor } = asked;
  if (!limits.isSet) throw new Refusal("sport.limits_unset");
  const keys = market.outcomes.map((outcome) => outcome.key);
  const lineMilli = lineMilliOf(market);
  checkMarket({ type: market.type, lineMilli, keys });
  const id = newId();
  const { rowCount } = await tx.query(
    `INSERT INTO sport_market (id, event_id, ord, type, line_milli, combines, max_liability_cents)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [
      id,
      eventId,
      ord,
      market.type,
      lineMilli,
      market.combines ?? false,
      market.max_liability_cents ?? limits.marketLiabilityCents,
    ],
  );
  if (rowCount === 0) throw new Refusal("sport.market_invalid", { field: "type", reason: "twice" });
  const outcomes = market.outcomes;
  await tx.query(
    `INSERT INTO sport_outcome (id, market_id, event_id, ord, key, name, odds_milli)
     SELECT i.id, $1, $2, i.n - 1, i.key, i.name, i.odds
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::integer[]) WITH ORDINALITY AS i (id, key, name, odds, n)`,
    [
      id,
      eventId,
      outcomes.map(() => newId()),
      keys,
      outcomes.map((outcome) => outcome.name ?? null),
      outcomes.map((outcome) => outcome.odds_milli),
    ],
  );
  await tx.query("SELECT sport_note_price($1, $2, $3)", [id, source, actor.operator?.id ?? null]);
  return id;
}

/** Adds a market to an event that has not started. @throws sport.event_state, sport.market_invalid */
export async function addMarket(
  ctx: AppContext,
  asked: { eventId: string; market: NewMarket },
  actor: SportActor,
): Promise<void> {
  await actOnEvent(ctx, asked.eventId, async ({ tx, event }) => {
    requireState(event, ["draft", "open"]);
    const limits = await readSportLimits(tx);
    const { market } = asked;
    const made = { eventId: event.id, ord: event.markets_count, market, source: "hand" };
    const marketId = await insertMarket(tx, { ...made, limits, actor });
    await auditAct(tx, actor, { action: "sport.market", target: event.id, after: market });
    await tellEvent(tx, event.id, { marketId });
  });
}

function lineMilliOf({ line }: NewMarket): number | null {
  if (line === null || line === undefined) return null;
  const milli = line * MILLI;
  if (!Number.isInteger(milli)) throw new Refusal("sport.market_invalid", { field: "line" });
  return milli;
}

/** @throws request.invalid */
export function instantOf(text: string): Date {
  const instant = parseInstant(text);
  if (instant === null) throw new Refusal("request.invalid", { field: "start_time" });
  return instant;
}
