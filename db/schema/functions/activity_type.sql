-- What a line of a player's cash counts as in the monthly activity (promise G11): bets of every kind, their returns,
-- money in and money out. Corrections count as returns, whether they add or take back.
CREATE OR REPLACE FUNCTION activity_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'sport_bet') THEN 'bet'
    WHEN p_kind LIKE '%refund' OR p_kind LIKE '%void' THEN 'refund'
    WHEN p_kind LIKE '%payout' OR p_kind LIKE '%correction' OR p_kind LIKE '%reversal' OR p_kind = 'correction_claim'
      THEN 'payout'
    WHEN p_kind IN ('top_up', 'top_up_back') THEN 'top_up'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

GRANT EXECUTE ON FUNCTION activity_type TO club_app;
