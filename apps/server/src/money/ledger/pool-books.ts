/**
 * What the ledger alone says of the pools of some races, doubles under their second leg, as SQL: a
 * day's file, its report and the report of any days are made of it.
 *
 * Always: staked - refunded + jackpot in + house top-up = takeout + paid + breakage + jackpot out +
 * book result + what is left on the pool's account.
 *
 * @param raceIds an array of ids, as SQL.
 */
export const poolBooks = (raceIds: string): string => `
    SELECT p.race_id, p.race_id2, CASE WHEN p.name IS NOT NULL THEN p.id END AS multi_pool_id, p.code AS pool, e.staked_cents,
       (e.refunded_cents + x.refunded_cents)::bigint AS refunded_cents, (e.paid_cents + x.paid_cents)::bigint AS paid_cents,
       c.takeout_cents, c.breakage_cents, c.house_topup_cents, e.jackpot_in_cents,
       (e.jackpot_back_cents + c.jackpot_out_cents)::bigint AS jackpot_out_cents, c.book_result_cents, e.left_cents
     FROM pool p
     -- What corrections changed, by its kind.
     CROSS JOIN LATERAL (SELECT coalesce(sum(c.amount_cents) FILTER (WHERE c.kind = 'payout'), 0) AS paid_cents,
         coalesce(sum(c.amount_cents) FILTER (WHERE c.kind <> 'payout'), 0) AS refunded_cents
       FROM entry n JOIN bet_credit c ON c.bet_id = n.reference::uuid AND c.cause = n.cause AND c.pool_id = p.id
       WHERE n.id IN (SELECT l.entry_id FROM posting l WHERE l.account_id = p.escrow_account) AND n.kind = 'correction') x
     CROSS JOIN LATERAL (SELECT
         coalesce(sum(l.amount_cents) FILTER (WHERE n.kind = 'bet'), 0)::bigint AS staked_cents,
         coalesce(-sum(l.amount_cents) FILTER (WHERE coalesce(k.kind, n.kind) IN ('refund', 'void')), 0)::bigint AS refunded_cents,
         coalesce(-sum(l.amount_cents) FILTER (WHERE coalesce(k.kind, n.kind) = 'payout'), 0)::bigint AS paid_cents,
         coalesce(sum(l.amount_cents) FILTER (WHERE n.kind = 'jackpot' AND l.amount_cents > 0), 0)::bigint
           AS jackpot_in_cents,
         coalesce(-sum(l.amount_cents) FILTER (WHERE n.kind = 'jackpot' AND l.amount_cents < 0), 0)::bigint
           AS jackpot_back_cents,
         coalesce(sum(l.amount_cents), 0)::bigint AS left_cents
       FROM posting l JOIN entry n ON n.id = l.entry_id
       -- What a correction takes back is of the kind that it takes back.
       LEFT JOIN LATERAL (SELECT c.kind FROM bet_credit c WHERE n.kind = 'reversal' AND c.bet_id = n.reference::uuid
         AND c.cause = n.cause) k ON true
       WHERE l.account_id = p.escrow_account) e
     CROSS JOIN LATERAL (SELECT
         coalesce(sum(l.amount_cents) FILTER (WHERE a.kind = 'takeout'), 0)::bigint AS takeout_cents,
         coalesce(sum(l.amount_cents) FILTER (WHERE a.kind = 'breakage'), 0)::bigint AS breakage_cents,
         coalesce(-sum(l.amount_cents) FILTER (WHERE a.kind = 'house_topup'), 0)::bigint AS house_topup_cents,
         coalesce(sum(l.amount_cents) FILTER (WHERE a.kind IN ('jackpot', 'adjustments')), 0)::bigint AS jackpot_out_cents,
         coalesce(sum(l.amount_cents) FILTER (WHERE a.kind = 'book_result'), 0)::bigint AS book_result_cents
       FROM settlement s
       JOIN entry n ON n.cause IN (settlement_cause('settle', s) || 'close', settlement_cause('reverse', s) || 'close')
       JOIN posting l ON l.entry_id = n.id JOIN account a ON a.id = l.account_id WHERE s.pool_id = p.id) c
     WHERE (p.race_id2 IS NULL AND p.race_id = ANY (${raceIds})) OR p.race_id2 = ANY (${raceIds})
     ORDER BY p.race_id, p.race_id2 NULLS FIRST, p.id`;
