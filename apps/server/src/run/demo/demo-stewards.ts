import { randomBytes } from "node:crypto";
import type { AppContext } from "../../core/context.ts";
import { pause } from "../../core/kit/pause.ts";
import { makeDemoCards, makeShortCard } from "./demo-card.ts";
import { drawHash, drawPlacings, drawSeed } from "./draw.ts";
import { drawRuns } from "./draw-runs.ts";
import { MORNING, type Venue } from "./names.ts";
import type { StewardClient } from "./steward-client.ts";

const TICK_MS = 1000;
/** How many races are always ahead; when there are fewer, the next meetings are loaded. */
const RACES_AHEAD = 8;
const FIRST_RACE_IN_MS = 110_000;
/** The morning's races come before it. */
const MORNING_IN_MS = 40_000;
const MORNING_PACE_MS = 15_000;
/** After the jump: the race is run, then come an interim result, the final one, and payment. */
const INTERIM_AFTER_S = 25;
const FINAL_AFTER_S = 40;
const SCRATCH_BEFORE_S = 300;
const SCRATCH_ONE_IN = 5;
const EMPTY_PURSE_CENTS = 5_000;
const REFILL_CENTS = 300_000;

interface DemoRace {
  readonly race_id: string;
  readonly status: string;
  /** Seconds to the start, negative after it. */
  readonly seconds: number;
  readonly draw_hash: string | null;
  readonly distance_m: number | null;
  readonly event_type: Venue["eventType"];
  readonly runners: readonly {
    number: number;
    form: string | null;
    scratched: boolean;
    /** Its mean share of the field at the first call of its past runs. */
    early: number | null;
  }[];
}

/** Runs the stewards until the signal: load cards, open races, scratch, enter results, settle. */
export async function runStewards(
  ctx: AppContext,
  clients: readonly StewardClient[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await loadCards(ctx, clients);
      await tendRaces(ctx, clients);
      await refillPurses(ctx, clients);
    } catch (error) {
      if (!signal.aborted) ctx.log.warn({ err: error }, "the demo's stewards were held up");
    }
    await pause(TICK_MS, signal);
  }
}

type Clients = readonly StewardClient[];

/** Does for each race what is due: opens it, scratches, enters its result, pays. */
export async function tendRaces(ctx: AppContext, clients: Clients): Promise<void> {
  for (const race of await racesInHand(ctx)) await tend(ctx, clients, race);
}

/** Gives simulated members who have run out of play money some more, by a manual adjustment. */
async function refillPurses(ctx: AppContext, [first]: Clients): Promise<void> {
  if (ctx.settings.fourEyes) return;
  const { rows } = await ctx.db.jobs.query<{ id: string }>(
    `SELECT p.id FROM player p JOIN wallet w ON w.player_id = p.id
     WHERE p.is_demo AND p.password_hash = '-' AND w.cash_cents < $1 LIMIT 3`,
    [EMPTY_PURSE_CENTS],
  );
  for (const { id } of rows) {
    const body = {
      kind: "goodwill",
      amount_cents: REFILL_CENTS,
      reason: "Play money of the demo.",
    };
    await first?.post(`/api/operator/players/${id}/adjust`, body);
  }
}

/** Loads the next meetings when the day runs out of races, so the next day comes by itself. */
async function loadCards(ctx: AppContext, [first]: Clients): Promise<void> {
  const { rows } = await ctx.db.jobs.query<{
    ahead: number;
    last_ms: number | null;
    today: number;
    has_morning: boolean;
  }>(
    `SELECT count(*) FILTER (WHERE r.start_time > club_now())::int AS ahead,
       extract(epoch FROM max(r.start_time))::float * 1000 AS last_ms,
       count(DISTINCT r.meeting_id) FILTER (WHERE m.date >= (club_now() AT TIME ZONE m.timezone)::date)::int AS today,
       EXISTS (SELECT FROM meeting WHERE code = $1) AS has_morning
     FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.status <> 'abandoned' AND m.code <> $1`,
    [MORNING.code],
  );
  const [day] = rows;
  if (day === undefined || day.ahead >= RACES_AHEAD) return;
  const paceMs = ctx.settings.demoPaceMinutes * 60_000;
  const soonMs = Date.now() + FIRST_RACE_IN_MS;
  const options = {
    seed: randomBytes(16).toString("hex"),
    zone: ctx.settings.timeZone,
    currency: ctx.settings.currency,
    firstStartMs: Math.max(soonMs, (day.last_ms ?? 0) + paceMs),
    paceMs,
    batch: Math.ceil(day.today / 4),
  };
  const morning = {
    ...options,
    firstStartMs: Date.now() + MORNING_IN_MS,
    paceMs: MORNING_PACE_MS,
  };
  const isFirst = day.ahead === 0 && !day.has_morning;
  const cards = makeDemoCards(options);
  for (const payload of isFirst ? [makeShortCard(morning, MORNING), ...cards] : cards) {
    await importCard(first, payload);
  }
}

/** Returns the meeting's id. */
export async function importCard(
  steward: StewardClient | undefined,
  payload: object,
): Promise<string> {
  const form = { format: "club", payload };
  return String((await steward?.post("/api/operator/cards/import", form))?.["event_id"]);
}

/** Races that need attention, also of a day that broke off: drafts, those about to jump, those that have jumped. */
async function racesInHand(ctx: AppContext): Promise<DemoRace[]> {
  const { rows } = await ctx.db.jobs.query<DemoRace>(
    `SELECT r.id AS race_id, r.status, extract(epoch FROM r.start_time - club_now())::float AS seconds, r.draw_hash,
       r.distance_m, m.event_type,
       (SELECT json_agg(json_build_object('number', n.number, 'form', n.form, 'scratched', n.scratched_at IS NOT NULL,
         'early', (SELECT avg((p->'positions'->>0)::float / (p->>'starters')::float)
           FROM jsonb_array_elements(n.past_runs) p)) ORDER BY n.number)
         FROM runner n WHERE n.race_id = r.id) AS runners
     FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.status IN ('draft', 'closed', 'interim', 'final')
       OR (r.status = 'open' AND r.start_time < club_now() + interval '6 minutes')
     ORDER BY r.start_time`,
  );
  return rows;
}

async function tend(ctx: AppContext, clients: Clients, race: DemoRace): Promise<void> {
  const [first] = clients;
  const path = `/api/operator/races/${race.race_id}`;
  if (race.status === "draft") {
    if (race.seconds <= 0) await first?.post(`${path}/abandon`, { reason: "The club was closed." });
    else await openWithDraw(ctx, race, async () => await first?.post(`${path}/open`, {}));
  } else if (race.status === "open") {
    await scratchSometimes(
      race,
      async (horse_id) => await first?.post(`${path}/scratch`, { horse_id }),
    );
  } else {
    await bringHome(ctx, clients, race);
  }
}

/** Puts the hash of the seed on the race before anyone can bet on it. */
async function openWithDraw(
  ctx: AppContext,
  race: DemoRace,
  open: () => Promise<unknown>,
): Promise<void> {
  const hash = drawHash(drawSeed(ctx.secrets.signingKey, race.race_id));
  await ctx.db.jobs.query("UPDATE race SET draw_hash = $2 WHERE id = $1", [race.race_id, hash]);
  await open();
}

/** In one race out of five a runner is scratched before the start, to show refunds. */
async function scratchSometimes(
  race: DemoRace,
  scratch: (number: number) => Promise<unknown>,
): Promise<void> {
  const chance = Number.parseInt(race.draw_hash?.slice(0, 4) ?? "0", 16);
  const isDue = race.seconds < SCRATCH_BEFORE_S && race.seconds > SCRATCH_BEFORE_S / 2;
  const isWhole = race.runners.every((runner) => !runner.scratched);
  if (chance % SCRATCH_ONE_IN !== 0 || !isDue || !isWhole) return;
  const runner = race.runners[chance % race.runners.length];
  if (runner !== undefined) await scratch(runner.number);
}

/** Interim, final (by both stewards), payment; the seed is published with the first result. */
async function bringHome(ctx: AppContext, clients: Clients, race: DemoRace): Promise<void> {
  const since = -race.seconds;
  if (since < INTERIM_AFTER_S) return;
  const seed = drawSeed(ctx.secrets.signingKey, race.race_id);
  const live = race.runners.filter((runner) => !runner.scratched);
  const path = `/api/operator/races/${race.race_id}`;
  const placings = drawPlacings(seed, live);
  const runs = drawRuns(seed, { ...race, runners: live, placings });
  const [first, second] = clients;
  if (race.status === "closed") {
    await ctx.db.jobs.query("UPDATE race SET draw_seed = $2 WHERE id = $1", [race.race_id, seed]);
    await first?.post(`${path}/result`, { placings, stage: "interim", runs });
    return;
  }
  if (since < FINAL_AFTER_S) return;
  const form = { placings, stage: "final", runs };
  const entered = await first?.post(`${path}/result`, form);
  if (ctx.settings.fourEyes) await second?.post(`${path}/result`, form);
  await second?.post(`${path}/settle`, { result_version: entered?.["result_version"] });
}
