/** The codes of every expected refusal of this package, in the order of the rules. */
export const DOMAIN_REFUSAL_CODES = [
  "bet.type_unknown",
  "bet.amount_invalid",
  "bet.over_limit",
  "bet.nothing_selected",
  "bet.runner_twice",
  "bet.runner_unknown",
  "bet.runner_scratched",
  "bet.standout_invalid",
  "bet.no_combination",
  "bet.too_many_combinations",
  "bet.same_race_twice",
  "bet.legs_do_not_combine",
  "result.invalid",
  "result.no_dividend",
  "sport.legs_count",
  "sport.related_legs",
  "sport.market_invalid",
  "sport.result_invalid",
] as const;

export type DomainRefusalCode = (typeof DOMAIN_REFUSAL_CODES)[number];

/**
 * An expected refusal: it rolls back and reaches the caller as a code, which the caller translates.
 * The code is any text, because other packages have codes of their own; `refuse` is for ours.
 */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: string;
  readonly params: Record<string, unknown>;

  constructor(code: string, params: Record<string, unknown> = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** Refuses with a code of this package. @throws Refusal */
export function refuse(code: DomainRefusalCode, params: Record<string, unknown> = {}): never {
  throw new Refusal(code, params);
}
