import { useClock } from "@club/ui";
import { DueStrip, Overdue } from "@club/ui/console";
import type { ReactNode } from "react";
import { useTodaysMeetings } from "../../api/meetings.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { isLate, nextRow, rowsOf, type DueAct } from "../races/due.ts";

const TICK_MS = 1000;

/**
 * The race in hand in one line, for a phone, where it stays above every page. It asks for what the
 * run sheet asks for, no more.
 */
export function RaceInHand(props: {
  /** The race of the page itself. */
  readonly openId: string | undefined;
}): ReactNode {
  const t = useT();
  const { meetings } = useTodaysMeetings();
  const nowMs = useClock((now) => Math.floor(now / TICK_MS) * TICK_MS);
  const row = nextRow(rowsOf(meetings), nowMs);
  if (row === undefined || row.race.race_id === props.openId) return null;
  return (
    <DueStrip
      label={t("sheet.board")}
      startsAt={row.dueAt}
      clock={isLate(row, nowMs) ? <Overdue since={row.dueAt} /> : undefined}
      title={`${row.meeting.meetings} ${t("race.short", { n: row.race.raceNo })}`}
      act={actText(t, row.act)}
      href={hrefOf("race", row.race.race_id)}
    />
  );
}

/** The run sheet only looks at a race that closes by itself; its page offers the act. */
function actText(t: T, act: DueAct): string {
  return act === "close" ? t("raceAct.close") : t(`due.${act}`);
}
