-- Writes the plan of a result: what became of every outcome. From then on only a correction can change the result.
-- p_is_correction: the event is settled already; it waits for chunks under way, which may hold multiples of it that another
-- event's run has read before. Null: its state does not allow it.
CREATE OR REPLACE FUNCTION plan_sport_settlement(p_event uuid, p_version integer, p_is_correction boolean) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  r sport_result;
  v_status text;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_lock_key(p_event));
  SELECT v.status INTO v_status FROM sport_event v WHERE v.id = p_event FOR NO KEY UPDATE;
  IF p_is_correction AND v_status NOT IN ('settled', 'void') OR NOT p_is_correction AND v_status <> 'closed' THEN RETURN NULL; END IF;
  SELECT * INTO r FROM sport_result WHERE event_id = p_event AND version = p_version;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF p_is_correction THEN PERFORM pg_advisory_xact_lock(sport_corrections_key()); END IF;
  UPDATE sport_outcome o SET result = r.outcomes -> o.id::text ->> 'status',
      tied = (r.outcomes -> o.id::text ->> 'tied')::smallint, places = (r.outcomes -> o.id::text ->> 'places')::smallint
    WHERE o.event_id = p_event;
  IF EXISTS (SELECT FROM sport_outcome WHERE event_id = p_event AND result IS NULL) THEN
    RAISE EXCEPTION 'result % of event % leaves an outcome open', p_version, p_event USING ERRCODE = 'check_violation';
  END IF;
  UPDATE sport_market m SET version = m.version + 1, changed_at = club_now_ms(), status = CASE WHEN EXISTS (
      SELECT FROM sport_outcome o WHERE o.market_id = m.id AND o.result <> 'void') THEN 'settled' ELSE 'void' END
    WHERE m.event_id = p_event;
  PERFORM sport_note_price(m.id, 'result', NULL) FROM sport_market m WHERE m.event_id = p_event;
  UPDATE sport_event SET status = 'final', score_home = r.score_home, score_away = r.score_away, result_version = p_version
    WHERE id = p_event;
  INSERT INTO sport_settlement (event_id, version) VALUES (p_event, p_version);
  PERFORM tell('sport:' || p_event, 'sport', jsonb_build_object('event_id', p_event, 'status', true));
  RETURN 'planned';
END $$;

GRANT EXECUTE ON FUNCTION plan_sport_settlement TO club_app;
