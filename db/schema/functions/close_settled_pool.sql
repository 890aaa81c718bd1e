-- The last transaction of the first settlement of a pool. Locks: the settlement's row, then as book_pool_close. Returns
-- 'posted', 'busy' or 'moved'.
CREATE OR REPLACE FUNCTION close_settled_pool(p_settlement uuid, p_from uuid, p_entry uuid)
RETURNS text LANGUAGE plpgsql VOLATILE SET jit = off AS $$
DECLARE
  s settlement;
  v_credited bigint;
  v_entries uuid[];
BEGIN
  SELECT * INTO s FROM settlement WHERE id = p_settlement FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 'busy'; END IF;
  IF s.step NOT IN ('computed', 'posting') OR s.cursor_bet IS DISTINCT FROM p_from THEN RETURN 'moved'; END IF;
  IF NOT EXISTS (SELECT FROM pool WHERE id = s.pool_id AND status IN ('OPEN', 'CLOSED')) THEN
    RAISE EXCEPTION 'pool % is over before its settlement %', s.pool_id, s.id USING ERRCODE = 'check_violation';
  END IF;
  SELECT coalesce(sum(c.amount_cents), 0) INTO v_credited FROM bet_credit c
    WHERE c.pool_id = s.pool_id AND settled_credit(s.pool_id, c.cause);
  IF v_credited <> s.paid_cents + s.refunded_cents THEN
    RAISE EXCEPTION 'settlement %: credited %, counted %', s.id, v_credited, s.paid_cents + s.refunded_cents
      USING ERRCODE = 'check_violation';
  END IF;
  v_entries := book_pool_close(s, p_entry);
  UPDATE settlement SET step = 'posted', posted_at = club_now_ms() WHERE id = s.id;
  PERFORM tell('race:' || s.race_id, 'race', jsonb_build_object('race_id', s.race_id), v_entries);
  RETURN 'posted';
END $$;

GRANT EXECUTE ON FUNCTION close_settled_pool TO club_app;
