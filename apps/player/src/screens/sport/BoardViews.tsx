import { addDays, formatRelativeDay } from "@club/i18n";
import { IconButton, TabSwitch } from "@club/ui";
import { useRef, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import type { BoardState } from "./use-board.ts";

const MOST_DAYS = 5;

/** Live, today, the days to come, the favourites; the calendar for the others. */
export function BoardViews({ board }: { readonly board: BoardState }): ReactNode {
  const t = useT();
  const calendar = useRef<HTMLInputElement>(null);
  const live = board.query.data?.data.sports.reduce((sum, sport) => sum + sport.live, 0);
  const days = daysOf(board);
  return (
    <div className="sport-days">
      <TabSwitch
        label={t("sport.views")}
        currentId={board.view}
        items={[
          { id: "live", label: t("sport.live"), count: live, onPress: () => board.show("live") },
          ...days.map((day) => ({
            id: day,
            label: formatRelativeDay(day, board.today, t.language),
            onPress: () => board.show(day),
          })),
        ]}
      />
      <span className="sport-calendar">
        <IconButton
          icon="star"
          label={t("sport.favourites")}
          pressed={board.view === "favourites"}
          onPress={() => board.show(board.view === "favourites" ? board.today : "favourites")}
        />
        <IconButton
          icon="calendar"
          label={t("act.calendar")}
          onPress={() => calendar.current?.showPicker()}
        />
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          value={board.isDay ? board.view : board.today}
          onChange={(event) => event.target.value !== "" && board.show(event.target.value)}
        />
      </span>
    </div>
  );
}

/** Today, the days with matches, and the day in view if it is none of these. */
function daysOf({ days, today, view, isDay }: BoardState): readonly string[] {
  const near = days.filter((day) => day > today).slice(0, MOST_DAYS - 1);
  const first = near.length === 0 ? [today, addDays(today, 1)] : [today, ...near];
  return isDay && !first.includes(view) ? [...first, view].sort() : first;
}
