-- Whether a credit of this cause came from settling the pool: a payout, a refund, a reversal or any correction, but not
-- a scratching or a cancelled bet. The caller already looks at credits of the pool's own bets alone.
CREATE OR REPLACE FUNCTION settled_credit(p_pool uuid, p_cause text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_cause ^@ ('settle:' || p_pool) OR p_cause ^@ ('refund:' || p_pool) OR p_cause ^@ ('reverse:' || p_pool)
    OR p_cause ^@ 'correct:'
$$;

GRANT EXECUTE ON FUNCTION settled_credit TO club_app;
