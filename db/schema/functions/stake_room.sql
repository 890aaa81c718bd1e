-- Cents that a player may still stake within their stake limits (promise G4): the lowest over day, week and month in
-- club time, or null without a limit. Used is the cost of bets accepted in the window less their refunds.
CREATE OR REPLACE FUNCTION stake_room(p_player uuid, p_at timestamptz, p_zone text) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT min(l.amount_cents - coalesce(u.used, 0))::bigint
  FROM player_limit l
  CROSS JOIN LATERAL (SELECT date_trunc(l.period, p_at AT TIME ZONE p_zone) AT TIME ZONE p_zone AS start) w
  CROSS JOIN LATERAL (
    SELECT sum(b.cost_cents - coalesce(r.refunded, 0)) AS used
    FROM wager b
    LEFT JOIN LATERAL (SELECT sum(amount_cents) AS refunded FROM wager_credit c
      WHERE c.bet_id = b.id AND c.kind <> 'payout') r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
  WHERE l.player_id = p_player AND l.kind = 'stake' AND l.amount_cents IS NOT NULL
$$;

GRANT EXECUTE ON FUNCTION stake_room TO club_app;
