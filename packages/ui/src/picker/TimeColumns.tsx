import {
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { clampValue, touchesLimits, type PickerLimits } from "../date-picker.ts";
import { usePickerTexts } from "./picker-words.ts";

/** Hours and minutes side by side. `day` goes before the time in the limits: "" or a day. */
export function TimeColumns(props: {
  readonly time: string;
  readonly day: string;
  readonly limits: PickerLimits;
  readonly onChange: (time: string) => void;
}): ReactNode {
  const { time, day, limits } = props;
  const text = usePickerTexts();
  const [hour = "00", minute = "00"] = time.split(":");
  const before = day === "" ? "" : `${day} `;
  const change = (to: string) =>
    props.onChange(clampValue(`${before}${to}`, limits).slice(before.length));
  return (
    <div className="time-columns across">
      <Column
        label={text.hour}
        count={24}
        value={hour}
        isOff={(value) => !touchesLimits(`${before}${value}`, limits)}
        onChange={(value) => change(`${value}:${minute}`)}
      />
      <span className="time-colon" aria-hidden="true">
        :
      </span>
      <Column
        label={text.minute}
        count={60}
        value={minute}
        isOff={(value) => !touchesLimits(`${before}${hour}:${value}`, limits)}
        onChange={(value) => change(`${hour}:${value}`)}
      />
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -5,
  PageDown: 5,
  Home: -60,
  End: 60,
};

function Column(props: {
  readonly label: string;
  readonly count: number;
  readonly value: string;
  readonly isOff: (value: string) => boolean;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { value, count, onChange } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useCentred(list, value);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, Number(value) + step));
    onChange(String(next).padStart(2, "0"));
  };
  return (
    <div
      ref={list}
      className="time-column"
      role="listbox"
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={`${id}${value}`}
      onKeyDown={onKeyDown}
    >
      {Array.from({ length: count }, (_, index) => {
        const each = String(index).padStart(2, "0");
        const isOff = props.isOff(each);
        return (
          <div
            key={each}
            id={`${id}${each}`}
            role="option"
            tabIndex={-1}
            aria-selected={each === value}
            aria-disabled={isOff || undefined}
            onClick={() => !isOff && onChange(each)}
          >
            {each}
          </div>
        );
      })}
    </div>
  );
}

function useCentred(list: RefObject<HTMLElement | null>, value: string): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    // Nothing has a size before the picker is shown: the observer tells when it has.
    const observer = new ResizeObserver(() => centre(element));
    observer.observe(element);
    centre(element);
    return () => observer.disconnect();
  }, [list, value]);
}

/** What is chosen stands in the middle of its column. */
function centre(list: HTMLElement): void {
  const chosen = list.querySelector<HTMLElement>("[aria-selected=true]");
  if (chosen === null) return;
  list.scrollTop = chosen.offsetTop - (list.clientHeight - chosen.clientHeight) / 2;
}
