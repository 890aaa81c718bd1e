-- The last step of settling or correcting a pool: compares the credits with the plan and books the differences of
-- takeout, breakage, house top-up, jackpot and book result. Either the escrow is empty afterwards or nothing happens.
-- Locks: the pool's row, then the jackpot's account. Returns the entries.
CREATE OR REPLACE FUNCTION book_pool_close(s settlement, p_entry uuid) RETURNS uuid[]
LANGUAGE plpgsql VOLATILE SET jit = off AS $$
DECLARE
  q pool;
  f record;
  v_status text := s.outcome ->> 'status';
  v_out bigint := (s.outcome ->> 'jackpotOutCents')::bigint;
  v_credited bigint;
  v_escrow bigint;
  v_accounts bigint[];
  v_amounts bigint[];
  v_left bigint;
  v_jackpot bigint := 0;       -- the change of its line in the jackpot's account
  v_entries uuid[] := '{}';
BEGIN
  SELECT * INTO STRICT q FROM pool WHERE id = s.pool_id FOR NO KEY UPDATE;
  SELECT coalesce(sum(c.amount_cents), 0) INTO v_credited FROM bet_credit c
    WHERE c.pool_id = q.id AND settled_credit(q.id, c.cause);
  IF (s.outcome ->> 'grossCents')::bigint > 0 AND v_credited <> (s.outcome ->> 'paidCents')::bigint THEN
    RAISE EXCEPTION 'settlement %: pool % has credited %, the plan says %', s.id, q.id, v_credited,
      s.outcome ->> 'paidCents' USING ERRCODE = 'check_violation';
  END IF;
  IF v_out > 0 OR EXISTS (SELECT FROM jackpot_link WHERE pool_id = q.id) THEN
    SELECT * INTO f FROM follow_jackpot(q, v_status = 'PAID', v_out, settlement_cause('settle', s) || 'jackpot');
    v_jackpot := f.change;
    v_entries := f.entries;
  END IF;

  SELECT array_agg(l.account ORDER BY l.line), array_agg(l.amount ORDER BY l.line), coalesce(sum(l.amount), 0)
    INTO v_accounts, v_amounts, v_left
  FROM (
    WITH booked AS (
      SELECT a.kind, sum(p.amount_cents) AS cents FROM settlement t
      JOIN entry e ON e.cause IN (settlement_cause('settle', t) || 'close', settlement_cause('reverse', t) || 'close')
      JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
      WHERE t.pool_id = q.id GROUP BY a.kind
    ), wanted (line, kind, cents) AS (VALUES (1, 'takeout', (s.outcome ->> 'takeoutCents')::bigint),
      (2, 'breakage', (s.outcome ->> 'breakageCents')::bigint),
      (3, 'house_topup', -(s.outcome ->> 'houseTopUpCents')::bigint),
      (4, 'book_result', (s.outcome ->> 'bookResultCents')::bigint))
    SELECT w.line, a.id AS account, w.cents - coalesce(b.cents, 0) AS amount
      FROM wanted w JOIN account a ON a.kind = w.kind LEFT JOIN booked b ON b.kind = w.kind
    UNION ALL SELECT 5, a.id, v_jackpot FROM account a WHERE a.kind = 'jackpot' AND a.pool_code = q.code
    UNION ALL SELECT 6, a.id, v_out - v_jackpot - coalesce((SELECT sum(cents) FROM booked
      WHERE kind IN ('jackpot', 'adjustments')), 0) FROM account a WHERE a.kind = 'adjustments') l
  WHERE l.amount <> 0;
  SELECT coalesce(sum(amount_cents), 0) INTO v_escrow FROM posting WHERE account_id = q.escrow_account;
  IF v_escrow <> v_left THEN
    RAISE EXCEPTION 'settlement %: % is left in escrow of pool %, the plan says %', s.id, v_escrow, q.id, v_left
      USING ERRCODE = 'check_violation';
  END IF;
  IF v_accounts IS NOT NULL THEN
    IF v_left <> 0 THEN
      v_accounts := q.escrow_account || v_accounts;
      v_amounts := -v_left || v_amounts;
    END IF;
    IF post_entry(p_entry, 'pool_close', settlement_cause('settle', s) || 'close', q.id::text, v_accounts, v_amounts)
      IS NULL THEN
      RAISE EXCEPTION 'pool % was closed before', q.id USING ERRCODE = 'check_violation';
    END IF;
    v_entries := v_entries || p_entry;
  END IF;
  UPDATE pool SET status = v_status WHERE id = q.id;
  RETURN v_entries;
END $$;

GRANT EXECUTE ON FUNCTION book_pool_close TO club_app;
