import type { ReactNode } from "react";
import {
  FIRST_YEAR,
  LAST_YEAR,
  touchesLimits,
  yearPage,
  YEARS_PER_PAGE,
  type PickerLimits,
} from "../date-picker.ts";
import { CellGrid } from "./CellGrid.tsx";
import { PickerHead } from "./PickerHead.tsx";
import { sayMonthName, sayYear, usePickerTexts } from "./picker-words.ts";

export interface PagesProps {
  /** The year in view. */
  readonly year: number;
  readonly selected: string | null;
  readonly limits: PickerLimits;
  readonly onYear: (year: number) => void;
  readonly onPick: (value: string) => void;
}

/** The twelve months of a year. */
export function MonthPage(props: PagesProps & { readonly onUp: () => void }): ReactNode {
  const { year, limits, onYear } = props;
  const text = usePickerTexts();
  const isOff = (to: number) => !touchesLimits(String(to), limits);
  const cells = Array.from({ length: 12 }, (_, month) => {
    const value = `${year}-${String(month + 1).padStart(2, "0")}`;
    const name = sayMonthName(month, text.language);
    return { value, text: name, isOff: !touchesLimits(value, limits) };
  });
  return (
    <>
      <PickerHead
        title={sayYear(year, text.language)}
        up={{ label: text.chooseYear, onPress: props.onUp }}
        back={{ label: text.previousYear, isOff: isOff(year - 1), onPress: () => onYear(year - 1) }}
        on={{ label: text.nextYear, isOff: isOff(year + 1), onPress: () => onYear(year + 1) }}
      />
      <CellGrid
        key={year}
        label={text.chooseMonth}
        cells={cells}
        selected={props.selected}
        onPick={props.onPick}
      />
    </>
  );
}

/** A dozen of years, from 1920 to 2120. */
export function YearPage(props: PagesProps): ReactNode {
  const { year, limits, onYear } = props;
  const text = usePickerTexts();
  const years = yearPage(year);
  const [first = FIRST_YEAR, last = LAST_YEAR] = [years[0], years.at(-1)];
  const to = (by: number) => Math.min(LAST_YEAR, Math.max(FIRST_YEAR, first + by));
  const cells = years.map((each) => {
    const value = String(each);
    return { value, text: value, isOff: !touchesLimits(value, limits) };
  });
  return (
    <>
      <PickerHead
        title={`${first} – ${last}`}
        back={{
          label: text.previousYears,
          isOff: !touchesLimits(String(first - 1), limits) || first <= FIRST_YEAR,
          onPress: () => onYear(to(-YEARS_PER_PAGE)),
        }}
        on={{
          label: text.nextYears,
          isOff: !touchesLimits(String(last + 1), limits) || last >= LAST_YEAR,
          onPress: () => onYear(to(YEARS_PER_PAGE)),
        }}
      />
      <CellGrid
        key={first}
        label={text.chooseYear}
        cells={cells}
        selected={props.selected}
        onPick={props.onPick}
      />
    </>
  );
}
