-- Like read_sport_leg_bets, but only bets that wait for no other event. A bet of five legs is in five events and is
-- decided by one of them, so the other four readings stop at its first open leg.
CREATE OR REPLACE FUNCTION read_decided_sport_bets(p_event uuid, p_after uuid, p_limit integer)
RETURNS TABLE (id uuid, player_id uuid, kind text, unit_stake_cents bigint, cost_cents bigint, max_payout_cents bigint,
  revision smallint, status text, payout_cents bigint, refund_cents bigint, legs json)
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
  SELECT b.id, b.player_id, b.kind, b.unit_stake_cents, b.cost_cents, b.max_payout_cents, coalesce(s.revision, 0)::smallint,
    coalesce(s.status, 'accepted'), coalesce(s.payout_cents, 0), coalesce(s.refund_cents, 0),
    (SELECT json_agg(json_build_array(l.outcome_id, l.odds_milli, o.result, o.tied, o.places) ORDER BY l.leg)
      FROM sport_leg l JOIN sport_outcome o ON o.id = l.outcome_id WHERE l.bet_id = b.id)
  FROM (SELECT DISTINCT l.bet_id FROM sport_leg l
    LEFT JOIN LATERAL (SELECT true AS waits FROM sport_leg x JOIN sport_outcome o ON o.id = x.outcome_id
      WHERE x.bet_id = l.bet_id AND x.event_id <> p_event AND o.result IS NULL LIMIT 1) other ON true
    WHERE l.event_id = p_event AND l.bet_id > p_after AND other.waits IS NULL
    ORDER BY l.bet_id LIMIT p_limit) d
  JOIN sport_bet b ON b.id = d.bet_id
  LEFT JOIN LATERAL (SELECT * FROM sport_settled c WHERE c.bet_id = b.id ORDER BY c.revision DESC LIMIT 1) s ON true
  ORDER BY b.id $$;

GRANT EXECUTE ON FUNCTION read_decided_sport_bets TO club_app;
