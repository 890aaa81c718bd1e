import type { DataOf, DeskEvent, DeskEventLine, DeskMarket, sportsBoard } from "@club/contract";
import { Refusal, marginBps } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { type DeskRecords, readBoardFigures, readDeskRecords } from "./desk-views.queries.ts";
import { readHold } from "../events/hold-sports.ts";
import { readOpenBook } from "../events/open-book.ts";
import { toResultScore } from "../settlement/sport-dry-run.ts";
import type { SportEventRowData, SportMarketData } from "../events/sport-rows.ts";
import {
  type EventFilter,
  listEvents,
  readEvent,
  readMainMarkets,
  readMarkets,
  readSomeMarkets,
  readSportRoot,
} from "../events/stored-events.ts";
import { eventStatus, toEventLine, toMarket } from "../events/sports.wire.ts";

const MS = 1000;

/** A market with its book: what the club wins (above 0) or loses on each outcome, singles only. */
export function toDeskMarket(market: SportMarketData, event: SportEventRowData): DeskMarket {
  const wire = toMarket(market, event);
  const stakes = wireCents(market.stakes_cents);
  const outcomes = wire.outcomes.map((outcome, i) => {
    const { stakes_cents, pays_cents, bets } = market.outcomes[
      i
    ] as SportMarketData["outcomes"][number];
    return { ...outcome, stakes_cents, pays_cents, bets, book_cents: stakes - pays_cents };
  });
  return {
    ...wire,
    outcomes,
    margin_bps: marginBps(market.outcomes.map((outcome) => outcome.odds_milli)),
    max_liability_cents: wireCents(market.max_liability_cents),
    stakes_cents: stakes,
    worst_cents: Math.min(...outcomes.map((outcome) => outcome.book_cents)),
    changed_at: wireInstant(market.changed_at),
  };
}

function toDeskLine(event: SportEventRowData, main: SportMarketData | undefined): DeskEventLine {
  return {
    ...toEventLine(event),
    source: event.source,
    fed_at: wireInstant(event.fed_at),
    is_stale: event.is_stale,
    bets: event.bets,
    stakes_cents: wireCents(event.single_stakes_cents),
    multiple_stakes_cents: wireCents(event.multiple_stakes_cents),
    liability_cents: wireCents(event.worst_cents + event.multiple_exposure_cents),
    max_liability_cents: wireCents(event.max_liability_cents),
    main_market: main === undefined ? null : toDeskMarket(main, event),
  };
}

/** Events for the desk in order of start, drafts too, with their main markets. */
export async function deskEvents(
  ctx: AppContext,
  asked: Partial<EventFilter> & { status?: string | undefined },
): Promise<DeskEventLine[]> {
  const { status, ...filter } = asked;
  const events = await listEvents(ctx.db.operators, {
    sport: null,
    competition: null,
    day: null,
    ids: null,
    q: null,
    ...filter,
    withDrafts: true,
  });
  const wanted = events.filter((event) => status === undefined || eventStatus(event) === status);
  const main = await readMainMarkets(
    ctx.db.operators,
    wanted.map((event) => event.id),
  );
  return wanted.map((event) => toDeskLine(event, main.get(event.id)));
}

/** One event for the desk, never cached. @throws not_found */
export async function deskEvent(ctx: AppContext, eventId: string): Promise<DeskEvent> {
  const id = knownId(eventId);
  const db = ctx.db.operators;
  const event = await readEvent(db, id);
  if (event === null) throw new Refusal("not_found");
  const markets = await readMarkets(db, id);
  const records = await readDeskRecords(db, id);
  const root = await readSportRoot(db, id);
  const { main_market: _, ...line } = toDeskLine(event, undefined);
  return {
    ...line,
    markets: markets.map((market) => toDeskMarket(market, event)),
    ...toRecords(event, records),
    closed_at: wireInstant(event.closed_at),
    root: root?.root.toString("hex") ?? null,
  };
}

function toRecords(
  event: SportEventRowData,
  { results, settlement, log }: DeskRecords,
): Pick<DeskEvent, "results" | "settlement" | "log"> {
  return {
    results: results.map((result) => ({
      version: result.version,
      kind: result.kind,
      score: toResultScore(result),
      reason: result.reason,
      entered_by: result.entered_by,
      confirmed_by: result.confirmed_by,
      entered_at: wireInstant(result.entered_at),
      is_settled: result.version === event.result_version,
    })),
    settlement:
      settlement === null
        ? null
        : {
            result_version: settlement.version,
            step: settlement.step,
            bets: settlement.bets,
            settled_bets: settlement.settled_bets,
            payout_cents: wireCents(settlement.payout_cents),
            refund_cents: wireCents(settlement.refund_cents),
          },
    log: log.map((line) => ({ ...line, at: wireInstant(line.at) })),
  };
}

/** One market for the desk. @throws not_found */
export async function deskMarket(ctx: AppContext, marketId: string): Promise<DeskMarket> {
  const db: Queryable = ctx.db.operators;
  const [market] = await readSomeMarkets(db, [knownId(marketId)]);
  const event = market === undefined ? null : await readEvent(db, market.event_id);
  if (market === undefined || event === null) throw new Refusal("not_found");
  return toDeskMarket(market, event);
}

/** The liability board: unsettled events, and the totals over them. */
export async function liabilityBoard(
  ctx: AppContext,
  sport: string | null,
): Promise<{ data: DataOf<typeof sportsBoard>; list: DeskEventLine[] }> {
  const events = await deskEvents(ctx, { sport });
  const list = events.filter((event) => event.status !== "draft");
  const figures = await readBoardFigures(ctx.db.operators);
  const hold = await readHold(ctx.db.operators);
  const margins = list.flatMap(({ main_market: main, status }) =>
    main === null || status !== "open" ? [] : [main.margin_bps],
  );
  const age = figures.fed_at === null ? null : figures.now.getTime() - figures.fed_at.getTime();
  return {
    data: {
      ...(await readOpenBook(ctx.db.operators, sport)),
      margin_bps:
        margins.length === 0
          ? 0
          : Math.round(margins.reduce((total, margin) => total + margin, 0) / margins.length),
      price_changes_last_minute: figures.changes,
      feed_age_seconds: age === null ? null : Math.round(age / MS),
      as_of: wireInstant(figures.now),
      hold: hold === null ? null : { ...hold, begun_at: wireInstant(hold.begun_at) },
    },
    list,
  };
}
