-- Ends a settlement: the event becomes settled, or void if nothing was won or lost. Returns whether it is done.
CREATE OR REPLACE FUNCTION finish_sport_settlement(p_event uuid, p_version integer, p_from uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(sport_lock_key(p_event));
  PERFORM 1 FROM sport_settlement WHERE event_id = p_event AND version = p_version FOR UPDATE;
  UPDATE sport_settlement SET step = 'posted', posted_at = club_now_ms()
    WHERE event_id = p_event AND version = p_version AND step = 'posting' AND cursor_bet IS NOT DISTINCT FROM p_from;
  IF NOT FOUND THEN
    RETURN EXISTS (SELECT FROM sport_settlement WHERE event_id = p_event AND version = p_version AND step = 'posted');
  END IF;
  UPDATE sport_event v SET settled_at = club_now_ms(), status = CASE WHEN EXISTS (
      SELECT FROM sport_market m WHERE m.event_id = v.id AND m.status <> 'void') THEN 'settled' ELSE 'void' END
    WHERE v.id = p_event AND v.status = 'final';
  PERFORM tell('sport:' || p_event, 'sport', jsonb_build_object('event_id', p_event, 'status', true));
  RETURN true;
END $$;

GRANT EXECUTE ON FUNCTION finish_sport_settlement TO club_app;
