import type { DomainRefusalCode } from "@club/domain";

/**
 * Every refusal of the product with its HTTP status: the one table. A code is stable; apps translate
 * it (`packages/i18n`, area "refusals", where a missing text does not compile).
 */
export const ERROR_STATUS = {
  // The bet form: packages/domain/src/refusal.ts.
  "bet.type_unknown": 422,
  "bet.amount_invalid": 422,
  "bet.over_limit": 422,
  "bet.nothing_selected": 422,
  "bet.runner_twice": 422,
  "bet.runner_unknown": 422,
  "bet.runner_scratched": 422,
  "bet.standout_invalid": 422,
  "bet.no_combination": 422,
  "bet.too_many_combinations": 422,
  "bet.same_race_twice": 422,
  "result.invalid": 422,
  "result.no_dividend": 409,
  // What a form says of races, and the state that they are in.
  "bet.race_mismatch": 422,
  "bet.date_wrong": 422,
  "bet.legs_do_not_combine": 422,
  "race.closed": 409,
  "pool.closed": 409,
  "bet.same_again": 409,
  "bet.abandoned": 409,
  "bet.in_doubt": 503,
  "idempotency.mismatch": 409,
  "idempotency.key_invalid": 422,
  "idempotency.key_needed": 422,
  "funds.insufficient": 409,
  "limit.stake": 409,
  "limit.loss": 409,
  "limit.deposit": 409,
  "limit.nothing_pending": 409,
  "limit.waiting": 409,
  "player.frozen": 409,
  "profile.age_needed": 409,
  "profile.under_age": 409,
  "profile.birth_date_fixed": 409,
  // Accounts.
  "session.needed": 401,
  "session.expired": 401,
  "signin.refused": 403,
  "signin.too_many": 429,
  "password.weak": 422,
  "password.wrong": 403,
  "verification.refused": 422,
  "verification.too_soon": 429,
  "user_name.taken": 409,
  "phone.taken": 409,
  "invite.unknown": 422,
  "bank_card.invalid": 422,
  // Money.
  "top_up.method_unknown": 422,
  "top_up.over_limit": 422,
  "top_up.state": 409,
  "money.same_person": 403,
  // Operators.
  "operator.refused": 403,
  "operator.not_allowed": 403,
  "card.unreadable": 422,
  "card.format_unknown": 422,
  "card.problems": 422,
  "card.needs_confirm": 409,
  "card.race_fixed": 409,
  "race.state": 409,
  "race.no_runners": 409,
  "race.delay_invalid": 422,
  "race.start_past": 409,
  "race.reason_needed": 422,
  "runner.scratched_already": 409,
  "result.state": 409,
  "result.stale": 409,
  "result.differs": 409,
  "result.unknown": 404,
  "result.unconfirmed": 409,
  "settlement.begun": 409,
  "settlement.waits": 409,
  "approval.same_person": 403,
  "approval.state": 409,
  // Every call.
  "request.invalid": 422,
  "request.malformed": 400,
  "request.content_type": 415,
  "request.too_large": 413,
  "request.too_many": 429,
  not_found: 404,
  "club.busy": 503,
  "club.away": 503,
  "club.clock": 503,
  "club.read_only": 503,
  "server.broken": 500,
} as const satisfies Record<DomainRefusalCode, number> & Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}
