-- Suspends every open event, or those of one sport, in one transaction and returns how many. Bets hold their events'
-- rows while they are decided, so none is in flight after the commit. Rows of drafts are locked too: one that is being
-- published has either committed before or sees the hold. Called again, it suspends what has been resumed on its own
-- since.
CREATE OR REPLACE FUNCTION hold_sports(p_id uuid, p_sport text, p_operator uuid, p_reason text) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_events integer;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_hold_key());
  PERFORM 1 FROM sport_event v WHERE v.status IN ('draft', 'open') AND (p_sport IS NULL OR v.sport = p_sport)
    ORDER BY v.id FOR NO KEY UPDATE;
  INSERT INTO sport_hold (id, sport, begun_by, reason) VALUES (p_id, p_sport, p_operator, p_reason) ON CONFLICT DO NOTHING;
  WITH held AS (
    UPDATE sport_event v SET is_suspended = true, is_held = true
    WHERE v.status = 'open' AND NOT v.is_suspended AND (p_sport IS NULL OR v.sport = p_sport)
    RETURNING tell('sport:' || v.id, 'sport', jsonb_build_object('event_id', v.id, 'status', true)))
  SELECT count(*) INTO v_events FROM held;
  RETURN v_events;
END $$;

GRANT EXECUTE ON FUNCTION hold_sports TO club_app;
