export * from "./assert.ts";
export * from "./refusal.ts";
export * from "./money/cents.ts";
export type { Fraction } from "./money/fraction.ts";
export { fraction } from "./money/fraction.ts";
export { type Rounding, halfUpCents, roundDividend } from "./money/rounding.ts";
export * from "./bets/bet-types.ts";
export * from "./bets/bet-order.ts";
export * from "./bets/combinations.ts";
export * from "./bets/count-combinations.ts";
export * from "./bets/covers.ts";
export * from "./bets/double-legs.ts";
export * from "./bets/flexi.ts";
export * from "./bets/price-bet.ts";
export * from "./pools/rule-sets.ts";
export * from "./pools/pool-facts.ts";
export * from "./pools/dividend.ts";
export * from "./pools/favourite.ts";
export * from "./settlement/bet-status.ts";
export * from "./settlement/outcome-json.ts";
export * from "./settlement/pay-bet.ts";
export * from "./settlement/placings.ts";
export * from "./settlement/pool-outcome.ts";
export {
  type WinningCombination,
  countStarters,
  winningCombinations,
} from "./settlement/pool-plan.ts";
export { type PoolTally, finishTally, startTally } from "./settlement/pool-tally.ts";
export * from "./settlement/scratch-refund.ts";
export * from "./settlement/settle-race.ts";
export * from "./pools/approximates.ts";
export * from "./pools/estimate-return.ts";
export * from "./ledger/accounts.ts";
export * from "./ledger/postings.ts";
export * from "./proofs/canonical-json.ts";
export * from "./proofs/merkle.ts";
export * from "./calendar/day.ts";
export { localDay, startOfDay, zonedInstant } from "./calendar/race-day.ts";
export * from "./protection/age.ts";
export * from "./protection/limit-change.ts";
export * from "./protection/windows.ts";
