-- What the cause of every entry of a settlement begins with: settle:POOL:VERSION: for payouts and the close of the
-- pool, refund:POOL:VERSION: for a pool that goes back. One of several races may
-- be settled by any of them, so its VERSION names it.
CREATE OR REPLACE FUNCTION settlement_cause(p_kind text, p_settlement settlement) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT p_kind || ':' || q.id || ':'
    || CASE WHEN q.race_id2 IS NULL THEN '' ELSE (p_settlement).race_id || '/' END || (p_settlement).result_version || ':'
  FROM pool q WHERE q.id = (p_settlement).pool_id
$$;

GRANT EXECUTE ON FUNCTION settlement_cause TO club_app;
