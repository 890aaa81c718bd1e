-- How much of each limit is used in the three windows that contain p_at, and when those end.
CREATE OR REPLACE FUNCTION limits_used(p_player uuid, p_at timestamptz, p_zone text)
RETURNS TABLE (period text, resets_at timestamptz, deposit_cents bigint, stake_cents bigint, loss_cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT w.period, w.until, coalesce(d.used, 0)::bigint, coalesce(u.stake, 0)::bigint, coalesce(u.loss, 0)::bigint
  FROM (
    SELECT s.period, s.start AT TIME ZONE p_zone AS start,
      (s.start + ('1 ' || s.period)::interval) AT TIME ZONE p_zone AS until
    FROM (SELECT p.period, date_trunc(p.period, p_at AT TIME ZONE p_zone) AS start
      FROM (VALUES ('day'), ('week'), ('month')) p (period)) s
  ) w
  CROSS JOIN LATERAL (
    SELECT sum(t.amount_cents) AS used FROM top_up t
    WHERE t.player_id = p_player AND (t.status = 'approved' AND t.decided_at >= w.start
      OR t.status IN ('created', 'submitted') AND t.created_at >= w.start)
  ) d
  CROSS JOIN LATERAL (
    SELECT sum(b.cost_cents - coalesce(r.refunded, 0)) AS stake, sum(b.cost_cents - coalesce(r.credited, 0)) AS loss
    FROM wager b
    LEFT JOIN LATERAL (
      SELECT sum(c.amount_cents) FILTER (WHERE c.kind <> 'payout') AS refunded, sum(c.amount_cents) AS credited
      FROM wager_credit c WHERE c.bet_id = b.id) r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
$$;

GRANT EXECUTE ON FUNCTION limits_used TO club_app;
