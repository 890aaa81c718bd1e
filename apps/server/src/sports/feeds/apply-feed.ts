import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type Connection, withTransaction } from "../../core/db/connect.ts";
import { moveStart } from "../events/change-sport-event.ts";
import { insertEvent, insertMarket } from "../events/create-sport-event.ts";
import { enterSportResult } from "../results/enter-sport-result.ts";
import { type SportActor, tellEvent } from "../events/sport-event-act.ts";
import { readSportLimits } from "../events/sport-limits.ts";
import type { SportEventRowData } from "../events/sport-rows.ts";
import { readEvent, readMarkets } from "../events/stored-events.ts";
import { isRenamed, type FeedAct, type Odds, type StoredEvent } from "./diff-feed.ts";
import type { FeedEvent, FeedMarket } from "./feed-event.ts";

export interface FeedEventAct {
  readonly feed: FeedEvent;
  readonly format: string;
  readonly isPublished: boolean;
  /** It comes from a watched folder or a polled address, so more is expected. */
  readonly isWatched: boolean;
  readonly acts: readonly FeedAct[];
}

/** The stored event of a feed's event, or null. Served by sport_event_source. */
export async function readFedEvent(
  db: Connection | AppContext["db"]["operators"],
  format: string,
  sourceId: string,
): Promise<StoredEvent | null> {
  const { rows } = await db.query<{ id: string }>(
    "SELECT id FROM sport_event WHERE source = $1 AND source_id = $2",
    [format, sourceId],
  );
  const [row] = rows;
  const event = row === undefined ? null : await readEvent(db, row.id);
  if (event === null) return null;
  const markets = await readMarkets(db, event.id);
  const { rows: fed } = await db.query<{ id: string; odds: Odds }>(FED_MARKETS, [
    markets.map(({ id }) => id),
    format,
  ]);
  const fedMarkets = new Map(fed.map(({ id, odds }) => [id, odds]));
  const { rows: gone } = await db.query<{ id: string }>(GONE_MARKETS, [[...fedMarkets.keys()]]);
  return { event, markets, fedMarkets, goneMarkets: new Set(gone.map(({ id }) => id)) };
}

/** Served by the primary key of sport_price, from the newest version back. */
const FED_MARKETS = `SELECT m.id, l.odds FROM unnest($1::uuid[]) m (id)
  CROSS JOIN LATERAL (SELECT p.odds FROM sport_price p WHERE p.market_id = m.id AND p.source = $2
    ORDER BY p.version DESC LIMIT 1) l`;

/** Suspended, but not by an operator. */
const GONE_MARKETS =
  "SELECT id FROM sport_market WHERE id = ANY ($1) AND status = 'suspended' AND NOT is_held";

/** Carries out a feed's changes to one event, in one transaction; a result in its own after it. */
export async function applyEvent(
  ctx: AppContext,
  asked: FeedEventAct,
  actor: SportActor,
): Promise<void> {
  const eventId = await withTransaction(ctx.db.operators, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      "SELECT id FROM sport_event WHERE source = $1 AND source_id = $2 FOR NO KEY UPDATE",
      [asked.format, asked.feed.sourceId],
    );
    const known = rows[0] === undefined ? null : await readEvent(tx, rows[0].id);
    const id = known === null ? await makeEvent(tx, asked, actor) : known.id;
    if (known !== null) await changeKnown(tx, known, { asked, actor });
    return id;
  });
  const { score } = asked.feed;
  const hasResult = asked.acts.some((act) => act.kind === "result");
  if (!hasResult || score === null) return;
  // No operator enters a feed's score: one settles by it.
  const form = { score: { home: score.home, away: score.away } };
  await enterSportResult(ctx, { eventId, form }, {});
}

async function makeEvent(tx: Connection, asked: FeedEventAct, actor: SportActor): Promise<string> {
  const { feed, format, isPublished } = asked;
  const { sport, competition, home, away, startTime, sourceId } = feed;
  return await insertEvent(
    tx,
    {
      sport,
      competition,
      home,
      away,
      homeNames: {},
      awayNames: {},
      startTime,
      isPublished,
      source: format,
      sourceId,
      isFed: asked.isWatched,
      markets: feed.markets.map(toNewMarket),
    },
    actor,
  );
}

async function changeKnown(
  tx: Connection,
  event: SportEventRowData,
  of: { asked: FeedEventAct; actor: SportActor },
): Promise<void> {
  const { feed, acts } = of.asked;
  // The feed has priced it, so it is not stale, even if nothing changed. Scores make no price fresh.
  const isFresh = feed.isPriced && !isRenamed(feed, event);
  await tx.query(
    `UPDATE sport_event SET is_stale = is_stale AND NOT $6,
       fed_at = CASE WHEN $6 AND ($2 OR fed_at IS NOT NULL) THEN club_now_ms() ELSE fed_at END,
       fed_home = coalesce(fed_home, $3), fed_away = coalesce(fed_away, $4),
       -- Under other names nothing of it is believed, so its start is news once they are.
       fed_start = CASE WHEN coalesce(fed_home, $3) = $3 AND coalesce(fed_away, $4) = $4 THEN $5 ELSE fed_start END
     WHERE id = $1`,
    [event.id, of.asked.isWatched, feed.home, feed.away, feed.startTime, isFresh],
  );
  if (event.is_stale && isFresh) await tellEvent(tx, event.id);
  for (const act of acts) await changeOne(tx, act, { ...of, event });
}

interface ChangeOf {
  readonly asked: FeedEventAct;
  readonly actor: SportActor;
  readonly event: SportEventRowData;
}

async function changeOne(tx: Connection, act: FeedAct, of: ChangeOf): Promise<void> {
  const { event } = of;
  const { feed, format } = of.asked;
  switch (act.kind) {
    case "time":
      await moveStart({ tx, event }, feed.startTime);
      await tellEvent(tx, event.id);
      break;
    case "market": {
      const limits = await readSportLimits(tx);
      const made = { eventId: event.id, ord: event.markets_count, market: toNewMarket(act.market) };
      await insertMarket(tx, { ...made, source: format, limits, actor: of.actor });
      await tellEvent(tx, event.id);
      break;
    }
    case "price":
      await tx.query("SELECT set_sport_price($1, $2::uuid[], $3::integer[], $4, NULL)", [
        act.marketId,
        act.outcomes.map(({ outcomeId }) => outcomeId),
        act.outcomes.map(({ oddsMilli }) => oddsMilli),
        format,
      ]);
      break;
    case "gone":
      await tx.query("SELECT set_sport_market_status($1, 'suspended', NULL)", [act.marketId]);
      break;
    case "back":
      // An operator may have suspended it since the acts were decided.
      await tx.query(
        "SELECT set_sport_market_status(id, 'open', NULL) FROM sport_market WHERE id = $1 AND NOT is_held",
        [act.marketId],
      );
      break;
    case "score":
      await tx.query("UPDATE sport_event SET live_home = $2, live_away = $3 WHERE id = $1", [
        event.id,
        feed.score?.home,
        feed.score?.away,
      ]);
      await tellEvent(tx, event.id);
      break;
    case "new":
    case "result":
      // An event is made before its changes; a result is entered after them.
      break;
  }
}

function toNewMarket({ type, lineMilli, outcomes }: FeedMarket) {
  return {
    type,
    line: lineMilli === null ? null : lineMilli / 1000,
    outcomes: outcomes.map(({ key, name, oddsMilli }) => ({ key, name, odds_milli: oddsMilli })),
  };
}

/** What could not be done for one event, as a line for the operator; other faults are ours. */
export function problemOf(feed: FeedEvent, error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return `${feed.home} - ${feed.away}: ${error.code}`;
}
