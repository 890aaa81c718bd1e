-- Accepts an All Up: the bet of its first leg by place_bets, with its verdict, and the legs in the same transaction. p_legs
-- are in the order of their races: [{race_id, pool_code, bet_type, selections, runner_mask, counted}]. A later leg that
-- takes no bet by now refuses the order like a bet of its own, and says its number. Locks: all betting, the
-- races by id, the player.
CREATE OR REPLACE FUNCTION place_all_up(p_id uuid, p_player uuid, p_key text, p_fingerprint bytea, p_confirm_same boolean,
  p_nonce bytea, p_stake bigint, p_rate numeric, p_legs jsonb)
RETURNS TABLE (verdict text, bet_id uuid, accepted_at timestamptz, balance_cents bigint, receipt_hash bytea,
  room_cents bigint, leg integer)
LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  f record;
  v_pool uuid;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(betting_lock_key());
  PERFORM pg_advisory_xact_lock_shared(race_lock_key(r.id))
    FROM (SELECT (x ->> 'race_id')::uuid AS id FROM jsonb_array_elements(p_legs) x ORDER BY id) r;
  PERFORM 1 FROM wallet w WHERE w.player_id = p_player FOR NO KEY UPDATE;
  -- A known key has its answer, whatever became of the legs.
  IF NOT EXISTS (SELECT FROM bet b WHERE b.player_id = p_player AND b.idem_key = p_key)
    AND NOT EXISTS (SELECT FROM idempotency i WHERE i.player_id = p_player AND i.key = p_key) THEN
    SELECT x.n::integer AS leg, single_bet_refusal((x.v ->> 'race_id')::uuid, x.v ->> 'pool_code',
        (x.v ->> 'runner_mask')::bigint, club_now_ms()) AS why
      INTO f FROM jsonb_array_elements(p_legs) WITH ORDINALITY x (v, n)
      WHERE x.n > 1 AND single_bet_refusal((x.v ->> 'race_id')::uuid, x.v ->> 'pool_code',
        (x.v ->> 'runner_mask')::bigint, club_now_ms()) IS NOT NULL
      ORDER BY x.n LIMIT 1;
    IF FOUND THEN verdict := f.why; leg := f.leg; RETURN NEXT; RETURN; END IF;
  END IF;

  SELECT x.v ->> 'selections' AS selections, (x.v ->> 'race_id')::uuid AS race_id, (x.v ->> 'bet_type')::smallint AS bet_type,
      (x.v ->> 'runner_mask')::bigint AS mask, ARRAY(SELECT c.number::smallint FROM jsonb_array_elements_text(x.v -> 'counted') c (number)) AS counted,
      q.id AS pool
    INTO STRICT f FROM (SELECT p_legs -> 0 AS v) x
    LEFT JOIN pool q ON q.race_id = (x.v ->> 'race_id')::uuid AND q.code = x.v ->> 'pool_code' AND q.race_id2 IS NULL;
  SELECT v.verdict, v.bet_id, v.accepted_at, v.balance_cents, v.receipt_hash, v.room_cents, 1
    INTO verdict, bet_id, accepted_at, balance_cents, receipt_hash, room_cents, leg
    FROM place_bets(ARRAY[p_id], ARRAY[p_player], ARRAY[p_key], ARRAY[p_fingerprint], ARRAY[p_confirm_same], ARRAY[p_nonce],
      ARRAY[f.bet_type], ARRAY[f.race_id], ARRAY[NULL::uuid], ARRAY[f.pool], ARRAY[NULL::uuid], ARRAY[f.mask], ARRAY[0::bigint],
      ARRAY[f.selections], ARRAY[1], ARRAY[p_stake], ARRAY[NULL::bigint], ARRAY[p_stake], ARRAY[0::bigint], ARRAY[p_rate],
      array_fill(1, ARRAY[cardinality(f.counted)]), f.counted) v;
  IF verdict = 'ok' THEN
    INSERT INTO all_up_leg (order_id, leg, player_id, race_id, pool_code, bet_type, selections, runner_mask, counted, bet_id)
      SELECT p_id, x.n, p_player, (x.v ->> 'race_id')::uuid, x.v ->> 'pool_code', (x.v ->> 'bet_type')::smallint,
        x.v ->> 'selections', (x.v ->> 'runner_mask')::bigint,
        ARRAY(SELECT c.number::smallint FROM jsonb_array_elements_text(x.v -> 'counted') c (number)), CASE WHEN x.n = 1 THEN p_id END
      FROM jsonb_array_elements(p_legs) WITH ORDINALITY x (v, n);
  END IF;
  RETURN NEXT;
END $$;

GRANT EXECUTE ON FUNCTION place_all_up TO club_app;
