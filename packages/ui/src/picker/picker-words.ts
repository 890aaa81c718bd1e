import { formatDate, formatMonth, type Language } from "@club/i18n";
import { PICKER_TEXTS, type PickerTexts } from "@club/i18n/picker";
import type { PickerMode } from "../date-picker.ts";
import { useLanguage } from "../text.tsx";

export function usePickerTexts(): PickerTexts & { readonly language: Language } {
  const language = useLanguage();
  return { ...PICKER_TEXTS[language], language };
}

const localeOf = (language: Language): string => (language === "en" ? "en-GB" : language);

/** A value in words: "Sat 21 Nov 2026", "November 2026", "2026", "14:05", "Sat 21 Nov 2026 14:05". */
export function sayValue(value: string, mode: PickerMode, language: Language): string {
  switch (mode) {
    case "date":
      return formatDate(`${value}T00:00:00Z`, "UTC", language);
    case "month":
      return formatMonth(`${value}-01`, language);
    case "year":
      return sayYear(Number(value), language);
    case "datetime":
      return `${sayValue(value.slice(0, 10), "date", language)} ${value.slice(11)}`;
    case "time":
      return value;
  }
}

export function sayYear(year: number, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { year: "numeric", timeZone: "UTC" });
  return format.format(Date.UTC(year, 6));
}

/** The name of a month alone, as in a grid of twelve. */
export function sayMonthName(month: number, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { month: "short", timeZone: "UTC" });
  return capital(format.format(Date.UTC(2026, month)), language);
}

export interface WeekdayName {
  readonly short: string;
  readonly long: string;
}

/** Monday to Sunday in the two letters of a calendar's head, and in full for screen readers. */
export function weekdayNames(language: Language): readonly WeekdayName[] {
  const isChinese = language.startsWith("zh");
  const of = (weekday: "short" | "narrow" | "long", day: number): string =>
    new Intl.DateTimeFormat(localeOf(language), { weekday, timeZone: "UTC" }).format(
      Date.UTC(2026, 10, 16 + day),
    );
  return Array.from({ length: 7 }, (_, day) => ({
    short: isChinese ? of("narrow", day) : capital(of("short", day).slice(0, 2), language),
    long: of("long", day),
  }));
}

function capital(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
