import { addDays, formatDate, formatWeekday, relativeDayName } from "@club/i18n";
import { DateStrip } from "@club/ui";
import { useRef, type ReactNode } from "react";
import { useT, type T } from "../../lang.ts";

interface Props {
  readonly day: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}

const BEFORE = 1;
const SHOWN = 5;

/** The days around the chosen one; the calendar for the others. */
export function HomeDays({ day, today, onChoose }: Props): ReactNode {
  const t = useT();
  const calendar = useRef<HTMLInputElement>(null);
  const isNear = daysAround(today).includes(day);
  const days = daysAround(isNear ? today : day);
  return (
    <div className="home-days">
      <DateStrip
        label={t("home.days")}
        currentId={day}
        days={days.map((id) => {
          return { ...faceOf(t, id, today), id, onPress: () => onChoose(id) };
        })}
        calendarLabel={t("act.calendar")}
        onCalendar={() => calendar.current?.showPicker()}
      />
      <input
        ref={calendar}
        className="home-calendar"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={day}
        onChange={(event) => event.target.value !== "" && onChoose(event.target.value)}
      />
    </div>
  );
}

function daysAround(day: string): string[] {
  return Array.from({ length: SHOWN }, (_, index) => addDays(day, index - BEFORE));
}

function faceOf(t: T, day: string, today: string) {
  const isToday = day === today;
  const name = isToday
    ? (relativeDayName(day, today, t.language) ?? "")
    : formatWeekday(day, t.language);
  return {
    name,
    number: String(Number(day.slice(8))),
    label: formatDate(`${day}T00:00:00Z`, "UTC", t.language),
  };
}
