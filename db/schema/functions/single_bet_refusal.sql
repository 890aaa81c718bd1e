-- Why a pool of one race takes no bet on these runners now, or null. Called under the race's shared lock.
CREATE OR REPLACE FUNCTION single_bet_refusal(p_race uuid, p_code text, p_mask bigint, p_at timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_mask & r.scratched_mask <> 0 THEN 'bet.runner_scratched'
    WHEN p_at < c.newest_at - interval '1 second' THEN 'club.clock'
    WHEN r.status <> 'open' OR p_at >= r.start_time THEN 'race.closed'
    WHEN q.status IS DISTINCT FROM 'OPEN' THEN 'pool.closed'
    WHEN c.paused_by IS NOT NULL OR r.paused_by IS NOT NULL OR q.paused_by IS NOT NULL THEN 'betting.paused'
    WHEN p_mask & ~r.runner_mask <> 0 THEN 'bet.runner_unknown' END
  FROM race r CROSS JOIN club c LEFT JOIN pool q ON q.race_id = r.id AND q.code = p_code AND q.race_id2 IS NULL
  WHERE r.id = p_race
$$;

GRANT EXECUTE ON FUNCTION single_bet_refusal TO club_app;
