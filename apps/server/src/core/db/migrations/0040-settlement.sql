-- Results and settling: who confirmed a result, what one chunk pays, how a pool and a race are closed.

-- Four eyes: a final result that waits for its second operator is not official yet and is shown to no player.
ALTER TABLE result ADD COLUMN is_confirmed boolean NOT NULL DEFAULT true;
ALTER TABLE result ADD CHECK (is_confirmed OR confirmed_by IS NULL);
-- How many bets a settlement has paid or given back so far, in how many transactions.
ALTER TABLE settlement ADD COLUMN bets_paid bigint NOT NULL DEFAULT 0;
ALTER TABLE settlement ADD COLUMN chunks integer NOT NULL DEFAULT 0;

-- Doubles that an abandoned leg may let settle: the worker looks for them all the time.
CREATE INDEX pool_open_double ON pool (race_id) WHERE race_id2 IS NOT NULL AND status IN ('OPEN', 'CLOSED');

-- What the cause of every entry of a settlement begins with: settle:POOL:VERSION: for payouts and the close of the
-- pool, refund:POOL:VERSION: for a pool that goes back. A double may be settled by either race, so its VERSION names it.
CREATE FUNCTION settlement_cause(p_kind text, p_settlement settlement) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT p_kind || ':' || q.id || ':'
    || CASE WHEN q.race_id2 IS NULL THEN '' ELSE (p_settlement).race_id || '/' END || (p_settlement).result_version || ':'
  FROM pool q WHERE q.id = (p_settlement).pool_id
$$;

-- Pays one chunk of a settlement, up to bet p_to: parallel arrays, one element a winner (or a bet that goes back);
-- bets between them get nothing and are not touched. One call is one transaction. Locks: the settlement's row, which
-- fences the cursor, then the players. Says 'paid', 'busy' (somebody else is at it), or 'moved' (somebody was).
CREATE FUNCTION pay_settlement_chunk(p_settlement uuid, p_from uuid, p_to uuid, p_entry uuid[], p_bet uuid[],
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
    PERFORM pg_notify('club_inbox', '');
  END IF;

  UPDATE settlement SET step = 'posting', cursor_bet = p_to, chunks = chunks + 1,
    bets_paid = bets_paid + cardinality(p_bet),
    paid_cents = paid_cents + CASE WHEN v_is_refund THEN 0 ELSE coalesce(v_sum, 0) END,
    refunded_cents = refunded_cents + CASE WHEN v_is_refund THEN coalesce(v_sum, 0) ELSE 0 END
    WHERE id = s.id;
  RETURN 'paid';
END $$;

-- The last step of a pool: compares what was credited with the plan, posts takeout, breakage, house top-up, jackpot
-- and book result, and gives the pool its status. Nothing is left in escrow, or nothing happens.
-- Locks: the settlement's row, then the jackpot's account. Says 'posted', 'busy' or 'moved'.
CREATE FUNCTION close_settled_pool(p_settlement uuid, p_from uuid, p_entry uuid)
RETURNS text LANGUAGE plpgsql VOLATILE SET jit = off AS $$
DECLARE
  s settlement;
  q pool;
  v_status text;
  v_credited bigint;
  v_escrow bigint;
  v_left bigint;
  v_paid bigint;
  v_accounts bigint[];
  v_amounts bigint[];
  v_entries uuid[] := '{}';
BEGIN
  SELECT * INTO s FROM settlement WHERE id = p_settlement FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 'busy'; END IF;
  IF s.step NOT IN ('computed', 'posting') OR s.cursor_bet IS DISTINCT FROM p_from THEN RETURN 'moved'; END IF;
  SELECT * INTO q FROM pool WHERE id = s.pool_id FOR NO KEY UPDATE;
  v_status := s.outcome ->> 'status';
  v_paid := (s.outcome ->> 'paidCents')::bigint;
  IF q.status NOT IN ('OPEN', 'CLOSED') THEN
    RAISE EXCEPTION 'pool % is % before its settlement %', q.id, q.status, s.id USING ERRCODE = 'check_violation';
  END IF;

  SELECT coalesce(sum(c.amount_cents), 0) INTO v_credited FROM bet_credit c
    WHERE c.pool_id = q.id AND (c.cause ^@ settlement_cause('settle', s) OR c.cause ^@ settlement_cause('refund', s));
  IF v_credited <> s.paid_cents + s.refunded_cents
    OR ((s.outcome ->> 'grossCents')::bigint > 0 AND v_credited <> v_paid) THEN
    RAISE EXCEPTION 'settlement %: credited %, counted %, planned %', s.id, v_credited,
      s.paid_cents + s.refunded_cents, v_paid USING ERRCODE = 'check_violation';
  END IF;

  IF (s.outcome ->> 'jackpotOutCents')::bigint > 0 THEN
    PERFORM 1 FROM account a WHERE a.kind = 'jackpot' AND a.pool_code = q.code FOR NO KEY UPDATE;
  END IF;
  SELECT array_agg(a.id ORDER BY l.line), array_agg(l.amount ORDER BY l.line) INTO v_accounts, v_amounts
  FROM (VALUES (1, 'takeout', (s.outcome ->> 'takeoutCents')::bigint),
    (2, 'breakage', (s.outcome ->> 'breakageCents')::bigint),
    (3, 'house_topup', -(s.outcome ->> 'houseTopUpCents')::bigint),
    (4, 'jackpot', (s.outcome ->> 'jackpotOutCents')::bigint),
    (5, 'book_result', (s.outcome ->> 'bookResultCents')::bigint)) l (line, kind, amount)
  JOIN account a ON a.kind = l.kind AND (l.kind <> 'jackpot' OR a.pool_code = q.code)
  WHERE l.amount <> 0;
  SELECT coalesce(sum(x), 0) INTO v_left FROM unnest(v_amounts) x;

  SELECT coalesce(sum(amount_cents), 0) INTO v_escrow FROM posting WHERE account_id = q.escrow_account;
  IF v_escrow <> v_left THEN
    RAISE EXCEPTION 'settlement %: % is left in escrow, the plan says %', s.id, v_escrow, v_left
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
    v_entries := ARRAY[p_entry];
  END IF;

  UPDATE pool SET status = v_status WHERE id = q.id;
  UPDATE settlement SET step = 'posted', posted_at = club_now_ms() WHERE id = s.id;
  PERFORM tell('race:' || s.race_id, 'race', jsonb_build_object('race_id', s.race_id), v_entries);
  RETURN 'posted';
END $$;

-- A race whose pools are all posted is settled. Takes the race's lock. True when it is settled now or was before.
CREATE FUNCTION finish_race_settlement(p_race uuid, p_version integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(race_lock_key(p_race));
  IF EXISTS (SELECT FROM settlement WHERE race_id = p_race AND result_version = p_version
      AND step IN ('computed', 'posting')) THEN
    RETURN false;
  END IF;
  UPDATE race SET status = 'settled', settled_at = club_now_ms() WHERE id = p_race AND status = 'final';
  IF FOUND THEN
    PERFORM tell('race:' || p_race, 'race', jsonb_build_object('race_id', p_race));
  END IF;
  RETURN true;
END $$;

-- Tells every player which of his orders a race settled (the newest 20 of each player: whoever has more reads the
-- list), a thousand players a row, and marks the settlements as announced. Told again after a crash: it is a hint.
CREATE FUNCTION announce_settlement(p_race uuid, p_version integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET jit = off AS $$
DECLARE
  v_pools uuid[];
  v_players integer;
BEGIN
  PERFORM 1 FROM settlement WHERE race_id = p_race AND result_version = p_version ORDER BY id FOR UPDATE;
  SELECT array_agg(pool_id) INTO v_pools FROM settlement
    WHERE race_id = p_race AND result_version = p_version AND step = 'posted';
  IF v_pools IS NULL THEN RETURN 0; END IF;
  WITH orders AS (
    SELECT o.player_id, (array_agg(o.id ORDER BY o.id DESC))[1:20] AS ids
    FROM (SELECT id, player_id FROM bet WHERE pool_id = ANY (v_pools)
      UNION ALL SELECT id, player_id FROM bet WHERE pool_id2 = ANY (v_pools) AND pool_id <> ALL (v_pools)) o
    GROUP BY o.player_id
  ), numbered AS (
    SELECT player_id, ids, (row_number() OVER (ORDER BY player_id) - 1) / 1000 AS page FROM orders
  ), told AS (
    INSERT INTO event_inbox (topic, kind, payload)
    SELECT 'players', 'orders', jsonb_build_object('players', jsonb_object_agg(player_id, to_jsonb(ids)))
    FROM numbered GROUP BY page
  )
  SELECT count(*) INTO v_players FROM orders;
  UPDATE settlement SET step = 'announced'
    WHERE race_id = p_race AND result_version = p_version AND pool_id = ANY (v_pools);
  PERFORM pg_notify('club_inbox', '');
  RETURN v_players;
END $$;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
