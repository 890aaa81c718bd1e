-- Records whose money a pool took: the oldest waiting amounts, each in full. The caller holds the jackpot's account.
CREATE OR REPLACE FUNCTION take_jackpot(p_pool uuid, p_code text, p_amount bigint) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  s record;
  v_left bigint := p_amount;
BEGIN
  INSERT INTO jackpot_link (pool_id, pool_code, keeps, own_cents) VALUES (p_pool, p_code, true, 0)
    ON CONFLICT (pool_id) DO NOTHING;
  FOR s IN
    SELECT l.pool_id, l.own_cents FROM jackpot_link l
    WHERE l.pool_code = p_code AND l.own_cents > 0 AND (jackpot_holder(l.pool_id)).taker_id IS NULL
    ORDER BY l.pool_id
  LOOP
    CONTINUE WHEN s.own_cents > v_left;
    INSERT INTO jackpot_take (taker_id, source_id, amount_cents) VALUES (p_pool, s.pool_id, s.own_cents);
    v_left := v_left - s.own_cents;
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION take_jackpot TO club_app;
