import { DatePicker } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

export interface DayPickerProps {
  readonly open: boolean;
  readonly day: string;
  readonly onChoose: (day: string) => void;
  readonly onClose: () => void;
}

/** The calendar for days that are not on the strip. */
export function DayPicker({ open, day, onChoose, onClose }: DayPickerProps): ReactNode {
  const t = useT();
  return (
    <DatePicker
      open={open}
      title={t("home.days")}
      value={day}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}
