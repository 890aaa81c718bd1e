-- What the settlements of a pool have credited so far, corrections counted; scratchings and cancelled bets apart.
CREATE OR REPLACE FUNCTION settled_credit(p_pool uuid, p_cause text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_cause ^@ ('settle:' || p_pool) OR p_cause ^@ ('refund:' || p_pool) OR p_cause ^@ ('reverse:' || p_pool)
    OR p_cause ^@ 'correct:'
$$;

GRANT EXECUTE ON FUNCTION settled_credit TO club_app;
