-- Pays one chunk of a settlement, up to bet p_to: parallel arrays, one element a winner (or a bet that goes back);
-- bets between them get nothing and are not touched. One call is one transaction. Locks: the settlement's row, which
-- fences the cursor, then the players. Says 'paid', 'busy' (somebody else is at it), or 'moved' (somebody was).
-- What legs of All Ups are paid goes on to the next leg at once, and before all else come the locks for that.
CREATE OR REPLACE FUNCTION pay_settlement_chunk(p_settlement uuid, p_from uuid, p_to uuid, p_entry uuid[], p_bet uuid[],
  p_amount bigint[])
RETURNS text LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  s settlement;
  q pool;
  v_at timestamptz;
  v_is_refund boolean;
  v_prefix text;
  v_sum bigint;
  v_count integer;
BEGIN
  PERFORM lock_next_legs((SELECT pool_id FROM settlement WHERE id = p_settlement));
  SELECT * INTO s FROM settlement WHERE id = p_settlement FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 'busy'; END IF;
  IF s.step NOT IN ('computed', 'posting') OR s.cursor_bet IS DISTINCT FROM p_from THEN RETURN 'moved'; END IF;
  SELECT * INTO q FROM pool WHERE id = s.pool_id;
  v_is_refund := s.outcome ->> 'status' IN ('REFUND', 'REFUND_NO_WINNER');
  v_prefix := settlement_cause(CASE WHEN v_is_refund THEN 'refund' ELSE 'settle' END, s);

  IF cardinality(p_bet) > 0 THEN
    PERFORM 1 FROM wallet w
      WHERE w.player_id = ANY (ARRAY(SELECT b.player_id FROM bet b WHERE b.id = ANY (p_bet)))
      ORDER BY w.player_id FOR NO KEY UPDATE;
    v_at := club_now_ms();

    WITH a AS MATERIALIZED (
      SELECT i.ord, i.entry, i.bet, i.amount, b.player_id, w.cash_account, v_prefix || i.bet AS cause,
        (w.cash_cents + sum(i.amount) OVER (PARTITION BY b.player_id ORDER BY i.ord))::bigint AS balance
      FROM unnest(p_entry, p_bet, p_amount) WITH ORDINALITY AS i (entry, bet, amount, ord)
      JOIN bet b ON b.id = i.bet AND (b.pool_id = q.id OR b.pool_id2 = q.id)
      JOIN wallet w ON w.player_id = b.player_id
    ), entries AS (
      INSERT INTO entry (id, kind, cause, at, reference)
      SELECT a.entry, CASE WHEN v_is_refund THEN 'refund' ELSE 'payout' END, a.cause, v_at, a.bet::text
      FROM a ORDER BY a.ord
    ), lines AS (
      INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
      SELECT a.entry, l.line, l.account, l.amount, l.balance
      FROM a CROSS JOIN LATERAL (VALUES (1::smallint, q.escrow_account, -a.amount, NULL),
        (2::smallint, a.cash_account, a.amount, a.balance)) l (line, account, amount, balance)
      ORDER BY a.ord, l.line
    ), credits AS (
      INSERT INTO bet_credit (bet_id, cause, kind, pool_id, amount_cents, at)
      SELECT a.bet, a.cause, CASE WHEN v_is_refund THEN 'refund' ELSE 'payout' END, q.id, a.amount, v_at
      FROM a ORDER BY a.ord
    ), credited AS (
      UPDATE wallet w SET cash_cents = w.cash_cents + d.total
      FROM (SELECT a.player_id, sum(a.amount)::bigint AS total FROM a GROUP BY a.player_id) d
      WHERE w.player_id = d.player_id
    ), told AS (
      INSERT INTO event_inbox (topic, kind, payload, entry_ids)
      SELECT 'players', 'wallet', jsonb_build_object('players',
        (SELECT jsonb_object_agg(l.player_id, l.balance)
          FROM (SELECT a.player_id, max(a.balance) AS balance FROM a GROUP BY a.player_id) l)), p_entry
    )
    SELECT sum(a.amount), count(*) INTO v_sum, v_count FROM a;
    IF v_count <> cardinality(p_bet) THEN
      RAISE EXCEPTION 'settlement %: % of % bets are of its pool', s.id, v_count, cardinality(p_bet)
        USING ERRCODE = 'check_violation';
    END IF;
    PERFORM follow_all_up(p_bet, p_amount);
    PERFORM pg_notify('club_inbox', '');
  END IF;

  UPDATE settlement SET step = 'posting', cursor_bet = p_to, chunks = chunks + 1,
    bets_paid = bets_paid + cardinality(p_bet),
    paid_cents = paid_cents + CASE WHEN v_is_refund THEN 0 ELSE coalesce(v_sum, 0) END,
    refunded_cents = refunded_cents + CASE WHEN v_is_refund THEN coalesce(v_sum, 0) ELSE 0 END
    WHERE id = s.id;
  RETURN 'paid';
END $$;

GRANT EXECUTE ON FUNCTION pay_settlement_chunk TO club_app;
