-- Whether a credit with this cause comes from settling the pool (a payout, refund, reversal or correction) and not from
-- a scratching or a cancelled bet. The caller passes credits of the pool's own bets only.
CREATE OR REPLACE FUNCTION settled_credit(p_pool uuid, p_cause text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_cause ^@ ('settle:' || p_pool) OR p_cause ^@ ('refund:' || p_pool) OR p_cause ^@ ('reverse:' || p_pool)
    OR p_cause ^@ 'correct:'
$$;

GRANT EXECUTE ON FUNCTION settled_credit TO club_app;
