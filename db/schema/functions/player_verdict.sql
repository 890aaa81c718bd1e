-- Why a player may not play now, or null. Bets, top-ups and purchases all ask it under the player's lock. A time-out
-- ends on its own, an exclusion does not.
CREATE OR REPLACE FUNCTION player_verdict(p_status text, p_bar text, p_bar_until timestamptz, p_review text,
  p_at timestamptz)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_status IS DISTINCT FROM 'active' THEN 'player.frozen'
    WHEN p_bar = 'exclusion' THEN 'player.excluded'
    WHEN p_bar = 'time_out' AND p_at < p_bar_until THEN 'player.time_out'
    WHEN p_review IS NOT NULL THEN 'player.review'
  END $$;

GRANT EXECUTE ON FUNCTION player_verdict TO club_app;
