import type { EventType, MeetingLine, NextRace, RaceDetail, RunnerLine } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../context.ts";
import { knownId } from "../ids.ts";
import { rememberList, rememberRace } from "./public-memory.ts";
import {
  listDayRows,
  type DayRaceRow,
  listNextRows,
  readPoolViews,
  readRaceRow,
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
): Promise<MeetingLine[]> {
  const meetings = await rememberList(ctx, `day:${day}`, async () =>
    toMeetings(await listDayRows(ctx.db.browsing, day)),
  );
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
  return { ...toRaceFace(view), dividends: toDividendLines(view.pools) };
}

async function publicRace(ctx: AppContext, raceId: string): Promise<RaceView> {
  const id = knownId(raceId);
  const view = await rememberRace(ctx, id, () => readRaceView(ctx, id));
  if (view === null || view.row.status === "draft") throw new Refusal("not_found");
  return view;
}

async function readRaceView(ctx: AppContext, raceId: string): Promise<RaceView | null> {
  const row = await readRaceRow(ctx.db.browsing, raceId);
  if (row === null) return null;
  return { row, pools: await readPoolViews(ctx.db.browsing, raceId) };
}

/** Rows are in order of start, so the meetings come in the order of their first race. */
function toMeetings(rows: readonly DayRaceRow[]): MeetingLine[] {
  const byMeeting = Map.groupBy(rows, (row) => row.event_id);
  return [...byMeeting.values()].map((races) => {
    const [first] = races as [DayRaceRow];
    return {
      ...toMeetingFace(first),
      currency: first.currency,
      races: races.map((race) => ({ ...toRaceLine(race), result: race.result })),
    };
  });
}
