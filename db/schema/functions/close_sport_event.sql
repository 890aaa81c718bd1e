-- Closes an open event: waits for the bets in flight and sets closed_at; every accepted_at is earlier. Null: it was not
-- open.
CREATE OR REPLACE FUNCTION close_sport_event(p_event uuid) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_start timestamptz;
  v_at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_lock_key(p_event));
  SELECT v.start_time INTO v_start FROM sport_event v WHERE v.id = p_event AND v.status = 'open' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- A start that was brought forward into the past leaves bets behind it, which are in the sealed list all the same.
  SELECT greatest(least(v_start, club_now_ms() + interval '1 millisecond'), max(b.accepted_at) + interval '1 millisecond')
    INTO v_at FROM sport_leg l JOIN sport_bet b ON b.id = l.bet_id WHERE l.event_id = p_event;
  UPDATE sport_event SET status = 'closed', closed_at = v_at WHERE id = p_event;
  UPDATE sport_market SET status = 'closed', version = version + 1, changed_at = v_at
    WHERE event_id = p_event AND status IN ('open', 'suspended');
  PERFORM sport_note_price(m.id, 'hand', NULL) FROM sport_market m WHERE m.event_id = p_event;
  PERFORM tell('sport:' || p_event, 'sport', jsonb_build_object('event_id', p_event, 'status', true));
  RETURN v_at;
END $$;

GRANT EXECUTE ON FUNCTION close_sport_event TO club_app;
