-- What a line of a statement counts as: the kinds of entries as a player filters and sums them. Sport bets count as
-- race bets do.
CREATE OR REPLACE FUNCTION statement_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'payout', 'refund', 'top_up', 'adjustment') THEN p_kind
    WHEN p_kind = 'top_up_back' THEN 'top_up'
    WHEN p_kind = 'sport_bet' THEN 'bet'
    WHEN p_kind IN ('reversal', 'correction', 'correction_claim', 'sport_payout', 'sport_correction') THEN 'payout'
    WHEN p_kind IN ('void', 'sport_refund', 'sport_void') THEN 'refund'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

GRANT EXECUTE ON FUNCTION statement_type TO club_app;
