-- Sets the odds of a market as its next version; returns the version, or null when nothing differs. Locks the event's
-- row.
CREATE OR REPLACE FUNCTION set_sport_price(p_market uuid, p_outcomes uuid[], p_odds integer[], p_source text,
  p_operator uuid)
RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_event uuid;
  v_version integer;
BEGIN
  SELECT m.event_id INTO v_event FROM sport_market m WHERE m.id = p_market;
  PERFORM 1 FROM sport_event v WHERE v.id = v_event FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM unnest(p_outcomes, p_odds) i (id, odds) JOIN sport_outcome o ON o.id = i.id
      AND o.market_id = p_market WHERE o.odds_milli <> i.odds) THEN
    RETURN NULL;
  END IF;
  -- Arrows show the last change only: an outcome that did not move has none.
  UPDATE sport_outcome o SET previous_odds_milli = o.odds_milli,
      odds_milli = coalesce((SELECT i.odds FROM unnest(p_outcomes, p_odds) i (id, odds) WHERE i.id = o.id), o.odds_milli)
    WHERE o.market_id = p_market;
  UPDATE sport_market m SET version = m.version + 1, changed_at = club_now_ms() WHERE m.id = p_market
    RETURNING m.version INTO v_version;
  PERFORM sport_note_price(p_market, p_source, p_operator);
  PERFORM tell('sport:' || v_event, 'sport', jsonb_build_object('event_id', v_event, 'market_id', p_market));
  RETURN v_version;
END $$;

GRANT EXECUTE ON FUNCTION set_sport_price TO club_app;
