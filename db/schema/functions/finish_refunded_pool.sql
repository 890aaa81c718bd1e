-- Ends a pool that was refunded as a whole once every refund is paid: status REFUND, and a jackpot that it took goes
-- back along the chain of jackpots. Returns whether it has ended. The lock of the pool's row lets the last two jobs see
-- each other.
CREATE OR REPLACE FUNCTION finish_refunded_pool(p_pool uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  q pool;
  f record;
  v_entries uuid[] := '{}';
BEGIN
  SELECT * INTO q FROM pool WHERE id = p_pool FOR NO KEY UPDATE;
  IF q.status NOT IN ('OPEN', 'CLOSED')
    OR NOT EXISTS (SELECT FROM refund_job WHERE pool_id = p_pool AND number IS NULL)
    OR EXISTS (SELECT FROM refund_job WHERE pool_id = p_pool AND NOT is_done) THEN
    RETURN false;
  END IF;
  IF q.jackpot_in_cents > 0 THEN
    SELECT * INTO f FROM follow_jackpot(q, false, q.jackpot_in_cents, 'jackpot_back:' || p_pool);
    v_entries := f.entries || gen_random_uuid();
    PERFORM post_entry(v_entries[cardinality(v_entries)], 'jackpot', 'jackpot_back:' || p_pool, p_pool::text,
      array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n))
    FROM (VALUES (1, q.escrow_account, -q.jackpot_in_cents),
      (2, (SELECT id FROM account WHERE kind = 'jackpot' AND pool_code = q.code), f.change),
      (3, (SELECT id FROM account WHERE kind = 'adjustments'), q.jackpot_in_cents - f.change)) l (n, account, amount)
    WHERE l.amount <> 0;
  END IF;
  UPDATE pool SET status = 'REFUND' WHERE id = p_pool;
  PERFORM tell('race:' || q.race_id, 'race', jsonb_build_object('race_id', q.race_id), v_entries);
  RETURN true;
END $$;

GRANT EXECUTE ON FUNCTION finish_refunded_pool TO club_app;
