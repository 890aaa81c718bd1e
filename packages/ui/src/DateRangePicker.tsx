import { formatDayRange } from "@club/i18n";
import { useState, type ReactNode } from "react";
import { clubNow } from "./clock.ts";
import {
  clampValue,
  countDays,
  handOut,
  limitsOf,
  orderRange,
  pickDay,
  readValue,
  type DayRange,
  type Picked,
  type PickerInput,
  type PickerLimits,
  type PickerOutput,
  type RangeDraft,
} from "./date-picker.ts";
import { PickerFoot } from "./picker/PickerFoot.tsx";
import { PickerFrame, useIsPhone, useOpenings } from "./picker/PickerFrame.tsx";
import { StepButton } from "./picker/PickerHead.tsx";
import { usePickerTexts } from "./picker/picker-words.ts";
import { Presets } from "./picker/Presets.tsx";
import { useRangePages } from "./picker/range-pages.ts";
import { RangeMonths } from "./picker/RangeMonths.tsx";
import { useText } from "./text.tsx";

export interface PickedRange<V> {
  readonly from: V;
  readonly to: V;
}

export interface DateRangePickerProps<O extends PickerOutput = "string"> {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Stands in the head until a range is chosen. */
  readonly title: string;
  /** One given in reverse is swapped. */
  readonly value: PickedRange<PickerInput> | null;
  readonly output?: O | undefined;
  readonly start?: PickerInput | null | undefined;
  readonly end?: PickerInput | null | undefined;
  /** The day that is today where the days are meant; by default the device's. */
  readonly today?: string | undefined;
  readonly onChoose: (range: PickedRange<Picked[O]>) => void;
  /** Told when the range is cleared, before another one is chosen. */
  readonly onClear?: (() => void) | undefined;
}

/**
 * Chooses the days from one to another: two months, one below the other in a sheet on a phone, side
 * by side in a popup of 653 px above that. The button says how many days they are.
 */
export function DateRangePicker<O extends PickerOutput = "string">(
  props: DateRangePickerProps<O>,
): ReactNode {
  const openings = useOpenings(props.open);
  return <Opened key={openings} {...props} />;
}

function Opened<O extends PickerOutput>(props: DateRangePickerProps<O>): ReactNode {
  const text = usePickerTexts();
  const isPhone = useIsPhone();
  const today = props.today ?? readValue(clubNow(), "date") ?? "";
  const limits = limitsOf("date", props.start, props.end);
  const [draft, setDraft] = useState(() => draftOf(props.value, limits));
  const pages = useRangePages(draft, today, limits);
  const range = rangeOf(draft);
  const title = range === null ? props.title : formatDayRange(range.from, range.to, text.language);
  const arrows = (
    <span className="picker-steps">
      <StepButton {...pages.back} way="back" />
      <StepButton {...pages.on} way="on" />
    </span>
  );
  const change = (to: RangeDraft) => {
    setDraft(to);
    if (to.from === null) props.onClear?.();
  };
  return (
    <PickerFrame
      open={props.open}
      onClose={props.onClose}
      title={title}
      headEnd={isPhone ? arrows : undefined}
      size="range"
      foot={<RangeFoot {...props} range={range} today={today} onChange={change} />}
    >
      <Presets
        today={today}
        limits={limits}
        range={range}
        onPick={(chosen) => {
          setDraft(chosen);
          pages.show(chosen);
        }}
      />
      <RangeMonths
        {...{ draft, limits, today, pages }}
        hasArrows={!isPhone}
        onPick={(day) => {
          pages.goTo(day);
          setDraft(pickDay(draft, day));
        }}
      />
    </PickerFrame>
  );
}

function draftOf(value: PickedRange<PickerInput> | null, limits: PickerLimits): RangeDraft {
  const [from, to] = [readValue(value?.from, "date"), readValue(value?.to, "date")];
  if (from === null || to === null) return { from: null, to: null };
  return orderRange(clampValue(from, limits), clampValue(to, limits));
}

/** What the days of a draft would be: one tapped day is a range of its own. */
function rangeOf({ from, to }: RangeDraft): DayRange | null {
  return from === null ? null : { from, to: to ?? from };
}

function RangeFoot<O extends PickerOutput>(
  props: DateRangePickerProps<O> & {
    readonly range: DayRange | null;
    readonly today: string;
    readonly onChange: (draft: RangeDraft) => void;
  },
): ReactNode {
  const { range, today } = props;
  const t = useText();
  const text = usePickerTexts();
  const days = range === null ? null : t("time.days", { n: countDays(range) });
  const choose = () => {
    if (range === null) return;
    const out = (day: string) => handOut(day, props.output ?? ("string" as O), today);
    props.onChoose({ from: out(range.from), to: out(range.to) });
    props.onClose();
  };
  return (
    <PickerFoot
      onClear={() => props.onChange({ from: null, to: null })}
      act={{
        label: days === null ? t("act.show") : text.show.replace("{days}", days),
        isOff: range === null,
        onPress: choose,
      }}
    />
  );
}
