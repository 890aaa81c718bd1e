-- The last transaction of a correction: closes every pool again and leaves the race to be finished like any other.
-- Returns 'done', 'busy' or 'waits' (players are left).
CREATE OR REPLACE FUNCTION finish_correction(p_correction uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SET jit = off AS $$
DECLARE
  c correction;
  s settlement;
  n record;
  v_credited bigint;
  v_entries uuid[] := '{}';
BEGIN
  SELECT * INTO c FROM correction WHERE id = p_correction AND step = 'planned' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 'busy'; END IF;
  IF EXISTS (SELECT FROM correction_line WHERE correction_id = c.id AND NOT is_done) THEN RETURN 'waits'; END IF;

  FOR n IN SELECT (x ->> 'settlement_id')::uuid AS settlement_id, (x ->> 'pool_id')::uuid AS pool_id, x -> 'facts' AS facts,
      x -> 'outcome' AS outcome FROM jsonb_array_elements(c.pools) x ORDER BY 2
  LOOP
    SELECT coalesce(sum(b.amount_cents), 0) INTO v_credited FROM bet_credit b
      WHERE b.pool_id = n.pool_id AND settled_credit(n.pool_id, b.cause);
    INSERT INTO settlement (id, pool_id, race_id, result_version, step, facts, outcome, posted_at, paid_cents, refunded_cents)
      SELECT n.settlement_id, n.pool_id, c.race_id, c.version, 'posted', n.facts, n.outcome, club_now_ms(),
        CASE WHEN r.is_refund THEN 0 ELSE v_credited END, CASE WHEN r.is_refund THEN v_credited ELSE 0 END
      FROM (SELECT n.outcome ->> 'status' IN ('REFUND', 'REFUND_NO_WINNER') AS is_refund) r
      RETURNING * INTO s;
    v_entries := v_entries || book_pool_close(s, gen_random_uuid());
  END LOOP;

  UPDATE correction SET step = 'done', done_at = club_now_ms() WHERE id = c.id;
  -- Where every pool went back before there is no settlement that would finish the race.
  IF jsonb_array_length(c.pools) = 0 THEN PERFORM finish_race_settlement(c.race_id, c.version); END IF;
  PERFORM tell('race:' || c.race_id, 'race', jsonb_build_object('race_id', c.race_id), v_entries);
  RETURN 'done';
END $$;

GRANT EXECUTE ON FUNCTION finish_correction TO club_app;
