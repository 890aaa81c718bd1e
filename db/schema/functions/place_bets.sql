-- Accepts a group of bets in one transaction: one verdict each, in order of arrival per player; a refused bet
-- changes nothing for its neighbours. Parallel arrays, one element a bet; p_stake_* list the saddle numbers of
-- WIN, PLACE and Each Way bets (ordinal of the bet, number). Locks: races by id (advisory, shared), players by id
-- (row), nothing else. The plans are made once, perhaps on empty tables: the look-up of a key is lateral with a limit,
-- so that no plan can read all bets for it. Volatile, so that every statement after the locks reads a fresh snapshot.
-- Verdicts: ok, replay (with what the first answer said), or a refusal code.
-- The lock of all betting comes first, shared: whoever pauses betting holds it alone (promise P4).
CREATE OR REPLACE FUNCTION place_bets(
  p_id uuid[], p_player uuid[], p_key text[], p_fingerprint bytea[], p_confirm_same boolean[], p_nonce bytea[],
  p_type smallint[], p_race uuid[], p_race2 uuid[], p_pool uuid[], p_pool2 uuid[], p_mask bigint[], p_mask2 bigint[],
  p_selections text[], p_combinations integer[], p_unit bigint[], p_unit2 bigint[], p_cost bigint[], p_cost2 bigint[],
  p_rate numeric[], p_stake_ord integer[], p_stake_number smallint[])
RETURNS TABLE (ord integer, verdict text, bet_id uuid, accepted_at timestamptz, balance_cents bigint,
  receipt_hash bytea, room_cents bigint)
LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  b record;
  v_at timestamptz;
  v_zone text;
  v_newest timestamptz;
  v_needs_identity boolean;
  v_is_paused boolean;
  v_player uuid;
  v_cash bigint;
  v_room bigint;
  v_loss bigint;
  v_of_legs text;
  v_last_id uuid;
  v_last_fingerprint bytea;
  v_last_at timestamptz;
  v_ok boolean[] := array_fill(false, ARRAY[cardinality(p_id)]);
  a_ord integer[] := '{}';
  a_balance bigint[] := '{}';
  a_cash bigint[] := '{}';
  a_escrow bigint[] := '{}';
  a_escrow2 bigint[] := '{}';
  a_hash bytea[] := '{}';
  n integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(betting_lock_key());
  PERFORM pg_advisory_xact_lock_shared(race_lock_key(r.id))
    FROM (SELECT x AS id FROM unnest(p_race || p_race2) x WHERE x IS NOT NULL
      UNION SELECT race_id FROM pool_leg WHERE pool_id = ANY (p_pool) ORDER BY id) r;
  PERFORM 1 FROM wallet w WHERE w.player_id = ANY (p_player) ORDER BY w.player_id FOR NO KEY UPDATE;
  v_at := club_now_ms();
  SELECT c.time_zone, c.newest_at, c.identity_rule = 'before_bet', c.paused_by IS NOT NULL
    INTO v_zone, v_newest, v_needs_identity, v_is_paused FROM club c;

  FOR b IN
    SELECT i.ord::integer AS ord, i.player, i.key, i.fingerprint, i.race2, i.pool2, i.mask, i.mask2,
      i.cost, i.cost + i.cost2 AS total, w.cash_cents, w.cash_account, p.is_adult, p.is_barred_staff,
      player_verdict(p.status, p.bar, p.bar_until, p.review, v_at) AS player_verdict,
      v_needs_identity AND p.identity_checked_at IS NULL AS is_stranger,
      p.has_stake_limit, p.has_loss_limit, r1.status AS status1, r1.start_time AS start1, r1.scratched_mask AS scratched1,
      r1.runner_mask AS runners1, r2.status AS status2, r2.start_time AS start2, r2.scratched_mask AS scratched2,
      r2.runner_mask AS runners2, q1.status AS pool_status1, q1.escrow_account AS escrow1,
      q2.status AS pool_status2, q2.escrow_account AS escrow2,
      v_is_paused OR r1.paused_by IS NOT NULL OR q1.paused_by IS NOT NULL
        OR r2.paused_by IS NOT NULL OR q2.paused_by IS NOT NULL AS is_paused,
      d.id AS seen_id, d.fingerprint AS seen_fingerprint, d.accepted_at AS seen_at, d.receipt_hash AS seen_hash,
      l.balance_cents AS seen_balance, x.kind AS key_kind
    FROM unnest(p_player, p_key, p_fingerprint, p_race, p_race2, p_pool, p_pool2, p_mask, p_mask2, p_cost, p_cost2)
      WITH ORDINALITY AS i (player, key, fingerprint, race, race2, pool, pool2, mask, mask2, cost, cost2, ord)
    LEFT JOIN wallet w ON w.player_id = i.player
    LEFT JOIN player p ON p.id = i.player
    LEFT JOIN race r1 ON r1.id = i.race
    LEFT JOIN race r2 ON r2.id = i.race2
    LEFT JOIN pool q1 ON q1.id = i.pool
    LEFT JOIN pool q2 ON q2.id = i.pool2
    LEFT JOIN LATERAL (SELECT * FROM bet k WHERE k.player_id = i.player AND k.idem_key = i.key LIMIT 1) d ON true
    LEFT JOIN posting l ON l.entry_id = d.id AND l.line = 1
    LEFT JOIN idempotency x ON x.player_id = i.player AND x.key = i.key
    ORDER BY i.player, i.ord
  LOOP
    IF b.player IS DISTINCT FROM v_player THEN
      v_player := b.player;
      v_cash := b.cash_cents;
      v_room := CASE WHEN b.has_stake_limit THEN stake_room(b.player, v_at, v_zone) END;
      v_loss := CASE WHEN b.has_loss_limit THEN loss_room(b.player, v_at, v_zone) END;
      v_last_id := NULL; v_last_fingerprint := NULL; v_last_at := NULL;
    END IF;

    ord := b.ord; bet_id := NULL; accepted_at := NULL; receipt_hash := NULL; room_cents := NULL;
    balance_cents := v_cash;

    IF b.key IS NULL AND NOT p_confirm_same[b.ord] AND v_last_id IS NULL THEN
      SELECT l.id, l.fingerprint, l.accepted_at INTO v_last_id, v_last_fingerprint, v_last_at
        FROM bet l WHERE l.player_id = b.player
          AND NOT EXISTS (SELECT FROM all_up_leg u WHERE u.bet_id = l.id AND u.leg > 1) ORDER BY l.id DESC LIMIT 1;
    END IF;

    v_of_legs := CASE WHEN p_selections[b.ord] LIKE '{"leg1":%'
      THEN multi_bet_refusal(p_pool[b.ord], p_selections[b.ord], v_at) END;
    IF b.seen_id IS NOT NULL THEN
      verdict := CASE WHEN b.seen_fingerprint = b.fingerprint THEN 'replay' ELSE 'idempotency.mismatch' END;
      bet_id := b.seen_id; accepted_at := b.seen_at; receipt_hash := b.seen_hash; balance_cents := b.seen_balance;
    ELSIF b.key_kind IS NOT NULL THEN
      verdict := CASE WHEN b.key_kind = 'burned' THEN 'bet.abandoned' ELSE 'idempotency.mismatch' END;
    ELSIF v_at < v_newest - interval '1 second' THEN
      verdict := 'club.clock';      -- the clock fell back: betting pauses until an operator confirms (promise P19)
    ELSIF b.player_verdict IS NOT NULL THEN
      verdict := b.player_verdict;
    ELSIF b.is_barred_staff THEN
      verdict := 'bet.staff';
    ELSIF NOT b.is_adult THEN
      verdict := 'profile.age_needed';
    ELSIF b.is_stranger THEN
      verdict := 'player.identity_needed';
    ELSIF b.status1 IS DISTINCT FROM 'open' OR v_at >= b.start1 THEN
      verdict := 'race.closed';
    ELSIF b.race2 IS NOT NULL AND (b.status2 IS DISTINCT FROM 'open' OR v_at >= b.start2) THEN
      verdict := 'race.closed';
    ELSIF b.pool_status1 IS DISTINCT FROM 'OPEN' OR (b.pool2 IS NOT NULL AND b.pool_status2 IS DISTINCT FROM 'OPEN') THEN
      verdict := 'pool.closed';
    ELSIF b.is_paused THEN
      verdict := 'betting.paused';
    ELSIF b.mask & ~b.runners1 <> 0 OR b.mask2 & ~coalesce(b.runners2, 0) <> 0 THEN
      verdict := 'bet.runner_unknown';
    ELSIF b.mask & b.scratched1 <> 0 OR b.mask2 & coalesce(b.scratched2, 0) <> 0 THEN
      verdict := 'bet.runner_scratched';
    ELSIF v_of_legs IS NOT NULL THEN
      verdict := v_of_legs;
    ELSIF b.key IS NULL AND NOT p_confirm_same[b.ord] AND v_last_fingerprint = b.fingerprint
      AND v_last_at > v_at - interval '60 seconds' THEN
      verdict := 'bet.same_again';
      bet_id := v_last_id; accepted_at := v_last_at;
    ELSIF v_room < b.total THEN
      verdict := 'limit.stake';
      room_cents := greatest(v_room, 0);
    ELSIF v_loss < b.total THEN
      verdict := 'limit.loss';
      room_cents := greatest(v_loss, 0);
    ELSIF v_cash IS NULL OR v_cash < b.total THEN
      verdict := 'funds.insufficient';
    ELSE
      verdict := 'ok';
      v_cash := v_cash - b.total;
      v_room := v_room - b.total;
      v_loss := v_loss - b.total;
      bet_id := p_id[b.ord]; accepted_at := v_at; balance_cents := v_cash;
      receipt_hash := sha256('\x00'::bytea || convert_to(leaf_of_bet(p_id[b.ord], p_nonce[b.ord], p_race[b.ord],
        p_race2[b.ord], p_type[b.ord], p_selections[b.ord], p_unit[b.ord], p_unit2[b.ord], b.total, v_at, p_pool[b.ord]), 'UTF8'));
      v_last_id := bet_id; v_last_fingerprint := b.fingerprint; v_last_at := v_at;
      v_ok[b.ord] := true;
      n := n + 1;
      a_ord[n] := b.ord; a_balance[n] := v_cash; a_cash[n] := b.cash_account;
      a_escrow[n] := b.escrow1; a_escrow2[n] := b.escrow2; a_hash[n] := receipt_hash;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF n = 0 THEN RETURN; END IF;

  WITH a AS MATERIALIZED (
    SELECT s.*, p_id[s.ord] AS id, p_player[s.ord] AS player, p_pool[s.ord] AS pool, p_pool2[s.ord] AS pool2,
      p_cost[s.ord] AS cost, p_cost2[s.ord] AS cost2
    FROM unnest(a_ord, a_balance, a_cash, a_escrow, a_escrow2, a_hash)
      AS s (ord, balance, cash, escrow, escrow2, hash)
  ), bets AS (
    INSERT INTO bet (id, player_id, idem_key, fingerprint, bet_type, race_id, race_id2, pool_id, pool_id2, selections,
      combinations, unit_stake_cents, unit_stake2_cents, cost_cents, cost2_cents, exchange_rate, accepted_at, nonce,
      receipt_hash)
    SELECT a.id, a.player, p_key[a.ord], p_fingerprint[a.ord], p_type[a.ord], p_race[a.ord], p_race2[a.ord], a.pool,
      a.pool2, p_selections[a.ord], p_combinations[a.ord], p_unit[a.ord], p_unit2[a.ord], a.cost + a.cost2, a.cost2,
      p_rate[a.ord], v_at, p_nonce[a.ord], a.hash
    FROM a ORDER BY a.ord
  ), entries AS (
    INSERT INTO entry (id, kind, cause, at, reference, digest)
    SELECT a.id, 'bet', 'bet:' || a.id, v_at, a.id::text, a.hash FROM a ORDER BY a.ord
  ), lines AS (
    INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
    SELECT a.id, l.line, l.account, l.amount, l.balance
    FROM a CROSS JOIN LATERAL (VALUES (1::smallint, a.cash, -(a.cost + a.cost2), a.balance),
      (2::smallint, a.escrow, a.cost, NULL), (3::smallint, a.escrow2, a.cost2, NULL)) l (line, account, amount, balance)
    WHERE l.account IS NOT NULL ORDER BY a.ord, l.line
  ), debits AS (
    UPDATE wallet w SET cash_cents = w.cash_cents - d.total
    FROM (SELECT a.player, sum(a.cost + a.cost2)::bigint AS total FROM a GROUP BY a.player) d
    WHERE w.player_id = d.player
  ), deltas AS (
    INSERT INTO pool_delta (pool_id, number, stakes_cents, bets)
    SELECT s.pool, 0, sum(s.cost), count(*) FROM (
      SELECT a.pool, a.cost FROM a UNION ALL SELECT a.pool2, a.cost2 FROM a WHERE a.pool2 IS NOT NULL) s GROUP BY s.pool
    UNION ALL
    SELECT s.pool, s.number, sum(s.unit), count(*) FROM (
      SELECT p_pool[f.ord] AS pool, f.number, p_unit[f.ord] AS unit
        FROM unnest(p_stake_ord, p_stake_number) f (ord, number) WHERE v_ok[f.ord]
      UNION ALL
      SELECT p_pool2[f.ord], f.number, p_unit2[f.ord]
        FROM unnest(p_stake_ord, p_stake_number) f (ord, number) WHERE v_ok[f.ord] AND p_pool2[f.ord] IS NOT NULL) s
    GROUP BY s.pool, s.number
  )
  INSERT INTO event_inbox (topic, kind, payload, entry_ids)
    SELECT 'bets', 'bets', jsonb_build_object('players',
      (SELECT jsonb_object_agg(l.player, l.balance) FROM (SELECT a.player, min(a.balance) AS balance FROM a GROUP BY a.player) l)),
      (SELECT array_agg(a.id ORDER BY a.ord) FROM a);
END $$;

GRANT EXECUTE ON FUNCTION place_bets TO club_app;
