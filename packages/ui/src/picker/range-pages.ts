import { useState } from "react";
import {
  clampValue,
  shiftMonths,
  touchesLimits,
  type PickerLimits,
  type RangeDraft,
} from "../date-picker.ts";
import type { PickerStep } from "./PickerHead.tsx";
import { usePickerTexts } from "./picker-words.ts";

export interface RangePages {
  /** The first of the two months in view. */
  readonly month: string;
  /** The day with the keyboard focus, in one of them. */
  readonly at: string;
  readonly back: PickerStep;
  readonly on: PickerStep;
  /** Moves the focused day, and the months when it leaves them. */
  readonly goTo: (day: string) => void;
  readonly showYear: (year: number) => void;
  /** Shows a range chosen in another way. */
  readonly show: (draft: RangeDraft) => void;
}

/** Which two months are in view, and how to leave them. */
export function useRangePages(first: RangeDraft, today: string, limits: PickerLimits): RangePages {
  const text = usePickerTexts();
  const [page, setPage] = useState(() => pageOf(first, today, limits));
  const { month, at } = page;
  const shifted = (by: number) => shiftMonths(`${month}-01`, by).slice(0, 7);
  const turn = (by: -1 | 1) => () => {
    const [upper, lower] = [shifted(by), shifted(by + 1)];
    const isShown = at.startsWith(upper) || at.startsWith(lower);
    const next = isShown ? at : clampValue(`${by < 0 ? upper : lower}-01`, limits);
    setPage({ month: upper, at: next });
  };
  const goTo = (day: string) => {
    const to = day.slice(0, 7);
    const isShown = to === month || to === shifted(1);
    const lower = to > month ? shiftMonths(day, -1).slice(0, 7) : to;
    setPage({ month: isShown ? month : lower, at: day });
  };
  return {
    month,
    at,
    back: {
      label: text.previousMonth,
      isOff: !touchesLimits(shifted(-1), limits),
      onPress: turn(-1),
    },
    on: { label: text.nextMonth, isOff: !touchesLimits(shifted(2), limits), onPress: turn(1) },
    goTo,
    showYear: (year) =>
      setPage({ month: `${year}${month.slice(4)}`, at: `${year}${month.slice(4)}-01` }),
    show: (draft) => setPage(pageOf(draft, today, limits)),
  };
}

/** The month of the first day if the last day fits in too, else the month before the last day's. */
function pageOf(draft: RangeDraft, today: string, limits: PickerLimits) {
  const at = clampValue(draft.to ?? draft.from ?? today, limits);
  const before = shiftMonths(`${at.slice(0, 7)}-01`, -1).slice(0, 7);
  const from = draft.from?.slice(0, 7) ?? before;
  const next = shiftMonths(`${from}-01`, 1).slice(0, 7);
  const isFirst = from >= before && touchesLimits(next, limits);
  const month = isFirst ? from : touchesLimits(before, limits) ? before : at.slice(0, 7);
  return { month, at };
}
