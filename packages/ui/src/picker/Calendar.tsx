import { formatMonth } from "@club/i18n";
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { dayAfterKey, gridOf, type PickerLimits } from "../date-picker.ts";
import { sayValue, usePickerTexts, weekdayNames } from "./picker-words.ts";

export interface CalendarProps {
  /** YYYY-MM */
  readonly month: string;
  /** The day with the keyboard focus. */
  readonly at: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly today: string;
  readonly limits: PickerLimits;
  /** Whether days of adjacent months can be tapped; beside another month they are only drawn. */
  readonly outside: "tap" | "still";
  readonly onPick: (day: string) => void;
  readonly onMove: (day: string) => void;
}

const WEEKS = [0, 7, 14, 21, 28, 35];

/** One month: a grid of 42 cells; the arrow keys move in it. */
export function Calendar(props: CalendarProps): ReactNode {
  const { month, at } = props;
  const text = usePickerTexts();
  const grid = useRef<HTMLDivElement>(null);
  useFocusOfKeys(grid, at);
  const days = gridOf(month);
  return (
    <div
      ref={grid}
      className="calendar"
      role="grid"
      aria-label={formatMonth(`${month}-01`, text.language)}
    >
      <div role="row" className="calendar-head">
        {weekdayNames(text.language).map(({ short, long }) => (
          <span key={long} role="columnheader" aria-label={long}>
            {short}
          </span>
        ))}
      </div>
      {WEEKS.map((week) => (
        <div key={week} role="row">
          {days.slice(week, week + 7).map((day) =>
            props.outside === "still" && !day.startsWith(month) ? (
              <span key={day} role="gridcell" className="calendar-day centred" data-outside="">
                <span aria-hidden="true">{Number(day.slice(8))}</span>
              </span>
            ) : (
              <Day key={day} day={day} {...props} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

/**
 * A key that leads to another day moves the focus there, even into a month that was not drawn
 * before. The picker itself records that a key did it: the button that had the focus may be gone by
 * then.
 */
function useFocusOfKeys(grid: RefObject<HTMLElement | null>, at: string): void {
  useEffect(() => {
    const picker = pickerOf(grid.current);
    const day = grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`);
    if (picker?.dataset["keys"] === undefined || day === null || day === undefined) return;
    delete picker.dataset["keys"];
    day.focus();
  }, [at, grid]);
}

function pickerOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(".picker") ?? null;
}

function Day(props: CalendarProps & { readonly day: string }): ReactNode {
  const { day, at, limits, onMove } = props;
  const text = usePickerTexts();
  const isOutside = !day.startsWith(props.month);
  const isOff = day < limits.start || day > limits.end;
  const mark = marksOf(day, props.from, props.to);
  const name = [
    sayValue(day, "date", text.language),
    mark.isFirst && !mark.isLast && text.first,
    mark.isLast && !mark.isFirst && text.last,
  ].filter((part) => part !== false);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = dayAfterKey(at, event, limits);
    if (next === null) return;
    event.preventDefault();
    const picker = pickerOf(event.currentTarget);
    if (picker !== null && next !== at) picker.dataset["keys"] = "";
    onMove(next);
  };
  return (
    <div role="gridcell" aria-selected={mark.isIn}>
      <button
        type="button"
        className="calendar-day centred"
        tabIndex={day === at ? 0 : -1}
        aria-label={name.join(", ")}
        aria-current={day === props.today ? "date" : undefined}
        aria-disabled={isOff || undefined}
        onKeyDown={onKeyDown}
        onClick={() => !isOff && props.onPick(day)}
        {...flags({
          "data-outside": isOutside,
          "data-start": day === at,
          "data-in": mark.isIn,
          "data-first": mark.isFirst,
          "data-last": mark.isLast,
        })}
        data-day={day}
      >
        {Number(day.slice(8))}
      </button>
    </div>
  );
}

/** A day's place in the chosen range: a single day is both the first and the last. */
function marksOf(day: string, from: string | null, to: string | null) {
  const last = to ?? from;
  const isIn = from !== null && last !== null && day >= from && day <= last;
  return { isIn, isFirst: isIn && day === from, isLast: isIn && day === last };
}

/** Attributes that are there or not. */
function flags(all: Readonly<Record<`data-${string}`, boolean>>): Record<string, string> {
  const set = Object.entries(all).filter(([, isSet]) => isSet);
  return Object.fromEntries(set.map(([name]) => [name, ""]));
}
