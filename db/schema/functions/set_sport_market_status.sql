-- Suspends or resumes a market, which makes a new version of it. Null: its state does not allow it.
CREATE OR REPLACE FUNCTION set_sport_market_status(p_market uuid, p_status text, p_operator uuid) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_event uuid;
  v_version integer;
BEGIN
  SELECT m.event_id INTO v_event FROM sport_market m WHERE m.id = p_market;
  PERFORM 1 FROM sport_event v WHERE v.id = v_event FOR NO KEY UPDATE;
  UPDATE sport_market m SET status = p_status, version = m.version + 1, changed_at = club_now_ms()
    WHERE m.id = p_market AND m.status IN ('open', 'suspended') AND m.status <> p_status RETURNING m.version INTO v_version;
  IF v_version IS NULL THEN RETURN NULL; END IF;
  PERFORM sport_note_price(p_market, 'hand', p_operator);
  PERFORM tell('sport:' || v_event, 'sport', jsonb_build_object('event_id', v_event, 'market_id', p_market, 'status', true));
  RETURN v_version;
END $$;

GRANT EXECUTE ON FUNCTION set_sport_market_status TO club_app;
