-- What a corrected result takes back or adds is part of what came back of bets, in whichever sport.
CREATE OR REPLACE FUNCTION activity_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'sport_bet') THEN 'bet'
    WHEN p_kind LIKE '%refund' OR p_kind LIKE '%void' THEN 'refund'
    WHEN p_kind LIKE '%payout' OR p_kind LIKE '%correction' OR p_kind LIKE '%reversal' THEN 'payout'
    WHEN p_kind = 'top_up' THEN 'top_up'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;
