import type { ReactNode } from "react";
import {
  clampValue,
  daysInMonth,
  shiftDay,
  shiftMonths,
  type DayRange,
  type PickerLimits,
} from "../date-picker.ts";
import { useText } from "../text.tsx";
import { usePickerTexts } from "./picker-words.ts";

/** The most wanted ranges, one tap away. */
export function Presets(props: {
  readonly today: string;
  readonly limits: PickerLimits;
  readonly range: DayRange | null;
  readonly onPick: (range: DayRange) => void;
}): ReactNode {
  const { today, limits, range } = props;
  const t = useText();
  const text = usePickerTexts();
  const month = today.slice(0, 7);
  const last = shiftMonths(`${month}-01`, -1).slice(0, 7);
  const back = (n: number) => ({
    label: t("time.days", { n }),
    from: shiftDay(today, 1 - n),
    to: today,
  });
  const presets = [
    { label: text.thisMonth, from: `${month}-01`, to: today },
    { label: text.lastMonth, from: `${last}-01`, to: `${last}-${daysInMonth(last)}` },
    back(7),
    back(90),
  ].filter(({ from, to }) => to >= limits.start && from <= limits.end);
  return (
    <div className="picker-presets">
      {presets.map(({ label, from, to }) => (
        <button
          key={label}
          type="button"
          aria-pressed={range?.from === from && range.to === to}
          onClick={() =>
            props.onPick({ from: clampValue(from, limits), to: clampValue(to, limits) })
          }
        >
          {label}
        </button>
      ))}
    </div>
  );
}
