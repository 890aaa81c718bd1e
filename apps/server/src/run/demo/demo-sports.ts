import { randomUUID } from "node:crypto";
import { localDay, Refusal, type SportBetKind } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { pause } from "../../core/kit/pause.ts";
import { placeSportBet } from "../../sports/bets/place-sport-bet.ts";
import { drawFixture, tidy } from "./demo-fixtures.ts";
import { readBettors } from "./demo-people.ts";
import { type Random, below, pickOne, pickSome } from "./random.ts";
import type { StewardClient } from "./steward-client.ts";

const TICK_MS = 1500;
/** How many events are always ahead: some within minutes, the others over the next two days. */
const SOON = 3;
const AHEAD = 22;
const SOON_MS = 20 * 60_000;
/** A board is full within seconds of the club's first start. */
const MADE_AT_ONCE = 6;
const LATER_MS = 40 * 3_600_000;
/** A demo match takes two minutes, so a second is most of a minute of play. */
const MATCH_S = 120;
const MATCH_MINUTES = 90;
const MOST_MOVES = 3;

export interface DemoEvent {
  readonly id: string;
  readonly sport: string;
  readonly status: string;
  /** Seconds since its start, negative before it. */
  readonly seconds: number;
  readonly live_home: number | null;
  readonly live_away: number | null;
  readonly markets: readonly {
    readonly id: string;
    readonly outcomes: readonly { readonly id: string; readonly odds: number }[];
  }[];
}

type Clients = readonly StewardClient[];

/** The demo's sports until the signal: new events, price moves, bets, matches and results. */
export async function runDemoSports(
  ctx: AppContext,
  clients: Clients,
  signal: AbortSignal,
): Promise<void> {
  const random: Random = Math.random;
  const players = await readBettors(ctx);
  while (!signal.aborted) {
    try {
      const events = await eventsInHand(ctx);
      await makeEvents(ctx, clients, { random, events });
      await movePrices(clients, random, events);
      for (const event of events) await play(ctx, clients, { event, random });
      await betSome(ctx, { players, events, random });
    } catch (error) {
      if (!signal.aborted) ctx.log.warn({ err: error }, "the demo's sports were held up");
    }
    await pause(TICK_MS, signal);
  }
}

/** Events that are open or in play, soonest first. */
export async function eventsInHand(ctx: AppContext): Promise<DemoEvent[]> {
  const { rows } = await ctx.db.jobs.query<DemoEvent>(
    `SELECT v.id, v.sport, v.status, extract(epoch FROM club_now() - v.start_time)::float AS seconds, v.live_home, v.live_away,
       (SELECT json_agg(json_build_object('id', m.id, 'outcomes', (SELECT json_agg(json_build_object('id', o.id,
           'odds', o.odds_milli) ORDER BY o.ord) FROM sport_outcome o WHERE o.market_id = m.id)) ORDER BY m.ord)
         FROM sport_market m WHERE m.event_id = v.id) AS markets
     FROM sport_event v WHERE v.source = 'hand' AND v.status IN ('open', 'closed') ORDER BY v.start_time LIMIT 200`,
  );
  return rows;
}

/** Makes events while there are too few, a handful per round. */
async function makeEvents(
  ctx: AppContext,
  [first]: Clients,
  of: { random: Random; events: readonly DemoEvent[] },
): Promise<void> {
  const { random, events } = of;
  const ahead = events.filter((event) => event.seconds < 0);
  const soon = ahead.filter((event) => event.seconds * 1000 > -SOON_MS).length;
  const lackSoon = Math.max(0, SOON - soon);
  const lack = Math.min(MADE_AT_ONCE, Math.max(lackSoon, AHEAD - ahead.length));
  if (lack === 0) return;
  const playing = await whoPlays(ctx);
  for (let n = 0; n < lack; n++) {
    const start = startOf(random, n < lackSoon ? SOON_MS : LATER_MS);
    if (start.getTime() < Date.now() + 30_000) continue;
    const day = localDay(start.getTime(), ctx.settings.timeZone);
    const busy = new Set(playing.filter((side) => side.day === day).map(({ name }) => name));
    const fixture = drawFixture(random, start, busy);
    if (fixture === null) return;
    await first?.post("/api/operator/sports/events", fixture);
    playing.push({ day, name: fixture.home }, { day, name: fixture.away });
  }
}

function startOf(random: Random, withinMs: number): Date {
  const start = new Date(Date.now() + 60_000 + Math.floor(random() * withinMs));
  start.setUTCSeconds(0, 0);
  if (withinMs === LATER_MS) start.setUTCMinutes(pickOne(random, [0, 15, 30, 45]));
  return start;
}

/** Who has a match, and on which of the club's days: yesterday's are over. */
async function whoPlays(ctx: AppContext): Promise<{ day: string; name: string }[]> {
  const { rows } = await ctx.db.jobs.query<{ start_time: Date; home: string; away: string }>(
    `SELECT start_time, home, away FROM sport_event
     WHERE source = 'hand' AND start_time > club_now() - interval '1 day'`,
  );
  return rows.flatMap(({ start_time, home, away }) => {
    const day = localDay(start_time.getTime(), ctx.settings.timeZone);
    return [home, away].map((name) => ({ day, name }));
  });
}

/** A few markets move a little: one outcome shorter, the others longer. */
async function movePrices(
  [first]: Clients,
  random: Random,
  events: readonly DemoEvent[],
): Promise<void> {
  const open = events.filter((event) => event.status === "open" && event.seconds < 0);
  for (const event of pickSome(random, open, below(random, MOST_MOVES))) {
    const market = random() < 0.6 ? event.markets[0] : pickOne(random, event.markets);
    if (market === undefined) continue;
    const shorter = below(random, market.outcomes.length);
    const outcomes = market.outcomes.map(({ id, odds }, i) => {
      const factor = i === shorter ? 1 - random() * 0.04 : 1 + random() * 0.02;
      return { outcome_id: id, odds_milli: Math.min(tidy(odds * factor), 500_000) };
    });
    // It may have started meanwhile.
    await first
      ?.post(`/api/operator/sports/markets/${market.id}/price`, { outcomes })
      .catch(() => undefined);
  }
}

/** The chance that a side scores in one round, and how much at most. */
const SCORING: Readonly<Record<string, { chance: number; most: number }>> = {
  football: { chance: 0.018, most: 1 },
  tennis: { chance: 0.02, most: 1 },
  basketball: { chance: 0.9, most: 2 },
};

/** Plays a match that has started: its score moves on, and at the end it is settled. */
async function play(
  ctx: AppContext,
  clients: Clients,
  of: { event: DemoEvent; random: Random },
): Promise<void> {
  const { event, random } = of;
  if (event.status !== "closed" || event.seconds < 0) return;
  const score = { home: event.live_home ?? 0, away: event.live_away ?? 0 };
  if (event.seconds >= MATCH_S) {
    await settleMatch(ctx, clients, { event, score });
    return;
  }
  const { chance, most } = SCORING[event.sport] ?? { chance: 0.02, most: 1 };
  const more = (): number => (random() < chance ? 1 + below(random, most) : 0);
  const minute = Math.floor((event.seconds / MATCH_S) * MATCH_MINUTES);
  const live = { home: score.home + more(), away: score.away + more(), clock: String(minute) };
  await clients[0]?.post(`/api/operator/sports/events/${event.id}/change`, { live });
}

/** Enters a final score, by both stewards where the club wants four eyes, and pays. */
export async function settleMatch(
  ctx: AppContext,
  [first, second]: Clients,
  of: { event: DemoEvent; score: { home: number; away: number } },
): Promise<void> {
  const path = `/api/operator/sports/events/${of.event.id}`;
  const { score } = of;
  const entered = await first?.post(`${path}/result`, { score });
  if (ctx.settings.fourEyes) await second?.post(`${path}/result`, { score });
  const settler = ctx.settings.fourEyes ? second : first;
  await settler?.post(`${path}/settle`, { result_version: entered?.["result_version"] });
}

const KINDS: readonly (readonly [SportBetKind, number])[] = [
  ["single", 1],
  ["single", 1],
  ["single", 1],
  ["multiple", 2],
  ["multiple", 3],
  ["multiple", 4],
  ["trixie", 3],
  ["yankee", 4],
];

/** A few members bet at current prices, each through the same use case as everybody. */
export async function betSome(
  ctx: AppContext,
  of: { players: readonly string[]; events: readonly DemoEvent[]; random: Random },
): Promise<void> {
  const { players, events, random } = of;
  const open = events.filter((event) => event.status === "open" && event.seconds < 0);
  for (let n = below(random, 4); n > 0 && players.length > 0; n--) {
    const [kind, size] = pickOne(random, KINDS);
    const legs = pickSome(random, open, size).flatMap((event) => {
      const market = event.markets[0];
      if (market === undefined) return [];
      const { id, odds } = pickOne(random, market.outcomes);
      return [{ event_id: event.id, market_id: market.id, outcome_id: id, odds_milli: odds }];
    });
    if (legs.length < size) return;
    const unit_stake_cents = 100 * pickOne(random, [2, 5, 10, 20, 50]);
    const form = { kind, legs, unit_stake_cents, price_policy: "any" as const };
    const asked = { playerId: pickOne(random, players), form, idempotencyKey: randomUUID() };
    await placeSportBet(ctx, asked).catch((error: unknown) => {
      // A limit, too little money, a closed market: real players are refused too.
      if (!(error instanceof Refusal)) throw error;
    });
  }
}
