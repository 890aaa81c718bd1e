/**
 * SQL functions called with three or more arrays, and their parameters in order. A test compares
 * them with the database.
 */
export const PARAMETERS = {
  pay_refund_chunk: [
    "p_job",
    "p_entry",
    "p_bet",
    "p_player",
    "p_cause",
    "p_amount",
    "p_cursor",
    "p_done",
  ],
  pay_settlement_chunk: ["p_settlement", "p_from", "p_to", "p_entry", "p_bet", "p_amount"],
  pay_sport_chunk: [
    "p_event",
    "p_version",
    "p_from",
    "p_to",
    "p_bet",
    "p_revision",
    "p_status",
    "p_payout",
    "p_refund",
    "p_entry",
  ],
  place_bets: [
    "p_id",
    "p_player",
    "p_key",
    "p_fingerprint",
    "p_confirm_same",
    "p_nonce",
    "p_type",
    "p_race",
    "p_race2",
    "p_pool",
    "p_pool2",
    "p_mask",
    "p_mask2",
    "p_selections",
    "p_combinations",
    "p_unit",
    "p_unit2",
    "p_cost",
    "p_cost2",
    "p_rate",
    "p_stake_ord",
    "p_stake_number",
  ],
  place_sport_bets: [
    "p_id",
    "p_player",
    "p_key",
    "p_fingerprint",
    "p_nonce",
    "p_kind",
    "p_policy",
    "p_lines",
    "p_unit",
    "p_leg_count",
    "p_leg_outcome",
    "p_leg_book",
    "p_leg_odds",
    "p_players",
    "p_events",
    "p_markets",
    "p_outcomes",
    "p_outcome_market",
    "p_outcome_event",
    "p_book_player",
    "p_book_event",
    "p_max_payout",
    "p_player_limit",
  ],
} as const;

/** A value for each parameter of a function. */
export type Arguments<Name extends keyof typeof PARAMETERS> = Readonly<
  Record<(typeof PARAMETERS)[Name][number], unknown>
>;

/**
 * The values of a call in the order of the function's parameters. Given by name, so that no two can
 * be swapped.
 */
export function argumentsOf<Name extends keyof typeof PARAMETERS>(
  name: Name,
  values: Arguments<Name>,
): unknown[] {
  const parameters: readonly (typeof PARAMETERS)[Name][number][] = PARAMETERS[name];
  return parameters.map((parameter) => values[parameter]);
}
