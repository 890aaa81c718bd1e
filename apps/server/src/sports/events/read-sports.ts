import type { DataOf, QueryOf, SportEvent, SportEventRow, listSportEvents } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { isId, knownId } from "../../core/kit/ids.ts";
import { signedRootOf } from "../../proofs/bets/bet-proof.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";
import {
  type EventFilter,
  countSports,
  listEvents,
  readEvent,
  readMainMarkets,
  readMarkets,
  readSportRoot,
} from "./stored-events.ts";
import { toEventLine, toEventRow, toMarket } from "./sports.wire.ts";

type ListQuery = QueryOf<typeof listSportEvents>;
export interface SportList {
  readonly data: DataOf<typeof listSportEvents>;
  readonly list: readonly SportEventRow[];
}

const TTL_MS = 500;
const MOST_IDS = 200;
const cacheOf = perServer(() => new TtlCache<unknown>(TTL_MS));

/** Whoever changes events or prices sees the change at once, in this process. */
export function forgetSports(ctx: Pick<AppContext, "db">): void {
  cacheOf(ctx).clear();
}

/** The board: events in order of start, each with its main market. At most half a second old. */
export async function sportList(ctx: AppContext, query: ListQuery): Promise<SportList> {
  const ids = query.ids?.split(",").filter(isId).slice(0, MOST_IDS);
  const filter: EventFilter = {
    sport: query.sport ?? null,
    competition: query.competition ?? null,
    day: query.day ?? null,
    ids: ids ?? null,
    q: query.q?.trim() || null,
    withDrafts: false,
  };
  const load = async (): Promise<SportList> => await readList(ctx, filter);
  const all = (await cacheOf(ctx).get(JSON.stringify(filter), load)) as SportList;
  if (query.live === undefined) return all;
  const wanted = query.live === "true";
  return { data: all.data, list: all.list.filter((event) => event.is_live === wanted) };
}

async function readList(ctx: AppContext, filter: EventFilter): Promise<SportList> {
  const [events, counts] = await Promise.all([
    listEvents(ctx.db.browsing, filter),
    countSports(ctx.db.browsing),
  ]);
  const main = await readMainMarkets(
    ctx.db.browsing,
    events.map((event) => event.id),
  );
  const { sports, days, now } = counts;
  return {
    data: { sports, days, as_of: now.toISOString() },
    list: events.map((event) => toEventRow(event, main.get(event.id))),
  };
}

/** One event with all its markets. @throws not_found, also for a draft. */
export async function sportEventOf(ctx: AppContext, eventId: string): Promise<SportEvent> {
  const id = knownId(eventId);
  const load = async (): Promise<SportEvent> => {
    const event = await readEvent(ctx.db.browsing, id);
    if (event === null || event.status === "draft") throw new Refusal("not_found");
    const markets = await readMarkets(ctx.db.browsing, id);
    const root = await readSportRoot(ctx.db.browsing, id);
    return {
      ...toEventLine(event),
      markets: markets.map((market) => toMarket(market, event)),
      root: root?.root.toString("hex") ?? null,
      bets: root?.bets ?? null,
      signed_root: root === null ? null : await signedRootOf(ctx.db.browsing, "event", id),
    };
  };
  return (await cacheOf(ctx).get(`event ${id}`, load)) as SportEvent;
}
