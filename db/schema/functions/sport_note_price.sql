-- Writes the version of a market as it stands now.
CREATE OR REPLACE FUNCTION sport_note_price(p_market uuid, p_source text, p_operator uuid) RETURNS void
LANGUAGE sql VOLATILE AS $$
  INSERT INTO sport_price (market_id, version, status, odds, source, operator_id, at)
  SELECT m.id, m.version, m.status, (SELECT jsonb_object_agg(o.id, o.odds_milli) FROM sport_outcome o WHERE o.market_id = m.id),
    p_source, p_operator, m.changed_at
  FROM sport_market m WHERE m.id = p_market $$;

GRANT EXECUTE ON FUNCTION sport_note_price TO club_app;
