-- Queues push messages, once per cause: races and matches of whom somebody follows and races of favourite venues ten
-- minutes before their start, orders settled since the last look, top-ups approved in the last ten minutes. What falls into quiet hours is dropped, not delayed.
CREATE OR REPLACE FUNCTION make_push_messages(p_most integer DEFAULT 500) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_now timestamptz := club_now_ms();
  v_from bigint;
  v_to bigint;
  v_made integer;
  -- What the club sends of each kind; a kind that it never set is sent.
  v_sent jsonb := coalesce((SELECT value FROM setting WHERE name = 'notices' ORDER BY version DESC LIMIT 1), '{}');
BEGIN
  INSERT INTO push_cursor (seq) SELECT coalesce(max(seq), 0) FROM event ON CONFLICT (id) DO NOTHING;
  SELECT seq INTO v_from FROM push_cursor FOR UPDATE;
  -- A new epoch of numbers (a database put back) begins anew.
  SELECT coalesce(max(seq), v_from) INTO v_to FROM (
    SELECT seq FROM event WHERE seq > v_from ORDER BY seq LIMIT p_most) e;

  WITH news AS (
    -- First, since a race at a favourite venue is told once, and this says more.
    SELECT s.id, 'race:' || r.id AS cause, 'follow' AS kind, r.start_time AS expires_at,
      jsonb_build_object('race_id', r.id, 'venue', m.name, 'number', r.number, 'start_time', iso_ms(r.start_time),
        'zone', m.timezone, 'who', w.who) AS payload, s.player_id, is_quiet(v_now, s) AS quiet
    FROM race r JOIN meeting m ON m.id = r.meeting_id
    CROSS JOIN LATERAL (
      SELECT f.player_id, (array_agg(DISTINCT f.name))[1:3] AS who FROM runner n
      CROSS JOIN LATERAL (VALUES ('runner', lower(n.name)), ('jockey', lower(n.jockey)), ('trainer', lower(n.trainer)))
        k (kind, key)
      JOIN follow f ON f.kind = k.kind AND f.key = k.key AND f.scope = m.event_type
      WHERE n.race_id = r.id AND n.scratched_at IS NULL GROUP BY f.player_id) w
    JOIN push_subscription s ON s.player_id = w.player_id AND 'follow' = ANY (s.kinds)
    WHERE r.status = 'open' AND r.start_time > v_now AND r.start_time <= v_now + interval '10 minutes'
    UNION ALL
    SELECT s.id, 'match:' || v.id, 'follow', v.start_time,
      jsonb_build_object('event_id', v.id, 'home', v.home, 'away', v.away, 'start_time', iso_ms(v.start_time),
        'zone', s.time_zone, 'who', w.who), s.player_id, is_quiet(v_now, s)
    FROM sport_event v
    CROSS JOIN LATERAL (
      SELECT f.player_id, array_agg(DISTINCT f.name) AS who FROM follow f
      WHERE f.kind = 'team' AND f.key IN (lower(v.home), lower(v.away)) AND f.scope = v.sport GROUP BY f.player_id) w
    JOIN push_subscription s ON s.player_id = w.player_id AND 'follow' = ANY (s.kinds)
    WHERE v.status = 'open' AND v.start_time > v_now AND v.start_time <= v_now + interval '10 minutes'
    UNION ALL
    SELECT s.id, 'race:' || r.id, 'race', r.start_time,
      jsonb_build_object('race_id', r.id, 'venue', m.name, 'number', r.number, 'start_time', iso_ms(r.start_time),
        'zone', m.timezone), s.player_id, is_quiet(v_now, s)
    FROM race r JOIN meeting m ON m.id = r.meeting_id
    JOIN favourite_venues f ON m.code = ANY (f.codes)
    JOIN push_subscription s ON s.player_id = f.player_id AND 'race' = ANY (s.kinds)
    WHERE r.status = 'open' AND r.start_time > v_now AND r.start_time <= v_now + interval '10 minutes'
    UNION ALL
    SELECT s.id, 'orders:' || e.seq, 'settled', v_now + interval '1 hour',
      jsonb_build_object('orders', jsonb_array_length(o.value -> 'order_ids'), 'order_id', o.value -> 'order_ids' ->> 0),
      s.player_id, is_quiet(v_now, s)
    FROM event e CROSS JOIN LATERAL jsonb_each(e.payload -> 'players') o
    JOIN push_subscription s ON s.player_id = o.key::uuid AND 'settled' = ANY (s.kinds)
    WHERE e.seq > v_from AND e.seq <= v_to AND e.topic = 'players' AND e.kind = 'orders'
    UNION ALL
    SELECT s.id, 'topup:' || t.id, 'top_up', v_now + interval '1 hour', jsonb_build_object('topup_id', t.id),
      s.player_id, is_quiet(v_now, s)
    FROM top_up t JOIN push_subscription s ON s.player_id = t.player_id AND 'top_up' = ANY (s.kinds)
    WHERE t.status = 'approved' AND t.decided_at > v_now - interval '10 minutes' AND t.decided_at >= s.created_at
  )
  INSERT INTO delivery (channel, subscription_id, cause, kind, payload, expires_at)
  SELECT 'push', n.id, n.cause, n.kind, n.payload, n.expires_at FROM news n
  WHERE NOT n.quiet AND v_sent ->> n.kind IS DISTINCT FROM 'false' AND push_allowed(n.player_id)
  ON CONFLICT (subscription_id, cause) DO NOTHING;
  GET DIAGNOSTICS v_made = ROW_COUNT;
  UPDATE push_cursor SET seq = v_to;
  RETURN v_made;
END $$;

GRANT EXECUTE ON FUNCTION make_push_messages TO club_app;
