import { addDays, formatDate, formatWeekday, relativeDayName } from "@club/i18n";
import { DateStrip } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { lazyPage } from "../../core/lazy-page.ts";

interface Props {
  readonly day: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}

const BEFORE = 1;
const SHOWN = 5;

const loadPicker = async () => ({ default: (await import("./DayPicker.tsx")).DayPicker });

/** The days around the chosen one; the calendar for the others. */
export function HomeDays({ day, today, onChoose }: Props): ReactNode {
  const t = useT();
  const [picker, setPicker] = useState<"not yet" | "open" | "closed">("not yet");
  const isNear = daysAround(today).includes(day);
  const days = daysAround(isNear ? today : day);
  return (
    <>
      <DateStrip
        label={t("home.days")}
        currentId={day}
        days={days.map((id) => {
          return { ...faceOf(t, id, today), id, onPress: () => onChoose(id) };
        })}
        calendarLabel={t("act.calendar")}
        onCalendar={() => setPicker("open")}
      />
      {picker !== "not yet" &&
        createElement(lazyPage(loadPicker), {
          open: picker === "open",
          day,
          onChoose,
          onClose: () => setPicker("closed"),
        })}
    </>
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
