-- Cents that a player may still top up within their deposit limits (promise G3, gross). Approved top-ups count in the
-- window of their approval, pending ones in that of their creation; p_without, the one being approved, does not count.
CREATE OR REPLACE FUNCTION deposit_room(p_player uuid, p_at timestamptz, p_zone text, p_without uuid DEFAULT NULL)
RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(l.amount_cents - coalesce(u.used, 0))::bigint
  FROM player_limit l
  CROSS JOIN LATERAL (SELECT date_trunc(l.period, p_at AT TIME ZONE p_zone) AT TIME ZONE p_zone AS start) w
  CROSS JOIN LATERAL (
    SELECT sum(t.amount_cents) AS used FROM top_up t
    WHERE t.player_id = p_player AND t.id IS DISTINCT FROM p_without
      AND (t.status = 'approved' AND t.decided_at >= w.start
        OR t.status IN ('created', 'submitted') AND t.created_at >= w.start)
  ) u
  WHERE l.player_id = p_player AND l.kind = 'deposit' AND l.amount_cents IS NOT NULL
$$;

GRANT EXECUTE ON FUNCTION deposit_room TO club_app;
