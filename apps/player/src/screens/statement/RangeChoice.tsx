import { Button, DateRangePicker } from "@club/ui";
import { useState, type ReactNode } from "react";
import { clubToday } from "../../core/club-zone.ts";
import { useT } from "../../core/lang.ts";

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The days of the statement: two months at once. A range given the wrong way round is swapped. */
export function RangeChoice(props: {
  readonly range: DayRange;
  readonly text: string;
  readonly onChoose: (range: DayRange) => void;
}): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="calendar" onPress={() => setOpen(true)}>
        {props.text}
      </Button>
      <DateRangePicker
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("statement.range")}
        today={clubToday()}
        value={props.range}
        onChoose={({ from, to }) => {
          props.onChoose({ from, to });
          setOpen(false);
        }}
      />
    </>
  );
}
