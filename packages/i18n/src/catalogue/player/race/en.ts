import type { Messages } from "../../../translate.ts";

/** Home and race page beyond the bet: offers, runners, plots, the days of the bets. */
export const en = {
  // Each in its own language, for those who read it.
  "home.speak.es": "Leer en español",
  "home.speak.fr": "Lire en français",
  "home.speak.zh-Hans": "改用简体中文",
  "home.speak.zh-Hant": "改用繁體中文",
  "home.ios.share": "Tap Share in the browser’s bar",
  "home.ios.add": "Choose Add to Home Screen",
  "home.ios.done": "Tap Add",
  "detail.shareText": "{race} · {time}",
  "detail.jackpot": "Jackpot {amount}",
  "detail.linkCopied": "Link copied",
  "runner.jockey": "Jockey",
  "runner.trainer": "Trainer",
  "runner.weight": "Weight",
  "runner.kg": "{kg} kg",
  "runner.barrier": "Barrier",
  "runner.form": "Last runs",
  "runner.formHint": "Newest at the right. 0 is tenth or later, x is a rest of three months.",
  "runner.prices": "Win price, approximate",
  "runner.noPrices": "The line begins with the first bets.",
  "runner.plot": "From {first} to {now}; lowest {low}, highest {high}",
  "runner.first": "First",
  "runner.low": "Lowest",
  "runner.high": "Highest",
  "runner.now": "Now",
  "orders.rangeTitle": "Days of the bets",
  "orders.allDays": "All days",
  "orders.empty.range": "No bets in these days",
  "slip.noAmount": "This is no amount: {text}",
} as const satisfies Messages;

export type RaceKey = keyof typeof en;
