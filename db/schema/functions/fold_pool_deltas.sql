-- Adds the waiting deltas to the totals and returns the pools that changed. Null stands for all pools.
CREATE OR REPLACE FUNCTION fold_pool_deltas(p_pools uuid[] DEFAULT NULL) RETURNS SETOF uuid LANGUAGE sql VOLATILE AS $$
  WITH gone AS (
    DELETE FROM pool_delta WHERE p_pools IS NULL OR pool_id = ANY (p_pools) RETURNING *
  ), folded AS (
    INSERT INTO pool_total AS t (pool_id, number, stakes_cents, bets)
    SELECT pool_id, number, sum(stakes_cents), sum(bets) FROM gone GROUP BY pool_id, number ORDER BY pool_id, number
    ON CONFLICT (pool_id, number) DO UPDATE
      SET stakes_cents = t.stakes_cents + excluded.stakes_cents, bets = t.bets + excluded.bets
    RETURNING pool_id
  )
  SELECT DISTINCT pool_id FROM folded;
$$;

GRANT EXECUTE ON FUNCTION fold_pool_deltas TO club_app;
