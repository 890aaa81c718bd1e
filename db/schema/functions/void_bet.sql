-- Cancels a bet of which no pool is settled: the live part of its cost comes back. Null: a pool is settled, or nothing
-- is live. The caller holds the races exclusively, and no refund of the pools is pending. Lock: the player.
CREATE OR REPLACE FUNCTION void_bet(p_bet uuid, p_entry uuid, p_reason text, p_operator uuid) RETURNS bigint
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  b bet;
  v_cash bigint;
  v_cause text := 'void:' || p_bet;
  v_total bigint;
  v_pools uuid[];
  v_escrows bigint[];
  v_live bigint[];
  v_units bigint[];
BEGIN
  SELECT * INTO STRICT b FROM bet WHERE id = p_bet;
  SELECT cash_account INTO STRICT v_cash FROM wallet WHERE player_id = b.player_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM settlement WHERE pool_id IN (b.pool_id, b.pool_id2)) THEN RETURN NULL; END IF;
  SELECT array_agg(l.id ORDER BY l.part), array_agg(l.escrow ORDER BY l.part), array_agg(l.live ORDER BY l.part),
      array_agg(l.unit ORDER BY l.part), sum(l.live) INTO v_pools, v_escrows, v_live, v_units, v_total
  FROM (
    SELECT u.part, q.id, q.escrow_account AS escrow, u.unit, u.cost - coalesce((SELECT sum(c.amount_cents)
      FROM bet_credit c WHERE c.bet_id = b.id AND c.pool_id = q.id), 0) AS live
    FROM (VALUES (1, b.pool_id, b.cost_cents - b.cost2_cents, b.unit_stake_cents),
      (2, b.pool_id2, b.cost2_cents, coalesce(b.unit_stake2_cents, b.unit_stake_cents))) u (part, pool_id, cost, unit)
    JOIN pool q ON q.id = u.pool_id AND q.status IN ('OPEN', 'CLOSED')) l
  WHERE l.live > 0;
  IF v_total IS NULL THEN RETURN NULL; END IF;

  IF post_entry(p_entry, 'void', v_cause, p_bet::text, v_escrows || v_cash,
    ARRAY(SELECT -x FROM unnest(v_live) WITH ORDINALITY AS i (x, n) ORDER BY n) || v_total) IS NULL THEN RETURN NULL; END IF;
  INSERT INTO bet_credit (bet_id, cause, kind, pool_id, amount_cents, at)
    SELECT p_bet, v_cause, 'void', i.pool, i.live, club_now_ms() FROM unnest(v_pools, v_live) AS i (pool, live);
  -- A part that had come back before is in no pool either from now on.
  INSERT INTO pool_void (pool_id, bet_id, number, stakes_cents)
    SELECT u.pool, p_bet, 0, coalesce(i.live, 0) FROM unnest(array_remove(ARRAY[b.pool_id, b.pool_id2], NULL)) u (pool)
      LEFT JOIN unnest(v_pools, v_live) AS i (pool, live) ON i.pool = u.pool
    UNION ALL
    SELECT i.pool, p_bet, h.number::smallint, i.unit FROM unnest(v_pools, v_units) AS i (pool, unit)
    -- Only where the pool counts its stakes by runner, as this bet's own stake made it do.
    CROSS JOIN LATERAL jsonb_array_elements_text(CASE WHEN EXISTS (SELECT FROM runner_stake r WHERE r.pool_id = i.pool)
      THEN b.selections::jsonb -> 'horse' ELSE '[]' END) h (number);
  INSERT INTO bet_void (bet_id, reason, operator_id) VALUES (p_bet, p_reason, p_operator);
  INSERT INTO event_inbox (topic, kind, payload, entry_ids)
    SELECT 'players', 'wallet', jsonb_build_object('players', jsonb_build_object(w.player_id::text, w.cash_cents)), ARRAY[p_entry]
    FROM wallet w WHERE w.player_id = b.player_id;
  PERFORM tell('players', 'orders', jsonb_build_object('players', jsonb_build_object(b.player_id::text, jsonb_build_array(p_bet))));
  RETURN v_total;
END $$;

GRANT EXECUTE ON FUNCTION void_bet TO club_app;
