import type { DayMeeting, EventType, NextRace, RaceDetail, RunnerLine } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { rememberList, rememberRace } from "../../proofs/log/race-cache.ts";
import { listMultiPoolsOf, type MultiPoolRow, toMultiPoolLine } from "../pools/multi-pool-rows.ts";
import { readPricePoints, type PricePointRow } from "../live/price-points.ts";
import {
  listDayRows,
  type DayRaceRow,
  listNextRows,
  readPoolViews,
  readRaceRow,
  readTurnovers,
} from "./race-views.queries.ts";
import {
  type RaceView,
  toDividendLines,
  toMeetingFace,
  toRaceFace,
  toRaceLine,
  toRunnerLines,
} from "./race-views.ts";

const NEXT_RACES = 20;

/** The next races to jump, in order of start. */
export async function nextRaces(ctx: AppContext): Promise<NextRace[]> {
  return await rememberList(ctx, "next", async () => {
    const rows = await listNextRows(ctx.db.browsing, NEXT_RACES);
    return rows.map((row) => ({ ...toMeetingFace(row), ...toRaceLine(row) }));
  });
}

/** The meetings of a day with their races, in order of start; without the drafts. */
export async function dayMeetings(
  ctx: AppContext,
  day: string,
  eventType?: EventType,
): Promise<DayMeeting[]> {
  const meetings = await rememberList(ctx, `day:${day}`, async () => {
    const rows = await listDayRows(ctx.db.browsing, day);
    const turnovers = await readTurnovers(ctx.db.browsing, day);
    const multi = await listMultiPoolsOf(ctx.db.browsing, [
      ...new Set(rows.map((row) => row.event_id)),
    ]);
    return toMeetings(rows, turnovers, multi);
  });
  return eventType === undefined
    ? meetings
    : meetings.filter((meeting) => meeting.event_type === eventType);
}

/** The runners of a race by saddle number. @throws not_found also for a draft. */
export async function raceRunners(ctx: AppContext, raceId: string): Promise<RunnerLine[]> {
  return toRunnerLines(await publicRace(ctx, raceId));
}

/** One race, whole. @throws not_found also for a draft. */
export async function raceDetail(ctx: AppContext, raceId: string): Promise<RaceDetail> {
  const view = await publicRace(ctx, raceId);
  return {
    ...toRaceFace(view),
    dividends: toDividendLines(view.pools),
    prices: view.prices.map(({ at, win }) => ({ at: wireInstant(at), win })),
    tips: [...view.row.tips],
    // Those of a result that no longer counts are shown to nobody.
    runs: view.row.result === null ? [] : [...view.row.runs],
  };
}

/** Points in a race's plots: a phone has no room for more. */
const MOST_PRICES = 24;

interface PublicRace extends RaceView {
  readonly prices: readonly PricePointRow[];
}

async function publicRace(ctx: AppContext, raceId: string): Promise<PublicRace> {
  const id = knownId(raceId);
  const view = await rememberRace(ctx, id, () => readRaceView(ctx, id));
  if (view === null || view.row.status === "draft") throw new Refusal("not_found");
  return view;
}

async function readRaceView(ctx: AppContext, raceId: string): Promise<PublicRace | null> {
  const row = await readRaceRow(ctx.db.browsing, raceId);
  if (row === null) return null;
  const pools = await readPoolViews(ctx.db.browsing, raceId);
  return { row, pools, prices: await readPricePoints(ctx.db.browsing, raceId, MOST_PRICES) };
}

/** Rows are ordered by start, so meetings come in the order of their first race. */
function toMeetings(
  rows: readonly DayRaceRow[],
  turnovers: ReadonlyMap<string, bigint>,
  multi: readonly MultiPoolRow[],
): DayMeeting[] {
  const byMeeting = Map.groupBy(rows, (row) => row.event_id);
  return [...byMeeting.values()].map((races) => {
    const [first] = races as [DayRaceRow];
    return {
      ...toMeetingFace(first),
      currency: first.currency,
      going: goingOf(races),
      turnover_cents: wireCents(turnovers.get(first.event_id) ?? 0n),
      races: races.map((race) => ({ ...toRaceLine(race), result: race.result })),
      multi_pools: multi.filter((pool) => pool.event_id === first.event_id).map(toMultiPoolLine),
    };
  });
}

const TO_COME: ReadonlySet<string> = new Set(["open", "closed"]);

/** The going of the next race to be run; once all have run, the last one given. */
function goingOf(races: readonly DayRaceRow[]): string | null {
  const said = races.filter(({ going }) => going !== null && going !== "");
  return (said.find(({ status }) => TO_COME.has(status)) ?? said.at(-1))?.going ?? null;
}
