export {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  chooseLanguage,
  isLanguage,
  type Language,
} from "./language.ts";
export {
  createT,
  placeholdersOf,
  type AnyTranslate,
  type KeyOf,
  type Messages,
  type Param,
  type Translate,
  type Translation,
} from "./translate.ts";
export type { CommonMessages } from "./catalogue/common/en.ts";
export { refusalText } from "./refusal-text.ts";
export { formatCount, formatPercent } from "./format/number.ts";
export { readAmount } from "./format/read-amount.ts";
export { formatDividend, formatMoney, formatOdds, type MoneyOptions } from "./format/money.ts";
export { formatMoneyShort } from "./format/money-short.ts";
export {
  ODDS_FORMATS,
  formatOddsAs,
  isOddsFormat,
  readOdds,
  type OddsFormat,
} from "./format/odds.ts";
export {
  eventName,
  hasTwoSides,
  lineText,
  marketName,
  marketWithLine,
  outcomeName,
  sportName,
  teamName,
  type NamedChoice,
  type NamedEvent,
  type NamedMarket,
} from "./format/sport-names.ts";
export {
  countdownTone,
  formatCountdown,
  formatDuration,
  type CountdownParts,
  type CountdownTone,
} from "./format/countdown.ts";
export {
  addDays,
  dayAt,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayRange,
  formatMonth,
  formatRelativeDay,
  formatTime,
  formatTimeExact,
  formatTimeSeconds,
  formatWeekday,
  relativeDayName,
  type Instant,
} from "./format/date.ts";
