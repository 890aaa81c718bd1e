import { formatMonth } from "@club/i18n";
import { useState, type ReactNode } from "react";
import { clubNow } from "./clock.ts";
import {
  clampValue,
  handOut,
  limitsOf,
  readValue,
  shiftMonths,
  touchesLimits,
  type Picked,
  type PickerInput,
  type PickerLimits,
  type PickerMode,
  type PickerOutput,
} from "./date-picker.ts";
import { Calendar } from "./picker/Calendar.tsx";
import { MonthPage, YearPage } from "./picker/MonthPages.tsx";
import { PickerFoot } from "./picker/PickerFoot.tsx";
import { PickerFrame, useOpenings } from "./picker/PickerFrame.tsx";
import { PickerHead } from "./picker/PickerHead.tsx";
import { sayValue, usePickerTexts } from "./picker/picker-words.ts";
import { TimeColumns } from "./picker/TimeColumns.tsx";
import { useText } from "./text.tsx";

export interface DatePickerProps<O extends PickerOutput = "string"> {
  readonly open: boolean;
  readonly onClose: () => void;
  /** What is chosen: "Date of birth". */
  readonly title: string;
  readonly mode?: PickerMode | undefined;
  /** Text ("2026-11-21", "2026-11-21 14:05"), milliseconds or a Date; null: nothing chosen. */
  readonly value: PickerInput | null;
  /** What `onChoose` gets; by default text. */
  readonly output?: O | undefined;
  /** The least and the most that can be chosen; always within 1920 to 2120. */
  readonly start?: PickerInput | null | undefined;
  readonly end?: PickerInput | null | undefined;
  readonly onChoose: (value: Picked[O]) => void;
  /** Adds a button that chooses nothing. */
  readonly onClear?: (() => void) | undefined;
}

/**
 * Chooses a day, a month, a year, a time of day or a day with its time: in a sheet on a phone, in a
 * popup of 301 px above that. A day, month or year is chosen by its tap, a time by OK.
 */
export function DatePicker<O extends PickerOutput = "string">(
  props: DatePickerProps<O>,
): ReactNode {
  const openings = useOpenings(props.open);
  return <Opened key={openings} {...props} />;
}

type View = "days" | "months" | "years" | "time";

const VIEW_OF: Readonly<Record<PickerMode, View>> = {
  date: "days",
  datetime: "days",
  month: "months",
  year: "years",
  time: "time",
};

function Opened<O extends PickerOutput>(props: DatePickerProps<O>): ReactNode {
  const { mode = "date", onClose } = props;
  const t = useText();
  const today = readValue(clubNow(), "date") ?? "";
  const limits = limitsOf(mode, props.start, props.end);
  const [chosen, setChosen] = useState(() => firstOf(props.value, mode, limits));
  const choose = (value: string) => {
    props.onChoose(handOut(value, props.output ?? ("string" as O), today));
    onClose();
  };
  const now = clampValue(readValue(clubNow(), mode) ?? "", limits);
  const needsOk = mode === "time" || mode === "datetime";
  const { onClear } = props;
  const clear = onClear && (() => (onClear(), onClose()));
  const ok = { label: t("form.ok"), isOff: false, onPress: () => choose(chosen ?? now) };
  const foot = <PickerFoot onClear={clear} {...(needsOk && { act: ok })} />;
  return (
    <PickerFrame
      open={props.open}
      onClose={onClose}
      title={props.title}
      size="single"
      foot={needsOk || clear !== undefined ? foot : undefined}
    >
      <Pages
        mode={mode}
        value={chosen}
        now={now}
        today={today}
        limits={limits}
        onPick={needsOk ? setChosen : choose}
      />
    </PickerFrame>
  );
}

/** A value beyond the limits begins at the nearest of them. */
function firstOf(input: PickerInput | null, mode: PickerMode, limits: PickerLimits): string | null {
  const value = readValue(input, mode);
  return value === null ? null : clampValue(value, limits);
}

interface PagesProps {
  readonly mode: PickerMode;
  readonly value: string | null;
  readonly now: string;
  readonly today: string;
  readonly limits: PickerLimits;
  readonly onPick: (value: string) => void;
}

function Pages(props: PagesProps): ReactNode {
  const { mode, value, now, limits, onPick } = props;
  const first = value ?? now;
  const [view, setView] = useState<View>(VIEW_OF[mode]);
  const [at, setAt] = useState(() => dayIn(first, mode));
  const year = Number(at.slice(0, 4));
  const goYear = (to: number) => setAt(`${String(to)}${at.slice(4)}`);
  if (view === "time") {
    return <TimeColumns time={first} day="" limits={limits} onChange={onPick} />;
  }
  if (view === "years") {
    const pick = (to: string) => {
      if (mode === "year") return onPick(to);
      setAt(shiftMonths(`${to}${at.slice(4)}`, 0));
      setView("months");
    };
    const selected = value?.slice(0, 4) ?? null;
    return <YearPage {...{ year, selected, limits }} onYear={goYear} onPick={pick} />;
  }
  if (view === "months") {
    const pick = (to: string) => {
      if (mode === "month") return onPick(to);
      setAt(clampValue(shiftMonths(`${to}${at.slice(7)}`, 0), daysOf(limits)));
      setView("days");
    };
    return (
      <MonthPage
        {...{ year, limits }}
        selected={value?.slice(0, 7) ?? null}
        onYear={goYear}
        onPick={pick}
        onUp={() => setView("years")}
      />
    );
  }
  return <Days {...props} at={at} onMove={setAt} onUp={() => setView("months")} />;
}

/** The limits in days, for the calendar of a mode that has times too. */
function daysOf({ start, end }: PickerLimits): PickerLimits {
  return { start: start.slice(0, 10), end: end.slice(0, 10) };
}

/** Some day of a value, for the pages to begin at. */
function dayIn(value: string, mode: PickerMode): string {
  if (mode === "time") return "";
  return `${value}${"-01-01".slice(value.slice(0, 10).length - 4)}`.slice(0, 10);
}

function Days(
  props: PagesProps & {
    readonly at: string;
    readonly onMove: (day: string) => void;
    readonly onUp: () => void;
  },
): ReactNode {
  const { mode, value, at, onMove } = props;
  const text = usePickerTexts();
  const limits = daysOf(props.limits);
  const month = at.slice(0, 7);
  const time = (value ?? props.now).slice(11);
  const day = value?.slice(0, 10) ?? null;
  const pick = (to: string) => {
    onMove(to);
    props.onPick(mode === "datetime" ? clampValue(`${to} ${time}`, props.limits) : to);
  };
  const step = (by: number) => ({
    label: by < 0 ? text.previousMonth : text.nextMonth,
    isOff: !touchesLimits(shiftMonths(at, by).slice(0, 7), limits),
    onPress: () => onMove(clampValue(shiftMonths(at, by), limits)),
  });
  return (
    <>
      <PickerHead
        title={formatMonth(at, text.language)}
        up={{ label: text.chooseMonth, onPress: props.onUp }}
        back={step(-1)}
        on={step(1)}
      />
      <Calendar
        {...{ month, at, limits, onMove }}
        today={props.today}
        from={day}
        to={day}
        outside="tap"
        onPick={pick}
      />
      {mode === "datetime" && <TimeOfDay {...props} />}
    </>
  );
}

/** Below the days of a mode that has both: what is chosen, and its time. */
function TimeOfDay({ value, now, limits, onPick }: PagesProps): ReactNode {
  const { language } = usePickerTexts();
  const [day = "", time = ""] = (value ?? now).split(" ");
  return (
    <>
      <p className="picker-chosen" aria-live="polite">
        {sayValue(value ?? now, "datetime", language)}
      </p>
      <TimeColumns
        time={time}
        day={day}
        limits={limits}
        onChange={(to) => onPick(`${day} ${to}`)}
      />
    </>
  );
}
