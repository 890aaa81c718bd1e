-- The legs of a leaf, in their order.
CREATE OR REPLACE FUNCTION sport_leaf_legs(p_bet uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg('{"event_id":"' || l.event_id || '","market_id":"' || l.market_id || '","odds_milli":' || l.odds_milli
    || ',"outcome_id":"' || l.outcome_id || '"}', ',' ORDER BY l.leg) FROM sport_leg l WHERE l.bet_id = p_bet $$;

GRANT EXECUTE ON FUNCTION sport_leaf_legs TO club_app;
