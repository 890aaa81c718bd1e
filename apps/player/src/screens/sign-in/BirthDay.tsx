import { isOfAge, MINIMUM_AGE } from "@club/domain";
import { addDays, dayAt, formatDate } from "@club/i18n";
import { clubNow, Field, Notice } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";
import { InView } from "./InView.tsx";

const EARLIEST = "1920-01-01";

/** Whether what was typed is somebody's date of birth, and of somebody who is too young. */
export function birthOf(day: string): { readonly isDay: boolean; readonly isYoung: boolean } {
  const today = dayAt(clubNow(), deviceZone());
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= EARLIEST && day <= addDays(today, -1);
  return { isDay, isYoung: isDay && !isOfAge(day, today) };
}

export function BirthField(props: {
  readonly day: string;
  readonly onChange: (day: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <Field
      label={t("birth.label")}
      name="bday"
      type="date"
      value={props.day}
      onChange={props.onChange}
      autoComplete="bday"
      hint={t("birth.fixed")}
      required
    />
  );
}

/** As it will stand. */
export function ReadBack({ day }: { readonly day: string }): ReactNode {
  const t = useT();
  return (
    <InView>
      <Notice tone="brass" title={t("birth.check")} alert>
        <p className="birth-day">{dayText(t, day)}</p>
        <p>{t("birth.fixed")}</p>
      </Notice>
    </InView>
  );
}

/** Said at once, and from when on it is otherwise. */
export function TooYoung({ day }: { readonly day: string }): ReactNode {
  const t = useT();
  const date = dayText(t, addYears(day, MINIMUM_AGE));
  return (
    <Notice tone="brass" title={t("birth.young", { date })} alert>
      <p>{t("birth.youngText")}</p>
    </Notice>
  );
}

function dayText(t: T, day: string): string {
  return formatDate(`${day}T00:00:00.000Z`, "UTC", t.language);
}

/** Born on 29 February, one is of age on 1 March. */
function addYears(day: string, years: number): string {
  const [year, month, date] = day.split("-").map(Number);
  const later = new Date(Date.UTC((year ?? 0) + years, (month ?? 1) - 1, date));
  return later.toISOString().slice(0, 10);
}
