/** Every page of the gallery: pieces of the specification, then what the screens are made of. */
export const PIECES = [
  "loading",
  "order-card",
  "sport-order-card",
  "bars",
  "load-more",
  "tabs",
  "live",
  "install",
  "popup",
  "icons",
  "card",
  "picker-date",
  "picker-month",
  "picker-year",
  "picker-time",
  "picker-datetime",
  "picker-range",
  "date-field",
  "transition",
  "press",
  "late",
  "products",
  "invite",
] as const;

export const COMPOSITIONS = [
  "day",
  "race",
  "result",
  "slip",
  "grid",
  "keypad",
  "receipt",
  "legs",
  "parts",
  "money",
  "forms",
  "states",
  "console",
] as const;

export type PageName = (typeof PIECES)[number] | (typeof COMPOSITIONS)[number];
