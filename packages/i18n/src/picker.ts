import type { Language } from "./language.ts";

/** The texts of the date and time picker beyond dates themselves, which the platform formats. */
export interface PickerTexts {
  readonly previousMonth: string;
  readonly nextMonth: string;
  readonly previousYear: string;
  readonly nextYear: string;
  readonly previousYears: string;
  readonly nextYears: string;
  readonly chooseMonth: string;
  readonly chooseYear: string;
  readonly hour: string;
  readonly minute: string;
  readonly thisMonth: string;
  readonly lastMonth: string;
  readonly first: string;
  readonly last: string;
  readonly none: string;
  /** Followed by the number of days: "Show 48 days". */
  readonly show: string;
}

/** Not in the shared catalogue: they load with the picker's own code. */
export const PICKER_TEXTS: Readonly<Record<Language, PickerTexts>> = {
  en: {
    previousMonth: "Previous month",
    nextMonth: "Next month",
    previousYear: "Previous year",
    nextYear: "Next year",
    previousYears: "Earlier years",
    nextYears: "Later years",
    chooseMonth: "Choose a month",
    chooseYear: "Choose a year",
    hour: "Hour",
    minute: "Minute",
    thisMonth: "This month",
    lastMonth: "Last month",
    first: "first day",
    last: "last day",
    none: "Not chosen",
    show: "Show {days}",
  },
  es: {
    previousMonth: "Mes anterior",
    nextMonth: "Mes siguiente",
    previousYear: "Año anterior",
    nextYear: "Año siguiente",
    previousYears: "Años anteriores",
    nextYears: "Años siguientes",
    chooseMonth: "Elegir mes",
    chooseYear: "Elegir año",
    hour: "Hora",
    minute: "Minuto",
    thisMonth: "Este mes",
    lastMonth: "Mes pasado",
    first: "primer día",
    last: "último día",
    none: "Sin elegir",
    show: "Ver {days}",
  },
  fr: {
    previousMonth: "Mois précédent",
    nextMonth: "Mois suivant",
    previousYear: "Année précédente",
    nextYear: "Année suivante",
    previousYears: "Années précédentes",
    nextYears: "Années suivantes",
    chooseMonth: "Choisir un mois",
    chooseYear: "Choisir une année",
    hour: "Heure",
    minute: "Minute",
    thisMonth: "Ce mois-ci",
    lastMonth: "Le mois dernier",
    first: "premier jour",
    last: "dernier jour",
    none: "Non choisi",
    show: "Afficher {days}",
  },
  "zh-Hans": {
    previousMonth: "上个月",
    nextMonth: "下个月",
    previousYear: "上一年",
    nextYear: "下一年",
    previousYears: "更早的年份",
    nextYears: "更晚的年份",
    chooseMonth: "选择月份",
    chooseYear: "选择年份",
    hour: "时",
    minute: "分",
    thisMonth: "本月",
    lastMonth: "上月",
    first: "开始日期",
    last: "结束日期",
    none: "未选择",
    show: "查看{days}",
  },
  "zh-Hant": {
    previousMonth: "上個月",
    nextMonth: "下個月",
    previousYear: "上一年",
    nextYear: "下一年",
    previousYears: "更早的年份",
    nextYears: "更晚的年份",
    chooseMonth: "選擇月份",
    chooseYear: "選擇年份",
    hour: "時",
    minute: "分",
    thisMonth: "本月",
    lastMonth: "上月",
    first: "開始日期",
    last: "結束日期",
    none: "未選擇",
    show: "查看{days}",
  },
};
