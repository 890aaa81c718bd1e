-- Pays one chunk of a refund job and moves its cursor: parallel arrays, one element a bet that gets something back.
-- The caller holds the job's row lock and read the chunk under it, so every bet is paid once; the unique causes hold
-- even if it did not. Locks: players by id. p_cursor is the last bet looked at. What legs of All Ups are given back goes
-- on to the next leg at once: the caller took the locks for that (lock_next_legs) before the job's row.
CREATE OR REPLACE FUNCTION pay_refund_chunk(p_job uuid, p_entry uuid[], p_bet uuid[], p_player uuid[], p_cause text[],
  p_amount bigint[], p_cursor uuid, p_done boolean)
RETURNS void LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  v_pool pool;
  v_at timestamptz;
BEGIN
  SELECT q.* INTO v_pool FROM refund_job j JOIN pool q ON q.id = j.pool_id WHERE j.id = p_job;
  PERFORM lock_next_legs(v_pool.id);
  PERFORM 1 FROM wallet w WHERE w.player_id = ANY (p_player) ORDER BY w.player_id FOR NO KEY UPDATE;
  v_at := club_now_ms();
  IF cardinality(p_bet) > 0 THEN
    WITH a AS MATERIALIZED (
      SELECT i.*, w.cash_account,
        (w.cash_cents + sum(i.amount) OVER (PARTITION BY i.player ORDER BY i.ord))::bigint AS balance
      FROM unnest(p_entry, p_bet, p_player, p_cause, p_amount) WITH ORDINALITY
        AS i (entry, bet, player, cause, amount, ord)
      JOIN wallet w ON w.player_id = i.player
    ), entries AS (
      INSERT INTO entry (id, kind, cause, at, reference)
      SELECT a.entry, 'refund', a.cause, v_at, a.bet::text FROM a ORDER BY a.ord
    ), lines AS (
      INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
      SELECT a.entry, l.line, l.account, l.amount, l.balance
      FROM a CROSS JOIN LATERAL (VALUES (1::smallint, v_pool.escrow_account, -a.amount, NULL),
        (2::smallint, a.cash_account, a.amount, a.balance)) l (line, account, amount, balance)
      ORDER BY a.ord, l.line
    ), credits AS (
      INSERT INTO bet_credit (bet_id, cause, kind, pool_id, amount_cents, at)
      SELECT a.bet, a.cause, 'refund', v_pool.id, a.amount, v_at FROM a ORDER BY a.ord
    ), wallets AS (
      UPDATE wallet w SET cash_cents = w.cash_cents + c.total
      FROM (SELECT a.player, sum(a.amount)::bigint AS total FROM a GROUP BY a.player) c
      WHERE w.player_id = c.player
    ), told AS (
      SELECT jsonb_object_agg(l.player, l.balance) AS balances, jsonb_object_agg(l.player, l.bets) AS orders
      FROM (SELECT a.player, max(a.balance) AS balance, jsonb_agg(a.bet ORDER BY a.ord) AS bets
        FROM a GROUP BY a.player) l
    )
    INSERT INTO event_inbox (topic, kind, payload, entry_ids)
      SELECT 'players', 'wallet', jsonb_build_object('players', t.balances), p_entry FROM told t
      UNION ALL SELECT 'players', 'orders', jsonb_build_object('players', t.orders), '{}' FROM told t;
    PERFORM follow_all_up(p_bet, p_amount);
    PERFORM pg_notify('club_inbox', '');
  END IF;
  UPDATE refund_job SET cursor_bet = coalesce(p_cursor, cursor_bet), is_done = p_done,
    paid_bets = paid_bets + cardinality(p_bet),
    paid_cents = paid_cents + coalesce((SELECT sum(x) FROM unnest(p_amount) x), 0)
    WHERE id = p_job;
  -- Counting was cut short by a crash: what was paid is what was due.
  UPDATE refund_job SET due_bets = paid_bets, due_cents = paid_cents
    WHERE id = p_job AND is_done AND due_cents IS NULL;
END $$;

GRANT EXECUTE ON FUNCTION pay_refund_chunk TO club_app;
