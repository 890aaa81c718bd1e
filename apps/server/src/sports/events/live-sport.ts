import type { Queryable } from "../../core/db/connect.ts";
import type { LiveEvent } from "../../tell/live/events.ts";
import type { InboxRow, Told } from "../../tell/live/event-writer.ts";
import type { SportEventRowData, SportMarketData } from "./sport-rows.ts";
import { readEvent, readMainMarkets, readMarkets, readSomeMarkets } from "./stored-events.ts";
import { toEventLine, toMarket } from "./sports.wire.ts";

/** What was announced about one event in a round. */
interface ToldOfEvent {
  readonly markets: Set<string>;
  isStatus: boolean;
}

/**
 * Sports events changed: one event each per round, to those who watch it with its changed markets
 * (all of them when its status changed), and to the board with its main market.
 */
export async function sportEvents(tx: Queryable, { rows }: Told): Promise<LiveEvent[]> {
  const told = gather(rows);
  if (told.size === 0) return [];
  const main = await readMainMarkets(tx, [...told.keys()]);
  const events: LiveEvent[] = [];
  for (const [eventId, { markets, isStatus }] of told) {
    const event = await readEvent(tx, eventId);
    if (event === null || event.status === "draft") continue;
    const changed = isStatus
      ? await readMarkets(tx, eventId)
      : await readSomeMarkets(tx, [...markets]);
    events.push(toLive(`sport:${eventId}`, event, changed));
    const shown = main.get(eventId);
    const isShown = shown !== undefined && markets.has(shown.id);
    if (isStatus || isShown) {
      const onBoard = toLive("sports", event, []);
      const main_market = shown === undefined ? null : toMarket(shown, event);
      events.push({ ...onBoard, payload: { ...onBoard.payload, main_market } });
    }
  }
  return events;
}

function toLive(
  topic: string,
  event: SportEventRowData,
  markets: readonly SportMarketData[],
): LiveEvent {
  const shown = markets.map((market) => toMarket(market, event));
  const payload = { ...toEventLine(event), ...(shown.length === 0 ? {} : { markets: shown }) };
  return { topic, kind: "sport", payload };
}

function gather(rows: readonly InboxRow[]): Map<string, ToldOfEvent> {
  const told = new Map<string, ToldOfEvent>();
  for (const { kind, payload } of rows) {
    if (kind !== "sport") continue;
    const { event_id, market_id, status } = payload as {
      event_id: string;
      market_id?: string;
      status?: boolean;
    };
    const known = told.get(event_id) ?? { markets: new Set<string>(), isStatus: false };
    if (market_id !== undefined) known.markets.add(market_id);
    if (status === true) known.isStatus = true;
    told.set(event_id, known);
  }
  return told;
}
