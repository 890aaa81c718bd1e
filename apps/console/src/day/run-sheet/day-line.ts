import { formatTime, type Language } from "@club/i18n";
import type { DayLineProps, DayLineState } from "@club/ui/console";
import type { T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { clubZone } from "../../core/time.ts";
import { isLate, type RunRow } from "../races/due.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SOON_MS = 10 * MINUTE_MS;
/** At most this many labels on the line. */
const MOST_HOURS = 9;

interface View {
  readonly rows: readonly RunRow[];
  readonly nowMs: number;
  readonly nextId: string | undefined;
}

/** How a race is marked on the day's line. */
export function stateOf(row: RunRow, { nowMs, nextId }: Omit<View, "rows">): DayLineState {
  if (isLate(row, nowMs)) return "late";
  switch (row.race.status) {
    case "draft":
      return "draft";
    case "open":
      if (row.race.race_id === nextId) return "next";
      return row.dueAt - nowMs < SOON_MS ? "due" : "open";
    case "closed":
    case "interim":
    case "final":
      return "interim";
    case "settled":
      return "ran";
    case "abandoned":
      return "abandoned";
  }
}

/** How many chips fit beside each other on the line. */
const CHIPS = 20;
/** How much of a shortened line lies behind the present. */
const BEHIND = 0.25;

/**
 * The window of the line: whole hours around the first start, the last start and the present. If a
 * meeting's races are too close together for that, a shorter one around the present, so that no
 * chip covers another.
 */
export function windowOf(
  startsMs: readonly number[],
  nowMs: number,
  leastGapMs: number,
): readonly [number, number] {
  const first = Math.min(nowMs, ...startsMs);
  const last = Math.max(nowMs, ...startsMs);
  const from = Math.floor((first - 5 * MINUTE_MS) / HOUR_MS) * HOUR_MS;
  const to = Math.max(Math.ceil((last + 5 * MINUTE_MS) / HOUR_MS) * HOUR_MS, from + HOUR_MS);
  const longest = Math.max(HOUR_MS / 2, leastGapMs * CHIPS);
  if (to - from <= longest) return [from, to];
  const start = Math.max(from, Math.min(nowMs - longest * BEHIND, to - longest));
  return [start, start + longest];
}

/** The shortest time between two races of one meeting. */
export function leastGapOf(meetings: readonly (readonly number[])[]): number {
  const gaps = meetings.flatMap((starts) => {
    const sorted = starts.toSorted((a, b) => a - b);
    return sorted.slice(1).map((start, index) => start - (sorted[index] ?? 0));
  });
  return Math.min(...gaps.filter((gap) => gap > 0), HOUR_MS);
}

const STEPS_MS = [5, 10, 15, 30, 60, 120, 180].map((minutes) => minutes * MINUTE_MS);

/** Marks at round times, no more than the line has room for. */
function hoursOf([from, to]: readonly [number, number], language: Language) {
  const step = STEPS_MS.find((ms) => (to - from) / ms <= MOST_HOURS) ?? 4 * HOUR_MS;
  const first = Math.ceil(from / step) * step;
  const count = Math.floor((to - first) / step) + 1;
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step;
    return { at, label: formatTime(at, clubZone(), language) };
  });
}

/** The day's line from the meetings that are on it. */
export function dayLineOf(t: T, view: View): Omit<DayLineProps, "label"> {
  const byMeeting = Map.groupBy(view.rows, (row) => row.meeting.event_id);
  const startOf = (row: RunRow) => Date.parse(row.race.start_time);
  const gap = leastGapOf([...byMeeting.values()].map((rows) => rows.map(startOf)));
  const window = windowOf(view.rows.map(startOf), view.nowMs, gap);
  const isShown = (row: RunRow) => startOf(row) >= window[0] && startOf(row) <= window[1];
  return {
    from: window[0],
    to: window[1],
    now: view.nowMs,
    hours: hoursOf(window, t.language),
    meetings: [...byMeeting.values()].flatMap((rows) => {
      const meeting = rows[0]?.meeting;
      if (meeting === undefined) return [];
      return [
        {
          id: meeting.event_id,
          name: meeting.meetings,
          kind: t(`event.${meeting.event_type}`),
          races: rows.filter(isShown).map((row) => ({
            id: row.race.race_id,
            number: row.race.raceNo,
            at: Date.parse(row.race.start_time),
            state: stateOf(row, view),
            href: hrefOf("race", row.race.race_id),
            label: `${meeting.meetings} ${t("race.short", { n: row.race.raceNo })}, ${t(
              `raceStatus.${row.race.status}`,
            )}`,
          })),
        },
      ];
    }),
  };
}
