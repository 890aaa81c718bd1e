-- Stakes what legs of All Ups were just given on the next leg, the whole amount as an ordinary bet of its pool, or notes why
-- that leg takes no bet: then the money stays the player's cash. Called in the transaction that gave it, with what
-- each bet was given. Caller: holds the locks of lock_next_legs and of the players, whose wallets have the money by now.
-- Players are told by whoever pays: that their order changed.
-- Neither the limits of a player nor a time-out, an exclusion or a freeze are asked: no new money is staked, and open
-- bets run.
CREATE OR REPLACE FUNCTION follow_all_up(p_bet uuid[], p_amount bigint[]) RETURNS void
LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  v_at timestamptz := club_now_ms();
BEGIN
  IF NOT EXISTS (SELECT FROM all_up_leg l WHERE l.bet_id = ANY (p_bet)) THEN RETURN; END IF;

  UPDATE all_up_leg n SET not_staked = x.why FROM (
    SELECT m.order_id, m.leg, single_bet_refusal(m.race_id, m.pool_code, m.runner_mask, v_at) AS why
    FROM all_up_leg l
    JOIN all_up_leg m ON m.order_id = l.order_id AND m.leg = l.leg + 1 AND m.bet_id IS NULL AND m.not_staked IS NULL
    WHERE l.bet_id = ANY (p_bet)) x
  WHERE n.order_id = x.order_id AND n.leg = x.leg AND x.why IS NOT NULL;

  WITH due AS MATERIALIZED (
    SELECT i.ord, i.amount AS cents, n.order_id, n.leg, n.player_id AS player, n.race_id, n.bet_type, n.selections, n.counted,
      q.id AS pool, q.escrow_account AS escrow, w.cash_account AS cash, f.exchange_rate, f.fingerprint,
      (w.cash_cents - sum(i.amount) OVER (PARTITION BY n.player_id ORDER BY i.ord))::bigint AS balance,
      (left(replace(uuid_floor(v_at)::text, '-', ''), 12) || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid AS id,
      uuid_send(gen_random_uuid()) AS nonce
    FROM unnest(p_bet, p_amount) WITH ORDINALITY AS i (bet, amount, ord)
    JOIN all_up_leg l ON l.bet_id = i.bet
    JOIN all_up_leg n ON n.order_id = l.order_id AND n.leg = l.leg + 1 AND n.bet_id IS NULL AND n.not_staked IS NULL
    JOIN pool q ON q.race_id = n.race_id AND q.code = n.pool_code AND q.race_id2 IS NULL
    JOIN bet f ON f.id = n.order_id
    JOIN wallet w ON w.player_id = n.player_id
  ), a AS MATERIALIZED (
    SELECT d.*, sha256('\x00'::bytea || convert_to(leaf_of_bet(d.id, d.nonce, d.race_id, NULL, d.bet_type, d.selections,
      d.cents, NULL, d.cents, v_at, d.pool), 'UTF8')) AS hash
    FROM due d
  ), bets AS (
    INSERT INTO bet (id, player_id, fingerprint, bet_type, race_id, pool_id, selections, combinations, unit_stake_cents,
      cost_cents, cost2_cents, exchange_rate, accepted_at, nonce, receipt_hash)
    SELECT a.id, a.player, a.fingerprint, a.bet_type, a.race_id, a.pool, a.selections, 1, a.cents, a.cents, 0,
      a.exchange_rate, v_at, a.nonce, a.hash
    FROM a ORDER BY a.ord
  ), entries AS (
    INSERT INTO entry (id, kind, cause, at, reference, digest)
    SELECT a.id, 'bet', 'bet:' || a.id, v_at, a.id::text, a.hash FROM a ORDER BY a.ord
  ), lines AS (
    INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
    SELECT a.id, l.line, l.account, l.amount, l.balance
    FROM a CROSS JOIN LATERAL (VALUES (1::smallint, a.cash, -a.cents, a.balance), (2::smallint, a.escrow, a.cents, NULL))
      l (line, account, amount, balance)
    ORDER BY a.ord, l.line
  ), debits AS (
    UPDATE wallet w SET cash_cents = w.cash_cents - d.total
    FROM (SELECT a.player, sum(a.cents)::bigint AS total FROM a GROUP BY a.player) d WHERE w.player_id = d.player
  ), deltas AS (
    INSERT INTO pool_delta (pool_id, number, stakes_cents, bets)
    SELECT s.pool, s.number, sum(s.cents), count(*) FROM (
      SELECT a.pool, 0::smallint AS number, a.cents FROM a
      UNION ALL SELECT a.pool, c.number, a.cents FROM a CROSS JOIN LATERAL unnest(a.counted) c (number)) s
    GROUP BY s.pool, s.number
  ), legs AS (
    UPDATE all_up_leg n SET bet_id = a.id FROM a WHERE n.order_id = a.order_id AND n.leg = a.leg
  )
  INSERT INTO event_inbox (topic, kind, payload, entry_ids)
    SELECT 'bets', 'bets', jsonb_build_object('players', (SELECT jsonb_object_agg(l.player, l.balance)
        FROM (SELECT a.player, min(a.balance) AS balance FROM a GROUP BY a.player) l)),
      (SELECT array_agg(a.id ORDER BY a.ord) FROM a)
    WHERE EXISTS (SELECT FROM a);
END $$;

GRANT EXECUTE ON FUNCTION follow_all_up TO club_app;
