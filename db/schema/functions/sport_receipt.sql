-- The receipt of a bet, exactly as it was first answered.
CREATE OR REPLACE FUNCTION sport_receipt(p_bet uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('accepted_at', iso_ms(b.accepted_at), 'receipt_hash', encode(b.receipt_hash, 'hex'),
    'max_payout_cents', b.max_payout_cents, 'balance_cents', p.balance_cents, 'legs',
    (SELECT jsonb_agg(jsonb_build_object('event_id', l.event_id, 'market_id', l.market_id, 'outcome_id', l.outcome_id,
        'odds_milli', l.odds_milli, 'seen_odds_milli', l.seen_odds_milli, 'market_version', l.market_version) ORDER BY l.leg)
      FROM sport_leg l WHERE l.bet_id = b.id))
  FROM sport_bet b JOIN posting p ON p.entry_id = b.id AND p.line = 1 WHERE b.id = p_bet $$;

GRANT EXECUTE ON FUNCTION sport_receipt TO club_app;
