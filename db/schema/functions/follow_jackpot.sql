-- When a pool ends, or ends differently after a correction: records what it keeps and leaves, and moves what other
-- pools of its chain have booked between the jackpot and adjustments. Returns what the pool itself still has to leave
-- in the jackpot, and the entries. Lock: the jackpot's account.
CREATE OR REPLACE FUNCTION follow_jackpot(p_pool pool, p_keeps boolean, p_out bigint, p_cause text,
  OUT change bigint, OUT entries uuid[]) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_jackpot bigint;
  v_adjustments bigint;
  r record;
BEGIN
  change := 0; entries := '{}';
  SELECT id INTO STRICT v_jackpot FROM account WHERE kind = 'jackpot' AND pool_code = p_pool.code FOR NO KEY UPDATE;
  SELECT id INTO STRICT v_adjustments FROM account WHERE kind = 'adjustments';
  INSERT INTO jackpot_link AS l (pool_id, pool_code, keeps, own_cents) VALUES (p_pool.id, p_pool.code, p_keeps,
      CASE WHEN p_keeps THEN 0 ELSE p_out - coalesce(
        (SELECT sum(amount_cents) FROM jackpot_take WHERE taker_id = p_pool.id), 0) END)
    ON CONFLICT (pool_id) DO UPDATE SET keeps = excluded.keeps, own_cents = excluded.own_cents;
  FOR r IN
    WITH source AS (SELECT p_pool.id AS id UNION SELECT source_id FROM jackpot_take WHERE taker_id = p_pool.id)
    SELECT l.pool_id, jackpot_line(l.pool_id) - l.booked_cents AS change FROM jackpot_link l
    WHERE l.pool_id IN (SELECT id FROM source
      UNION SELECT t.taker_id FROM jackpot_take t JOIN source s ON s.id = t.source_id)
    ORDER BY l.pool_id
  LOOP
    CONTINUE WHEN r.change = 0;
    UPDATE jackpot_link SET booked_cents = booked_cents + r.change WHERE pool_id = r.pool_id;
    IF r.pool_id = p_pool.id THEN
      change := r.change;
    ELSE
      entries := entries || gen_random_uuid();
      PERFORM post_entry(entries[cardinality(entries)], 'jackpot', p_cause || ':move:' || r.pool_id, r.pool_id::text,
        ARRAY[v_jackpot, v_adjustments], ARRAY[r.change, -r.change]);
    END IF;
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION follow_jackpot TO club_app;
