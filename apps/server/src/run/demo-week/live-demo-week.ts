import { addDays, type Day, localDay, present, zonedInstant } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { listen } from "../../core/http/create-fastify.ts";
import { seedReceivingAccount } from "../../money/receiving/receiving-accounts.ts";
import { seedShop } from "../../money/shop/seed-products.ts";
import { createTopUp } from "../../money/top-ups/create-top-up.ts";
import { submitTopUp } from "../../money/top-ups/submit-top-up.ts";
import { closeDueRaces } from "../../racing/race-acts/auto-close.ts";
import { closeDueSports } from "../../sports/events/sport-clock-work.ts";
import { seedSportLimits } from "../../sports/events/sport-limits.ts";
import { writeEvents } from "../../tell/live/event-writer.ts";
import { type ContextOptions, createContext } from "../create-context.ts";
import { EVENT_SOURCES } from "../lists/event-sources.ts";
import { seedFacts } from "../seed-club.ts";
import { buildServer } from "../server.ts";
import { endDatabases } from "../start-server.ts";
import { betOnce, openPools, openRaces } from "../demo/demo-bettors.ts";
import { makeShortCard } from "../demo/demo-card.ts";
import { drawFixture } from "../demo/demo-fixtures.ts";
import { makeForm } from "../demo/demo-forms.ts";
import {
  abandon,
  askForMoney,
  buyGoods,
  findMember,
  giveAccount,
  memberBets,
  placeOne,
  readShortDay,
  scratchBacked,
  type ShortDay,
} from "../demo/demo-member.ts";
import {
  isDemoClub,
  readBettors,
  renewStewards,
  seedPeople,
  STEWARDS,
} from "../demo/demo-people.ts";
import { betSome, type DemoEvent, eventsInHand, settleMatch } from "../demo/demo-sports.ts";
import { importCard, tendRaces } from "../demo/demo-stewards.ts";
import { VENUES } from "../demo/names.ts";
import { isNewClub, moveClock } from "../demo/past-clock.ts";
import { below, pickOne, type Random } from "../demo/random.ts";
import { StewardClient } from "../demo/steward-client.ts";

/** The days that a demo has lived when it opens, as days before its first: a week, and some months. */
const DAYS_AGO = [66, 35, 7, 6, 5, 4, 3, 2, 1];
const TIMES = { card: "09:00", firstRace: "12:00", match: "18:00", evening: "21:00" } as const;
const MS = 1000;
const RACE_EVERY_MS = 30 * 60 * MS;
/** Late bets come before a start, and the stewards' last scratching. */
const BEFORE_MS = 240 * MS;
/** Past the time at which a steward enters a final result. */
const AFTER_MS = 45 * MS;
const LATE_BETS = 12;
/** A day gone by has three races; their pools make up for the others. */
const EARLY_TIMES = 4;
const MATCHES = 2;
const SPORT_ROUNDS = 4;
const TOP_UP_CENTS = 20_000n;
const WITHDRAWN_CENTS = 7_500n;

export interface WeekOptions extends ContextOptions {
  /** As the role that owns the schema: it alone can move the clock. */
  readonly owner: Queryable;
  /** Once it is over no new day begins; default: all days. */
  readonly withinMs?: number;
}

/**
 * Lives the demo's last days, in order, before anybody can look: the club's clock is moved to the
 * first of them and on from there, and people do what they do on any day, through the calls and use
 * cases that everybody uses. Nothing is written with another date than the clock's.
 *
 * The caller keeps every server away from the database meanwhile, and puts the clock right.
 *
 * @returns how many days were lived; 0 where the club has been started before.
 */
export async function liveDemoWeek(options: WeekOptions): Promise<number> {
  const { owner, withinMs = Number.POSITIVE_INFINITY } = options;
  if (!(await isNewClub(owner))) return 0;
  const until = performance.now() + withinMs;
  const ctx = createContext(options);
  try {
    const { timeZone: zone } = ctx.settings;
    const today = localDay(Date.now(), zone);
    const days = DAYS_AGO.map((ago) => ({ ago, day: addDays(today, -ago) }));
    await moveClock(owner, instantOf(days[0]?.day ?? today, "00:00", zone));
    await seedFacts(ctx);
    await isDemoClub(ctx);
    const week = await openWeek(ctx, owner);
    let lived = 0;
    try {
      for (const day of days) {
        if (performance.now() >= until) break;
        await liveDay(week, day);
        lived += 1;
      }
    } finally {
      await week.close();
    }
    return lived;
  } finally {
    await endDatabases(ctx);
  }
}

interface Week {
  readonly ctx: AppContext;
  readonly clients: readonly StewardClient[];
  readonly players: readonly string[];
  readonly memberId: string;
  /** Moves the clock to a time of one of the days. */
  readonly moveTo: (atMs: number) => Promise<void>;
  /** Does what the writer of events does all day long. */
  readonly tell: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openWeek(ctx: AppContext, owner: Queryable): Promise<Week> {
  await seedPeople(ctx);
  await seedShop(ctx);
  await seedReceivingAccount(ctx);
  await seedSportLimits(ctx);
  const app = await buildServer(ctx);
  const url = await listen(app, { host: "127.0.0.1", port: 0 });
  const password = await renewStewards(ctx);
  const writer = await ctx.db.connectAlone("demo");
  return {
    ctx,
    clients: STEWARDS.map((name) => new StewardClient(url, { name, password })),
    players: await readBettors(ctx),
    memberId: present((await findMember(ctx))?.id, "the demo has its member"),
    moveTo: async (atMs) => await moveClock(owner, atMs),
    tell: async () => {
      while ((await writeEvents(writer as unknown as Queryable, EVENT_SOURCES)).isFull);
    },
    close: async () => {
      await app.close();
      await writer.end();
    },
  };
}

interface PastDay {
  readonly ago: number;
  readonly day: Day;
}

async function liveDay(week: Week, of: PastDay): Promise<void> {
  const { ctx, clients, moveTo, tell } = week;
  const { timeZone: zone, currency } = ctx.settings;
  const random: Random = Math.random;
  const timeOf = (time: string): number => instantOf(of.day, time, zone);
  await moveTo(timeOf(TIMES.card));
  const firstStartMs = timeOf(TIMES.firstRace);
  const card = { seed: `${random()}`, zone, currency, firstStartMs, paceMs: RACE_EVERY_MS };
  const venue = present(VENUES[of.ago % VENUES.length], "there are venues");
  const meeting = await importCard(clients[0], makeShortCard({ ...card, batch: 0 }, venue));
  await tendRaces(ctx, clients);
  await makeMatches(week, { startMs: timeOf(TIMES.match), random });
  await openPools(ctx, { players: week.players, random, times: EARLY_TIMES });
  const races = present(await readShortDay(ctx, meeting), "the day has its races");
  await betAsMember(week, races, of);
  await doErrands(week, of);
  await tell();
  for (const turn of races.keys()) {
    await runRace(week, { startMs: firstStartMs + turn * RACE_EVERY_MS, random });
  }
  await playMatches(week, { startMs: timeOf(TIMES.match), random });
  await moveTo(timeOf(TIMES.evening));
  await tell();
}

function instantOf(day: Day, time: string, zone: string): number {
  return present(zonedInstant(day, time, zone), "clocks never jump over these times");
}

/** Every other bet of the member's list, and on two days what gives a stake back. */
async function betAsMember({ ctx, clients, memberId }: Week, races: ShortDay, { ago }: PastDay) {
  const bets = memberBets(races).filter((_, i) => (i + ago) % 2 === 0);
  for (const bet of bets) await placeOne(ctx, memberId, bet);
  const [, second, third] = races;
  if (ago === 4) await scratchBacked(clients[0], second);
  if (ago === 2) await abandon(clients[0], third);
}

interface At {
  readonly startMs: number;
  readonly random: Random;
}

/** From the late bets to the payment. */
async function runRace(week: Week, { startMs, random }: At): Promise<void> {
  const { ctx, clients, players, moveTo, tell } = week;
  await moveTo(startMs - BEFORE_MS);
  const [next, second] = await openRaces(ctx);
  if (next !== undefined) {
    const bets = Array.from({ length: LATE_BETS }, () => makeForm(random, next, second));
    await Promise.all(
      bets.map(async (form) => await betOnce(ctx, { playerId: pickOne(random, players), form })),
    );
  }
  await tendRaces(ctx, clients);
  await tell();
  await moveTo(startMs);
  await closeDueRaces(ctx);
  await moveTo(startMs + AFTER_MS);
  // Its interim result, then its final one.
  await tendRaces(ctx, clients);
  await tendRaces(ctx, clients);
  await tell();
}

async function makeMatches(week: Week, { startMs, random }: At): Promise<void> {
  const { ctx, clients, players } = week;
  const busy = new Set<string>();
  for (let n = 0; n < MATCHES; n++) {
    const match = drawFixture(random, new Date(startMs), busy);
    if (match === null) return;
    await clients[0]?.post("/api/operator/sports/events", match);
    busy.add(match.home).add(match.away);
  }
  const events = await eventsInHand(ctx);
  for (let n = 0; n < SPORT_ROUNDS; n++) await betSome(ctx, { players, events, random });
  await betSome(ctx, { players: [week.memberId], events, random });
}

async function playMatches(week: Week, { startMs, random }: At): Promise<void> {
  const { ctx, clients, moveTo } = week;
  await moveTo(startMs);
  await closeDueSports(ctx);
  await moveTo(startMs + RACE_EVERY_MS);
  for (const event of await eventsInHand(ctx)) {
    await settleMatch(ctx, clients, { event, score: drawScore(random, event) });
  }
}

/** Only matches that can be level end so. */
function drawScore(random: Random, { sport }: DemoEvent): { home: number; away: number } {
  if (sport === "football") return { home: below(random, 4), away: below(random, 3) };
  const [most, least] =
    sport === "tennis" ? [3, below(random, 3)] : [90 + below(random, 20), 70 + below(random, 20)];
  return random() < 0.5 ? { home: most, away: least } : { home: least, away: most };
}

/** What else the member did: money in and out, and something from the shop. */
async function doErrands({ ctx, clients, memberId }: Week, { ago }: PastDay): Promise<void> {
  const [cashier] = clients;
  if (ago === 6) {
    const asked = { playerId: memberId, method: "bank_transfer", origin: "http://127.0.0.1" };
    const order = { ...asked, idempotencyKey: `demo ${ago}`, amountCents: TOP_UP_CENTS };
    const { topup_id: topUpId } = (await createTopUp(ctx, order)).answer;
    await submitTopUp(ctx, { playerId: memberId, topUpId });
    await cashier?.post(`/api/operator/topups/${topUpId}/approve`, {});
    await giveAccount(ctx, memberId);
    await cashier?.post(`/api/operator/players/${memberId}/bank-card/verify`, {});
  }
  if (ago === 4) {
    const path = `/api/operator/withdrawals/${await askForMoney(ctx, memberId, WITHDRAWN_CENTS)}`;
    await cashier?.post(`${path}/approve`, {});
    await cashier?.post(`${path}/paid`, {});
  }
  if (ago === 3) await buyGoods(ctx, memberId);
}
