import { randomUUID } from "node:crypto";
import { type BetForm, isAllUp } from "@club/contract";
import { Refusal } from "@club/domain";
import { placeAllUp } from "../../racing/bets/place-all-up.ts";
import { placeBet } from "../../racing/bets/place-bet.ts";
import type { AppContext } from "../../core/context.ts";
import { pause } from "../../core/kit/pause.ts";
import {
  earlyForms,
  makeAllUpForm,
  makeForm,
  makeMultiForm,
  type OpenMultiPool,
  type OpenRace,
} from "./demo-forms.ts";
import { readBettors } from "./demo-people.ts";
import { below, pickOne, type Random } from "./random.ts";

const TICK_MS = 1000;
const RACES_AHEAD = 4;
/** Of a ticket over several races, each second. */
const MULTI_CHANCE = 0.3;
/** Of an All Up, each second. */
const ALL_UP_CHANCE = 0.15;
const OPENED_AT_ONCE = 3;
/** Lets the simulated members bet, through the same use case as everybody, until the signal. */
export async function runBettors(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const random: Random = Math.random;
  const players = await readBettors(ctx);
  while (!signal.aborted) {
    await openPools(ctx, { players, random });
    const races = await openRaces(ctx);
    for (const [i, race] of races.entries()) {
      const second = races[i + 1];
      for (let n = betsNow(random, race, i); n > 0; n--) {
        await betOnce(ctx, {
          playerId: pickOne(random, players),
          form: makeForm(random, race, second),
        });
      }
    }
    const pools = random() < MULTI_CHANCE ? await openMultiPools(ctx) : [];
    if (pools.length > 0) {
      const form = makeMultiForm(random, pickOne(random, pools));
      await betOnce(ctx, { playerId: pickOne(random, players), form });
    }
    if (races.length > 1 && random() < ALL_UP_CHANCE) {
      const form = makeAllUpForm(random, races);
      await betOnce(ctx, { playerId: pickOne(random, players), form });
    }
    await pause(TICK_MS, signal);
  }
}

/** The next races with their runners, soonest first. Served by race_due. */
export async function openRaces(ctx: AppContext): Promise<OpenRace[]> {
  const { rows } = await ctx.db.jobs.query<OpenRace>(
    `SELECT r.id AS race_id, extract(epoch FROM r.start_time - club_now())::float AS seconds,
       (SELECT json_agg(json_build_object('number', n.number, 'form', n.form, 'scratched', n.scratched_at IS NOT NULL))
         FROM runner n WHERE n.race_id = r.id) AS runners
     FROM race r WHERE r.status = 'open' AND r.start_time > club_now() ORDER BY r.start_time LIMIT $1`,
    [RACES_AHEAD],
  );
  return rows;
}

/**
 * The morning's money: every race that opens has its prices at once, near each runner's chances, so
 * that they move by a little with each ticket, as in a pool that people have bet into all day.
 */
export async function openPools(
  ctx: AppContext,
  of: { readonly players: readonly string[]; readonly random: Random; readonly times?: number },
): Promise<void> {
  const { players, random, times } = of;
  const { rows } = await ctx.db.jobs.query<OpenRace>(
    `SELECT r.id AS race_id, 0 AS seconds,
       (SELECT json_agg(json_build_object('number', n.number, 'form', n.form, 'scratched', n.scratched_at IS NOT NULL))
         FROM runner n WHERE n.race_id = r.id) AS runners
     FROM race r WHERE r.status = 'open' AND r.start_time > club_now() + interval '5 seconds'
       AND NOT EXISTS (SELECT FROM pool p JOIN bet b ON b.pool_id = p.id WHERE p.race_id = r.id AND p.code = 'WIN')
     ORDER BY r.start_time LIMIT $1`,
    [OPENED_AT_ONCE],
  );
  await Promise.all(
    rows.flatMap((race) =>
      earlyForms(random, race, times).map(async (form) => {
        await betOnce(ctx, { playerId: pickOne(random, players), form });
      }),
    ),
  );
}

/** The pools of several races that take bets, soonest first. Served by race_due. */
async function openMultiPools(ctx: AppContext): Promise<OpenMultiPool[]> {
  const { rows } = await ctx.db.jobs.query<OpenMultiPool>(
    `SELECT p.id, p.code, (SELECT json_agg(json_build_object('race_id', l.race_id, 'seconds', 0, 'runners',
         (SELECT json_agg(json_build_object('number', n.number, 'form', n.form, 'scratched', n.scratched_at IS NOT NULL))
           FROM runner n WHERE n.race_id = l.race_id)) ORDER BY l.leg) FROM pool_leg l WHERE l.pool_id = p.id) AS legs
     FROM race r JOIN pool p ON p.race_id = r.id AND p.name IS NOT NULL AND p.status = 'OPEN'
     WHERE r.status = 'open' AND r.start_time > club_now() ORDER BY r.start_time, p.id LIMIT $1`,
    [RACES_AHEAD],
  );
  return rows;
}

/** Most of the money comes late: a few bets a second on the next race, more in its last minute. */
function betsNow(random: Random, race: OpenRace, place: number): number {
  if (place > 0) return random() < 0.5 / place ? 1 : 0;
  const most = race.seconds < 60 ? 7 : 4;
  return 2 + below(random, most);
}

/** Bets as everybody does; a refusal is one that real players meet too. */
export async function betOnce(
  ctx: AppContext,
  bet: { playerId: string; form: BetForm },
): Promise<void> {
  const asked = { ...bet, idempotencyKey: randomUUID() };
  try {
    await (isAllUp(bet.form) ? placeAllUp(ctx, asked) : placeBet(ctx, asked));
  } catch (error) {
    // Out of money, or a moment too late: real players are refused too.
    if (!(error instanceof Refusal)) throw error;
  }
}
