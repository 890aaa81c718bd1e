import { useState, type ReactNode } from "react";
import {
  Button,
  DateField,
  DatePicker,
  DateRangePicker,
  type PickedRange,
  type PickerMode,
} from "../src/index.ts";
import { nothing } from "./data.ts";
import { PiecePage, Shown } from "./piece.tsx";

const VALUES: Readonly<Record<PickerMode, string>> = {
  date: "2026-11-21",
  month: "2026-11",
  year: "2026",
  time: "14:35",
  datetime: "2026-11-21 14:35",
};

function OpenPicker(props: {
  readonly mode: PickerMode;
  readonly start?: string;
  readonly end?: string;
}): ReactNode {
  const [isOpen, setOpen] = useState(true);
  const [value, setValue] = useState<string | null>(VALUES[props.mode]);
  return (
    <PiecePage title={`Date picker: ${props.mode}`}>
      <Shown as="What was chosen">
        <p>{value ?? "nothing"}</p>
        <Button onPress={() => setOpen(true)}>Choose</Button>
      </Shown>
      <DatePicker
        {...props}
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Date of birth"
        value={value}
        onChoose={setValue}
        onClear={() => setValue(null)}
      />
    </PiecePage>
  );
}

export const PickerDatePage = (): ReactNode => (
  <OpenPicker mode="date" start="2026-10-05" end="2026-11-28" />
);
export const PickerMonthPage = (): ReactNode => <OpenPicker mode="month" start="2025-03-01" />;
export const PickerYearPage = (): ReactNode => <OpenPicker mode="year" />;
export const PickerTimePage = (): ReactNode => <OpenPicker mode="time" start="09:30" />;
export const PickerDateTimePage = (): ReactNode => <OpenPicker mode="datetime" />;

export function PickerRangePage(): ReactNode {
  const [isOpen, setOpen] = useState(true);
  const [range, setRange] = useState<PickedRange<string> | null>({
    from: "2026-11-21",
    to: "2026-10-05",
  });
  return (
    <PiecePage title="Date picker: range">
      <Shown as="What was chosen">
        <p>{range === null ? "nothing" : `${range.from} to ${range.to}`}</p>
        <Button onPress={() => setOpen(true)}>Choose</Button>
      </Shown>
      <DateRangePicker
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Days"
        value={range}
        end="2026-11-21"
        onChoose={setRange}
        onClear={nothing}
      />
    </PiecePage>
  );
}

export function DateFieldPage(): ReactNode {
  const [day, setDay] = useState<string | null>(null);
  const field = { value: day, onChoose: setDay };
  return (
    <PiecePage title="Date field">
      <Shown as="Empty, or what was chosen">
        <DateField {...field} label="Date of birth" hint="Only the club sees it." />
      </Shown>
      <Shown as="Chosen">
        <DateField {...field} label="Day and time" mode="datetime" value="2026-11-21 14:35" />
        <DateField {...field} label="Time" mode="time" value="14:35" />
        <DateField {...field} label="Month" mode="month" value="2026-11" />
      </Shown>
      <Shown as="Refused">
        <DateField {...field} label="Date of birth" value="2015-01-01" error="From 18 years on" />
      </Shown>
    </PiecePage>
  );
}
