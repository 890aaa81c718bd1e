import { formatTime, type Language } from "@club/i18n";
import type { DayLineProps, DayLineState } from "@club/ui/console";
import type { T } from "../lang.ts";
import { hrefOf } from "../routes.ts";
import { deviceZone } from "../zone.ts";
import { isLate, rowsOf, type RunRow } from "./due.ts";

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

/** How a race stands on the day's line. */
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

/** The window of the line: whole hours around the first and the last start, and the present. */
export function windowOf(startsMs: readonly number[], nowMs: number): readonly [number, number] {
  const first = Math.min(nowMs, ...startsMs);
  const last = Math.max(nowMs, ...startsMs);
  const from = Math.floor((first - 5 * MINUTE_MS) / HOUR_MS) * HOUR_MS;
  const to = Math.ceil((last + 5 * MINUTE_MS) / HOUR_MS) * HOUR_MS;
  return [from, Math.max(to, from + HOUR_MS)];
}

function hoursOf([from, to]: readonly [number, number], language: Language) {
  const hours = (to - from) / HOUR_MS;
  const step = hours <= 2 ? 0.25 : Math.ceil(hours / MOST_HOURS);
  const marks = Array.from(
    { length: Math.floor(hours / step) + 1 },
    (_, index) => from + index * step * HOUR_MS,
  );
  return marks.map((at) => ({ at, label: formatTime(at, deviceZone(), language) }));
}

/** The day's line from the meetings that are on it. */
export function dayLineOf(t: T, view: View): Omit<DayLineProps, "label"> {
  const byMeeting = Map.groupBy(view.rows, (row) => row.meeting.event_id);
  const window = windowOf(
    view.rows.map((row) => Date.parse(row.race.start_time)),
    view.nowMs,
  );
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
          races: rowsOf([meeting]).map((row) => ({
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
