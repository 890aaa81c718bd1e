-- Resumes what a hold suspended and nothing else: an event that was suspended on its own stays so, and one whose feed
-- is silent waits for the feed. Without a sport, every hold ends; with one, its own hold, and while all sports are on
-- hold its events wait on.
CREATE OR REPLACE FUNCTION resume_sports(p_sport text, p_operator uuid) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_events integer;
  v_all boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_hold_key());
  v_all := EXISTS (SELECT FROM sport_hold h WHERE h.ended_at IS NULL AND h.sport IS NULL);
  PERFORM 1 FROM sport_event v WHERE v.is_held AND (p_sport IS NULL OR v.sport = p_sport AND NOT v_all)
    ORDER BY v.id FOR NO KEY UPDATE;
  UPDATE sport_hold h SET ended_by = p_operator, ended_at = club_now_ms()
    WHERE h.ended_at IS NULL AND (p_sport IS NULL OR h.sport = p_sport);
  WITH resumed AS (
    UPDATE sport_event v SET is_suspended = false, is_held = false
    WHERE v.is_held AND (p_sport IS NULL OR v.sport = p_sport AND NOT v_all)
    RETURNING v.status, tell('sport:' || v.id, 'sport', jsonb_build_object('event_id', v.id, 'status', true)))
  SELECT count(*) FILTER (WHERE status = 'open') INTO v_events FROM resumed;
  RETURN v_events;
END $$;

GRANT EXECUTE ON FUNCTION resume_sports TO club_app;
