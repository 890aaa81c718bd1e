import { formatMonth } from "@club/i18n";
import { useState, type ReactNode } from "react";
import { clampValue, shiftMonths, type PickerLimits, type RangeDraft } from "../date-picker.ts";
import { Calendar } from "./Calendar.tsx";
import { MonthPage, YearPage } from "./MonthPages.tsx";
import { PickerHead } from "./PickerHead.tsx";
import { usePickerTexts } from "./picker-words.ts";
import type { RangePages } from "./range-pages.ts";

interface Props {
  readonly draft: RangeDraft;
  readonly limits: PickerLimits;
  readonly today: string;
  /** The months have their arrows above them; in a sheet the arrows are in its head. */
  readonly hasArrows: boolean;
  readonly pages: RangePages;
  readonly onPick: (day: string) => void;
}

/** The two months of a range, and the way to any other month or year. */
export function RangeMonths(props: Props): ReactNode {
  const { limits, pages } = props;
  const [view, setView] = useState<"days" | "months" | "years">("days");
  const shared = { year: Number(pages.month.slice(0, 4)), limits, onYear: pages.showYear };
  if (view === "years") {
    const pick = (year: string) => {
      pages.showYear(Number(year));
      setView("months");
    };
    return <YearPage {...shared} selected={pages.month.slice(0, 4)} onPick={pick} />;
  }
  if (view === "months") {
    const pick = (month: string) => {
      pages.goTo(clampValue(`${month}-01`, limits));
      setView("days");
    };
    const up = () => setView("years");
    return <MonthPage {...shared} selected={pages.month} onPick={pick} onUp={up} />;
  }
  return <BothMonths {...props} onUp={() => setView("months")} />;
}

function BothMonths(props: Props & { readonly onUp: () => void }): ReactNode {
  const { draft, pages, hasArrows } = props;
  const text = usePickerTexts();
  const both = [pages.month, shiftMonths(`${pages.month}-01`, 1).slice(0, 7)];
  return (
    <div className="picker-months">
      {both.map((month, index) => (
        <div key={month} className="picker-month">
          <PickerHead
            title={formatMonth(`${month}-01`, text.language)}
            up={{ label: text.chooseMonth, onPress: props.onUp }}
            back={hasArrows && index === 0 ? pages.back : undefined}
            on={hasArrows && index === 1 ? pages.on : undefined}
          />
          <Calendar
            month={month}
            at={pages.at}
            from={draft.from}
            to={draft.to}
            today={props.today}
            limits={props.limits}
            outside="still"
            onMove={pages.goTo}
            onPick={props.onPick}
          />
        </div>
      ))}
    </div>
  );
}
