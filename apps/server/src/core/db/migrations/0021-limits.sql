-- Limits of a player beside the stake limit (promises G2 to G5): room of the deposit and the loss limits.

-- True while any loss limit exists; spares the bet function a look-up.
ALTER TABLE player ADD COLUMN has_loss_limit boolean NOT NULL DEFAULT false;

-- Cents that a player may still lose by his loss limits: the lowest over day, week, month in club time, null without a
-- limit. Net loss = cost of bets accepted in the window less what was credited to those bets; an open bet counts as lost.
CREATE FUNCTION loss_room(p_player uuid, p_at timestamptz, p_zone text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(l.amount_cents - coalesce(u.used, 0))::bigint
  FROM player_limit l
  CROSS JOIN LATERAL (SELECT date_trunc(l.period, p_at AT TIME ZONE p_zone) AT TIME ZONE p_zone AS start) w
  CROSS JOIN LATERAL (
    SELECT sum(b.cost_cents - coalesce(r.credited, 0)) AS used
    FROM bet b
    LEFT JOIN LATERAL (SELECT sum(amount_cents) AS credited FROM bet_credit c WHERE c.bet_id = b.id) r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
  WHERE l.player_id = p_player AND l.kind = 'loss' AND l.amount_cents IS NOT NULL
$$;

-- Cents that a player may still top up by his deposit limits (promise G3, gross): approved top-ups count in the window of
-- their approval, pending ones in that of their creation. p_without: a top-up that is about to be approved.
CREATE FUNCTION deposit_room(p_player uuid, p_at timestamptz, p_zone text, p_without uuid DEFAULT NULL)
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

-- What is used of each kind in the three windows that p_at lies in, and when they end.
CREATE FUNCTION limits_used(p_player uuid, p_at timestamptz, p_zone text)
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
    FROM bet b
    LEFT JOIN LATERAL (
      SELECT sum(c.amount_cents) FILTER (WHERE c.kind <> 'payout') AS refunded, sum(c.amount_cents) AS credited
      FROM bet_credit c WHERE c.bet_id = b.id) r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
$$;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
