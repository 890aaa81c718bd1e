-- Why one of its legs refuses a bet of three races and more, or null. Called under the shared locks of all legs. A leg
-- that has started refuses the bet even if a delay now puts leg 1 after it.
CREATE OR REPLACE FUNCTION multi_bet_refusal(p_pool uuid, p_selections text, p_at timestamptz) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT CASE WHEN count(*) <> (SELECT count(*) FROM jsonb_object_keys(p_selections::jsonb)) THEN 'pool.closed'
      WHEN bool_or(r.status <> 'open' OR p_at >= r.start_time) THEN 'race.closed'
      WHEN bool_or(r.paused_by IS NOT NULL) THEN 'betting.paused'
      WHEN bool_or(m.mask & ~r.runner_mask <> 0) THEN 'bet.runner_unknown'
      WHEN bool_or(m.mask & r.scratched_mask <> 0) THEN 'bet.runner_scratched' END
    FROM pool_leg l JOIN race r ON r.id = l.race_id
    CROSS JOIN LATERAL (SELECT coalesce(sum(1::bigint << n.number::integer), 0)::bigint AS mask
      FROM jsonb_array_elements_text(p_selections::jsonb -> ('leg' || l.leg)) n (number)) m
    WHERE l.pool_id = p_pool);
END $$;

GRANT EXECUTE ON FUNCTION multi_bet_refusal TO club_app;
