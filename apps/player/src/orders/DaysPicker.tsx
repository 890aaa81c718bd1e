import { DateRangePicker } from "@club/ui";
import type { ReactNode } from "react";
import type { OrderDays } from "../api/orders.ts";
import { clubToday } from "../core/club-zone.ts";
import { useT } from "../core/lang.ts";

interface Props {
  readonly open: boolean;
  readonly days: OrderDays | null;
  readonly onChoose: (days: OrderDays | null) => void;
  readonly onClose: () => void;
}

/** The two months of the specification's range picker, for the days of the bets. */
export function DaysPicker({ open, days, onChoose, onClose }: Props): ReactNode {
  const t = useT();
  return (
    <DateRangePicker
      open={open}
      title={t("orders.rangeTitle")}
      today={clubToday()}
      value={days}
      onChoose={onChoose}
      onClear={() => days !== null && onChoose(null)}
      onClose={onClose}
    />
  );
}
