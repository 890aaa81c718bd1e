/** One text per refusal code, under "refusal." and the code. Placeholders are the refusal's params. */
export const en = {
  "refusal.unknown": "The club refused this ({code}).",
  "refusal.race.closed": "Betting on this race has closed.",
  "refusal.signin.refused": "User name or password is wrong.",
  "refusal.limit.stake": "This is above your stake limit.",
  "refusal.odds.changed": "The odds have changed.",
} as const satisfies Record<`refusal.${string}`, string>;

export type RefusalMessages = typeof en;
export type RefusalKey = keyof typeof en;
