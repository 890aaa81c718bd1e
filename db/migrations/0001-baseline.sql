-- Made from db/schema by `node scripts/schema.ts`, not by hand.
SET LOCAL check_function_bodies = off;

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- <function>
CREATE OR REPLACE FUNCTION activity_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'sport_bet') THEN 'bet'
    WHEN p_kind LIKE '%refund' OR p_kind LIKE '%void' THEN 'refund'
    WHEN p_kind LIKE '%payout' OR p_kind LIKE '%correction' OR p_kind LIKE '%reversal' OR p_kind = 'correction_claim'
      THEN 'payout'
    WHEN p_kind = 'top_up' THEN 'top_up'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

GRANT EXECUTE ON FUNCTION activity_type TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION announce_settlement(p_race uuid, p_version integer) RETURNS integer
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

GRANT EXECUTE ON FUNCTION announce_settlement TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION approval_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' OR (OLD.id, OLD.kind, OLD.player_id, OLD.target, OLD.payload, OLD.requested_by, OLD.requested_at)
    IS DISTINCT FROM (NEW.id, NEW.kind, NEW.player_id, NEW.target, NEW.payload, NEW.requested_by, NEW.requested_at)
  THEN
    RAISE EXCEPTION 'approval % stands as it was asked for', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION audit_chain(p_most integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_row audit;
  v_position bigint;
  v_hash bytea;
  v_count integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit chain', 13));
  SELECT position, hash INTO v_position, v_hash FROM audit_link ORDER BY position DESC LIMIT 1;
  v_position := coalesce(v_position, 0);
  v_hash := coalesce(v_hash, ''::bytea);
  FOR v_row IN SELECT a.* FROM audit_pending w JOIN audit a ON a.id = w.audit_id ORDER BY a.id LIMIT p_most LOOP
    v_position := v_position + 1;
    v_hash := audit_hash(v_hash, v_row);
    INSERT INTO audit_link VALUES (v_position, v_row.id, v_hash);
    DELETE FROM audit_pending WHERE audit_id = v_row.id;
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

GRANT EXECUTE ON FUNCTION audit_chain TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION audit_verify(OUT linked bigint, OUT waiting bigint, OUT broken_id bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_link record;
  v_hash bytea := ''::bytea;
  v_position bigint := 0;
BEGIN
  linked := 0;
  SELECT count(*) INTO waiting FROM audit_pending;
  FOR v_link IN SELECT l.position, l.audit_id, l.hash, a AS row_data, a.id AS found
    FROM audit_link l LEFT JOIN audit a ON a.id = l.audit_id ORDER BY l.position
  LOOP
    v_position := v_position + 1;
    IF v_link.found IS NULL OR v_link.position <> v_position OR audit_hash(v_hash, v_link.row_data) <> v_link.hash THEN
      broken_id := v_link.audit_id;
      RETURN;
    END IF;
    v_hash := v_link.hash;
    linked := linked + 1;
  END LOOP;
  SELECT min(a.id) INTO broken_id FROM audit a
  WHERE NOT EXISTS (SELECT FROM audit_link l WHERE l.audit_id = a.id)
    AND NOT EXISTS (SELECT FROM audit_pending w WHERE w.audit_id = a.id);
END $$;

GRANT EXECUTE ON FUNCTION audit_verify TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION audit_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_pending VALUES (NEW.id);
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION bank_line_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.import_id, OLD.key, OLD.day, OLD.amount_cents, OLD.reference, OLD.name, OLD.details, OLD.bank_id)
      IS DISTINCT FROM (NEW.id, NEW.import_id, NEW.key, NEW.day, NEW.amount_cents, NEW.reference, NEW.name, NEW.details, NEW.bank_id)
    OR OLD.status = 'booked'
  THEN
    RAISE EXCEPTION 'bank line % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION begin_signin(p_account bytea, p_address bytea, p_account_limit integer,
  p_address_limit integer,
  OUT attempt_id bigint, OUT wait_seconds double precision) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_at timestamptz;
  v_known boolean;
  v_account bigint; v_account_last timestamptz;
  v_address bigint; v_address_last timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_account, 'hex'), 11));
  v_at := club_now_ms();
  v_known := EXISTS (SELECT FROM signin_address WHERE account_key = p_account AND address_key = p_address
    AND last_at > v_at - interval '90 days');
  SELECT count(*), max(at) INTO v_account, v_account_last FROM signin_attempt
    WHERE account_key = p_account AND at > v_at - interval '15 minutes' AND is_known = v_known
      AND (NOT v_known OR address_key = p_address);
  SELECT count(*), max(at) INTO v_address, v_address_last FROM signin_attempt
    WHERE address_key = p_address AND at > v_at - interval '15 minutes';
  wait_seconds := greatest(signin_wait(v_account, p_account_limit, v_at - v_account_last),
    signin_wait(v_address, p_address_limit, v_at - v_address_last));
  IF wait_seconds > 0 THEN RETURN; END IF;
  INSERT INTO signin_attempt (account_key, address_key, is_known, at)
    VALUES (p_account, p_address, v_known, v_at) RETURNING id INTO attempt_id;
END $$;

GRANT EXECUTE ON FUNCTION begin_signin TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION begin_verification(p_id uuid, p_phone bytea, p_purpose text, p_code bytea,
  p_factor double precision, OUT made_at timestamptz, OUT wait_seconds double precision, OUT has_player boolean)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_phone, 'hex'), 12));
  v_at := club_now_ms();
  has_player := EXISTS (SELECT FROM player WHERE phone_hash = p_phone);
  IF p_factor > 0 THEN
    SELECT greatest(
      60 / p_factor - min(extract(epoch FROM v_at - created_at)),
      max(3600 - extract(epoch FROM v_at - created_at)) FILTER (WHERE n = ceil(3 * p_factor)),
      max(86400 - extract(epoch FROM v_at - created_at)) FILTER (WHERE n = ceil(10 * p_factor)))
      INTO wait_seconds
    FROM (SELECT created_at, row_number() OVER (ORDER BY created_at DESC) AS n FROM verification
      WHERE phone_hash = p_phone AND created_at > v_at - interval '1 day') s;
  END IF;
  IF coalesce(wait_seconds, 0) > 0 THEN RETURN; END IF;
  wait_seconds := 0;
  made_at := v_at;
  INSERT INTO verification (id, phone_hash, purpose, code_hmac, created_at)
    VALUES (p_id, p_phone, p_purpose, p_code, v_at);
END $$;

GRANT EXECUTE ON FUNCTION begin_verification TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION bet_leaf(p_id uuid, p_nonce bytea, p_race uuid, p_race2 uuid, p_type smallint,
  p_selections text,
  p_unit bigint, p_unit2 bigint, p_cost bigint, p_at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"accepted_at":"' || iso_ms(p_at) || '","bet_type":' || p_type || ',"cost_cents":' || p_cost
    || ',"nonce":"' || encode(p_nonce, 'hex') || '","order_id":"' || p_id || '","race_id":"' || p_race
    || '","race_id2":' || coalesce('"' || p_race2 || '"', 'null') || ',"selections":' || p_selections
    || ',"unit_stake2_cents":' || coalesce(p_unit2::text, 'null') || ',"unit_stake_cents":' || p_unit || '}'
$$;

GRANT EXECUTE ON FUNCTION bet_leaf TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION bet_of_entry(p_kind text, p_reference text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_kind NOT IN ('bet', 'top_up', 'adjustment', 'jackpot', 'pool_close')
    AND p_reference ~ '^[0-9a-f-]{36}$' THEN p_reference::uuid END $$;

GRANT EXECUTE ON FUNCTION bet_of_entry TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION betting_lock_key() RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('betting', 9) $$;

GRANT EXECUTE ON FUNCTION betting_lock_key TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION book_bet_change(p_entry uuid, p_kind text, p_cause text, p_bet uuid, p_player uuid,
  p_accounts bigint[], p_amounts bigint[]) RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  w wallet;
  v_change bigint;
  v_borne bigint;        -- more of it, or less
  v_accounts bigint[];
  v_amounts bigint[];
BEGIN
  SELECT * INTO STRICT w FROM wallet WHERE player_id = p_player;
  SELECT -coalesce(sum(x), 0) INTO v_change FROM unnest(p_amounts) x;
  IF v_change > 0 THEN
    SELECT -least(coalesce(sum(cents), 0), v_change) INTO v_borne FROM borne WHERE bet_id = p_bet;
  ELSE
    v_borne := greatest(-v_change - w.cash_cents, 0);
  END IF;
  SELECT array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n) INTO v_accounts, v_amounts
  FROM (
    SELECT i.n, i.account, i.amount FROM unnest(p_accounts, p_amounts) WITH ORDINALITY AS i (account, amount, n)
    UNION ALL SELECT 1000, w.cash_account, v_change + v_borne
    UNION ALL SELECT 1001, a.id, -v_borne FROM account a WHERE a.kind = 'adjustments'
  ) l WHERE l.amount <> 0;
  IF v_accounts IS NULL THEN RETURN NULL; END IF;
  IF post_entry(p_entry, p_kind, p_cause, p_bet::text, v_accounts, v_amounts) IS NULL THEN
    RAISE EXCEPTION '% was booked before', p_cause USING ERRCODE = 'check_violation';
  END IF;
  IF v_borne <> 0 THEN
    INSERT INTO borne (bet_id, cause, player_id, cents, at) VALUES (p_bet, p_cause, p_player, v_borne, club_now_ms());
  END IF;
  RETURN p_entry;
END $$;

GRANT EXECUTE ON FUNCTION book_bet_change TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION chain_append(p_entries uuid[]) RETURNS bigint LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  v_last bigint;
  v_hash bytea;
  a_id uuid[];
  a_text text[];
  a_hash bytea[] := '{}';
BEGIN
  SELECT c.position, c.hash INTO v_last, v_hash FROM chain c ORDER BY c.position DESC LIMIT 1;
  IF NOT FOUND THEN
    v_last := 0;
    v_hash := decode(repeat('00', 32), 'hex');
  END IF;
  SELECT array_agg(w.id ORDER BY w.ord), array_agg(t.text ORDER BY w.ord) INTO a_id, a_text
  FROM (
    SELECT i.id, min(i.ord) AS ord FROM unnest(p_entries) WITH ORDINALITY AS i (id, ord)
    WHERE NOT EXISTS (SELECT FROM chain c WHERE c.entry_id = i.id) GROUP BY i.id
  ) w
  JOIN entry_text t ON t.id = w.id;
  FOR i IN 1 .. coalesce(cardinality(a_id), 0) LOOP
    v_hash := sha256(v_hash || convert_to(a_text[i], 'UTF8'));
    a_hash[i] := v_hash;
  END LOOP;
  INSERT INTO chain (position, entry_id, hash)
    SELECT v_last + s.n, s.id, s.hash FROM unnest(a_id, a_hash) WITH ORDINALITY AS s (id, hash, n);
  RETURN v_last + coalesce(cardinality(a_id), 0);
END $$;

GRANT EXECUTE ON FUNCTION chain_append TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION chain_check(p_position bigint, p_hash bytea, p_limit integer,
  OUT last_position bigint, OUT last_hash bytea, OUT rows integer, OUT faults text[])
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  r record;
  v_why text;
BEGIN
  last_position := p_position; last_hash := p_hash; rows := 0; faults := '{}';
  FOR r IN
    SELECT c.position, c.entry_id, c.hash, t.text, t.cause
    FROM (SELECT * FROM chain WHERE position > p_position ORDER BY position LIMIT p_limit) c
    LEFT JOIN entry_text t ON t.id = c.entry_id ORDER BY c.position
  LOOP
    v_why := CASE
      WHEN r.position <> last_position + 1 THEN 'position ' || (last_position + 1) || ' is missing'
      WHEN r.text IS NULL THEN 'its entry is missing'
      WHEN sha256(last_hash || convert_to(r.text, 'UTF8')) <> r.hash THEN 'the hash does not fit'
    END;
    IF v_why IS NOT NULL AND cardinality(faults) < 5 THEN
      faults := faults || ('position ' || r.position || ' (entry ' || r.entry_id || coalesce(', ' || r.cause, '') || '): ' || v_why);
    END IF;
    last_position := r.position; last_hash := r.hash; rows := rows + 1;
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION chain_check TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION claim_borne(p_player uuid, p_since timestamptz, p_most bigint, p_cause text,
  OUT claimed bigint, OUT entries uuid[]) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  b record;
  v_part bigint;
  v_accounts bigint[];
BEGIN
  claimed := 0; entries := '{}';
  SELECT ARRAY[w.cash_account, a.id] INTO v_accounts FROM wallet w, account a
    WHERE w.player_id = p_player AND a.kind = 'adjustments';
  FOR b IN
    SELECT t.bet_id, least(sum(t.cents), coalesce(sum(t.cents) FILTER (WHERE t.cents > 0 AND t.at >= p_since), 0)) AS due
    FROM borne t WHERE t.bet_id IN (SELECT x.bet_id FROM borne x WHERE x.player_id = p_player AND x.at >= p_since)
    GROUP BY t.bet_id ORDER BY t.bet_id
  LOOP
    v_part := least(b.due, p_most - claimed);
    CONTINUE WHEN v_part <= 0;
    entries := entries || gen_random_uuid();
    PERFORM post_entry(entries[cardinality(entries)], 'correction_claim', p_cause || ':' || b.bet_id, b.bet_id::text,
      v_accounts, ARRAY[-v_part, v_part]);
    INSERT INTO borne (bet_id, cause, player_id, cents, at)
      VALUES (b.bet_id, p_cause || ':' || b.bet_id, p_player, -v_part, club_now_ms());
    claimed := claimed + v_part;
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION claim_borne TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION close_race(p_race uuid) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_race race;
  v_at timestamptz;
  v_entry uuid;
  v_entries uuid[] := '{}';
  v_closed uuid[];
  v_amount bigint;
  q record;
BEGIN
  PERFORM pg_advisory_xact_lock(race_lock_key(p_race));
  SELECT * INTO v_race FROM race WHERE id = p_race FOR NO KEY UPDATE;
  IF v_race.status IS DISTINCT FROM 'open' THEN RETURN NULL; END IF;
  v_at := least(v_race.start_time, club_now_ms() + interval '1 millisecond');
  WITH closed AS (UPDATE pool SET status = 'CLOSED' WHERE race_id = p_race AND status = 'OPEN' RETURNING id)
    SELECT coalesce(array_agg(id), '{}') INTO v_closed FROM closed;
  PERFORM fold_pool_deltas(ARRAY(SELECT id FROM pool WHERE race_id = p_race));
  UPDATE race SET status = 'closed', closed_at = v_at, win_at_close = coalesce((
      SELECT jsonb_object_agg(s.number, s.stakes_cents) FROM pool p JOIN runner_stake s ON s.pool_id = p.id
      WHERE p.id = ANY (v_closed) AND p.code = 'WIN' AND s.stakes_cents > 0), '{}')
    WHERE id = p_race;
  FOR q IN
    SELECT p.id, p.code, p.dividends = 'club' AND p.race_id2 IS NULL AS takes, p.escrow_account, a.id AS jackpot_account
    FROM pool p JOIN account a ON a.kind = 'jackpot' AND a.pool_code = p.code
    WHERE p.id = ANY (v_closed) AND p.jackpot_in_cents IS NULL
    ORDER BY a.id FOR NO KEY UPDATE OF a
  LOOP
    SELECT coalesce(sum(amount_cents), 0) INTO v_amount FROM posting WHERE account_id = q.jackpot_account;
    IF v_amount > 0 AND q.takes THEN
      v_entry := post_entry(gen_random_uuid(), 'jackpot', 'jackpot:' || q.id, q.id::text,
        ARRAY[q.jackpot_account, q.escrow_account], ARRAY[-v_amount, v_amount]);
      v_entries := v_entries || v_entry;
      PERFORM take_jackpot(q.id, q.code, v_amount);
    ELSE
      v_amount := 0;
    END IF;
    UPDATE pool SET jackpot_in_cents = v_amount WHERE id = q.id;
  END LOOP;
  PERFORM tell('race:' || p_race, 'race', jsonb_build_object('race_id', p_race), v_entries);
  RETURN v_at;
END $$;

GRANT EXECUTE ON FUNCTION close_race TO club_app;
-- </function>

-- <function>
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
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION close_sport_event(p_event uuid) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_start timestamptz;
  v_at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_lock_key(p_event));
  SELECT v.start_time INTO v_start FROM sport_event v WHERE v.id = p_event AND v.status = 'open' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_at := least(v_start, club_now_ms() + interval '1 millisecond');
  UPDATE sport_event SET status = 'closed', closed_at = v_at WHERE id = p_event;
  UPDATE sport_market SET status = 'closed', version = version + 1, changed_at = v_at
    WHERE event_id = p_event AND status IN ('open', 'suspended');
  PERFORM sport_note_price(m.id, 'hand', NULL) FROM sport_market m WHERE m.event_id = p_event;
  PERFORM tell('sport:' || p_event, 'sport', jsonb_build_object('event_id', p_event, 'status', true));
  RETURN v_at;
END $$;

GRANT EXECUTE ON FUNCTION close_sport_event TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

GRANT EXECUTE ON FUNCTION club_now TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION club_now_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  $$ SELECT date_trunc('milliseconds', club_now()) $$;

GRANT EXECUTE ON FUNCTION club_now_ms TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION complaint_keeps_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'complaint % is answered', OLD.id USING ERRCODE = 'insufficient_privilege';
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION correct_players(p_correction uuid, p_players integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET jit = off AS $$
DECLARE
  c correction;
  l record;
  v_players uuid[];
  v_cause text;
  v_entry uuid;
  v_entries uuid[] := '{}';
BEGIN
  SELECT * INTO c FROM correction WHERE id = p_correction AND step = 'planned' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT array_agg(t.player_id ORDER BY t.player_id) INTO v_players FROM (
    SELECT DISTINCT player_id FROM correction_line WHERE correction_id = c.id AND NOT is_done
    ORDER BY player_id LIMIT p_players) t;
  IF v_players IS NULL THEN RETURN 0; END IF;
  PERFORM 1 FROM wallet w WHERE w.player_id = ANY (v_players) ORDER BY w.player_id FOR NO KEY UPDATE;

  FOR l IN
    -- A payout that becomes a refund has a line for each.
    SELECT t.player_id, t.bet_id, sum(k.cents) AS change,
      array_agg(q.escrow_account ORDER BY q.id, k.kind) AS accounts, array_agg(-k.cents ORDER BY q.id, k.kind) AS amounts
    FROM correction_line t JOIN pool q ON q.id = t.pool_id
    CROSS JOIN LATERAL (SELECT x.kind, sum(x.cents)::bigint AS cents
      FROM (VALUES (t.old_kind, -t.old_cents), (t.new_kind, t.new_cents)) x (kind, cents)
      WHERE x.kind IS NOT NULL GROUP BY x.kind) k
    WHERE t.correction_id = c.id AND t.player_id = ANY (v_players) AND NOT t.is_done
    GROUP BY t.player_id, t.bet_id
    ORDER BY t.player_id, sum(k.cents) DESC, t.bet_id
  LOOP
    v_cause := 'correct:' || c.race_id || ':' || c.version || ':' || l.bet_id;
    v_entry := book_bet_change(gen_random_uuid(), 'correction', v_cause, l.bet_id, l.player_id, l.accounts, l.amounts);
    IF v_entry IS NOT NULL THEN v_entries := v_entries || v_entry; END IF;
    INSERT INTO bet_credit (bet_id, cause, kind, pool_id, amount_cents, at)
      SELECT l.bet_id, v_cause, x.kind, x.pool_id, sum(x.cents), club_now_ms() FROM (
        SELECT t.pool_id, t.old_kind AS kind, -t.old_cents AS cents FROM correction_line t
          WHERE t.correction_id = c.id AND t.player_id = l.player_id AND t.bet_id = l.bet_id
        UNION ALL SELECT t.pool_id, t.new_kind, t.new_cents FROM correction_line t
          WHERE t.correction_id = c.id AND t.player_id = l.player_id AND t.bet_id = l.bet_id) x
      WHERE x.kind IS NOT NULL GROUP BY x.pool_id, x.kind HAVING sum(x.cents) <> 0;
    -- What the club bears of it stands on the lines that lose most.
    UPDATE correction_line t SET borne_cents = x.part FROM (
      SELECT m.pool_id, greatest(least(m.old_cents, b.cents - coalesce(sum(m.old_cents) OVER (ORDER BY m.old_cents DESC, m.pool_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)), 0)::bigint AS part
      FROM correction_line m JOIN borne b ON b.bet_id = m.bet_id AND b.cause = v_cause AND b.cents > 0
      WHERE m.correction_id = c.id AND m.player_id = l.player_id AND m.bet_id = l.bet_id) x
    WHERE t.correction_id = c.id AND t.player_id = l.player_id AND t.bet_id = l.bet_id AND t.pool_id = x.pool_id;
  END LOOP;

  UPDATE correction_line SET is_done = true WHERE correction_id = c.id AND player_id = ANY (v_players);
  PERFORM tell('players', 'wallet', jsonb_build_object('players',
    (SELECT jsonb_object_agg(w.player_id, w.cash_cents) FROM wallet w WHERE w.player_id = ANY (v_players))), v_entries);
  RETURN cardinality(v_players);
END $$;

GRANT EXECUTE ON FUNCTION correct_players TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION deposit_room(p_player uuid, p_at timestamptz, p_zone text, p_without uuid DEFAULT NULL)
RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(l.amount_cents - coalesce(u.used, 0))::bigint
  FROM player_limit l
  CROSS JOIN LATERAL (SELECT date_trunc(l.period, p_at AT TIME ZONE p_zone) AT TIME ZONE p_zone AS start) w
  CROSS JOIN LATERAL (
    SELECT sum(t.amount_cents) AS used FROM top_up t
    WHERE t.player_id = p_player AND t.id IS DISTINCT FROM p_without
      AND (t.status = 'approved' AND t.decided_at >= w.start
        OR t.status IN ('created', 'submitted') AND t.created_at >= w.start)
  ) u
  WHERE l.player_id = p_player AND l.kind = 'deposit' AND l.amount_cents IS NOT NULL
$$;

GRANT EXECUTE ON FUNCTION deposit_room TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION entry_after_close() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_until timestamptz;
BEGIN
  SELECT max(ends_at) INTO v_until FROM month_close;
  IF v_until IS NOT NULL AND EXISTS (SELECT FROM new_entries WHERE at < v_until) THEN
    RAISE EXCEPTION 'the month is closed until %', v_until USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION erase_money_papers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM top_up_receipt r USING top_up t WHERE t.id = r.top_up_id AND t.player_id = NEW.id;
  UPDATE withdrawal SET bank_name = '', last_digits = '', reason = NULL,
    paid_account = CASE WHEN paid_account IS NULL THEN NULL ELSE '\x00'::bytea END
  WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION erase_player(p_player uuid, p_outbox bytea) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  UPDATE player SET status = 'closed', user_name = 'closed-' || replace(id::text, '-', ''),
    user_name_key = 'closed-' || replace(id::text, '-', ''), password_hash = 'closed', phone_cipher = NULL, phone_hash = NULL,
    full_name = NULL, birth_cipher = NULL
  WHERE id = p_player;
  UPDATE player SET identity_hash = NULL WHERE id = p_player;
  DELETE FROM bank_card WHERE player_id = p_player;
  DELETE FROM passkey WHERE player_id = p_player;
  DELETE FROM push_subscription WHERE player_id = p_player;
  DELETE FROM favourite_venues WHERE player_id = p_player;
  DELETE FROM outbox WHERE to_hash = p_outbox;
  UPDATE session SET device = NULL, ended_at = coalesce(ended_at, club_now_ms()), end_reason = coalesce(end_reason, 'deleted')
    WHERE player_id = p_player;
END $$;

GRANT EXECUTE ON FUNCTION erase_player TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION erase_player_file() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM player_note WHERE player_id = NEW.id;
  DELETE FROM identity_document WHERE player_id = NEW.id;
  UPDATE complaint SET body = '', answer = CASE WHEN answer IS NULL THEN NULL ELSE '' END WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION erase_refused_bets() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM refused_bet WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
-- </function>

-- <function>
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
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION finish_race_settlement(p_race uuid, p_version integer) RETURNS boolean
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

GRANT EXECUTE ON FUNCTION finish_race_settlement TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION finish_refunded_pool(p_pool uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  q pool;
  f record;
  v_entries uuid[] := '{}';
BEGIN
  SELECT * INTO q FROM pool WHERE id = p_pool FOR NO KEY UPDATE;
  IF q.status NOT IN ('OPEN', 'CLOSED')
    OR NOT EXISTS (SELECT FROM refund_job WHERE pool_id = p_pool AND number IS NULL)
    OR EXISTS (SELECT FROM refund_job WHERE pool_id = p_pool AND NOT is_done) THEN
    RETURN false;
  END IF;
  IF q.jackpot_in_cents > 0 THEN
    SELECT * INTO f FROM follow_jackpot(q, false, q.jackpot_in_cents, 'jackpot_back:' || p_pool);
    v_entries := f.entries || gen_random_uuid();
    PERFORM post_entry(v_entries[cardinality(v_entries)], 'jackpot', 'jackpot_back:' || p_pool, p_pool::text,
      array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n))
    FROM (VALUES (1, q.escrow_account, -q.jackpot_in_cents),
      (2, (SELECT id FROM account WHERE kind = 'jackpot' AND pool_code = q.code), f.change),
      (3, (SELECT id FROM account WHERE kind = 'adjustments'), q.jackpot_in_cents - f.change)) l (n, account, amount)
    WHERE l.amount <> 0;
  END IF;
  UPDATE pool SET status = 'REFUND' WHERE id = p_pool;
  PERFORM tell('race:' || q.race_id, 'race', jsonb_build_object('race_id', q.race_id), v_entries);
  RETURN true;
END $$;

GRANT EXECUTE ON FUNCTION finish_refunded_pool TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION finish_sport_settlement(p_event uuid, p_version integer, p_from uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(sport_lock_key(p_event));
  PERFORM 1 FROM sport_settlement WHERE event_id = p_event AND version = p_version FOR UPDATE;
  UPDATE sport_settlement SET step = 'posted', posted_at = club_now_ms()
    WHERE event_id = p_event AND version = p_version AND step = 'posting' AND cursor_bet IS NOT DISTINCT FROM p_from;
  IF NOT FOUND THEN
    RETURN EXISTS (SELECT FROM sport_settlement WHERE event_id = p_event AND version = p_version AND step = 'posted');
  END IF;
  UPDATE sport_event v SET settled_at = club_now_ms(), status = CASE WHEN EXISTS (
      SELECT FROM sport_market m WHERE m.event_id = v.id AND m.status <> 'void') THEN 'settled' ELSE 'void' END
    WHERE v.id = p_event AND v.status = 'final';
  PERFORM tell('sport:' || p_event, 'sport', jsonb_build_object('event_id', p_event, 'status', true));
  RETURN true;
END $$;

GRANT EXECUTE ON FUNCTION finish_sport_settlement TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION fold_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_fold AS f (account_id, amount_cents, postings)
    SELECT account_id, sum(amount_cents), count(*) FROM posting
    WHERE id > OLD.until_id AND id <= NEW.until_id GROUP BY account_id
    ON CONFLICT (account_id) DO UPDATE
      SET amount_cents = f.amount_cents + excluded.amount_cents, postings = f.postings + excluded.postings;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION fold_pool_deltas(p_pools uuid[] DEFAULT NULL) RETURNS SETOF uuid LANGUAGE sql VOLATILE AS $$
  WITH gone AS (
    DELETE FROM pool_delta WHERE p_pools IS NULL OR pool_id = ANY (p_pools) RETURNING *
  ), folded AS (
    INSERT INTO pool_total AS t (pool_id, number, stakes_cents, bets)
    SELECT pool_id, number, sum(stakes_cents), sum(bets) FROM gone GROUP BY pool_id, number ORDER BY pool_id, number
    ON CONFLICT (pool_id, number) DO UPDATE
      SET stakes_cents = t.stakes_cents + excluded.stakes_cents, bets = t.bets + excluded.bets
    RETURNING pool_id
  )
  SELECT DISTINCT pool_id FROM folded;
$$;

GRANT EXECUTE ON FUNCTION fold_pool_deltas TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION forget_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'active' OR to_jsonb(NEW) ->> 'bar' IS NOT NULL THEN
    DELETE FROM push_subscription WHERE player_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION forget_wishes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_wish WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION hold_new_sport_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_advisory_xact_lock_shared(sport_hold_key());
  END IF;
  IF EXISTS (SELECT FROM sport_hold h WHERE h.ended_at IS NULL AND (h.sport IS NULL OR h.sport = NEW.sport)) THEN
    NEW.is_suspended := true;
    NEW.is_held := true;
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION hold_sports(p_id uuid, p_sport text, p_operator uuid, p_reason text) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_events integer;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_hold_key());
  PERFORM 1 FROM sport_event v WHERE v.status IN ('draft', 'open') AND (p_sport IS NULL OR v.sport = p_sport)
    ORDER BY v.id FOR NO KEY UPDATE;
  INSERT INTO sport_hold (id, sport, begun_by, reason) VALUES (p_id, p_sport, p_operator, p_reason) ON CONFLICT DO NOTHING;
  WITH held AS (
    UPDATE sport_event v SET is_suspended = true, is_held = true
    WHERE v.status = 'open' AND NOT v.is_suspended AND (p_sport IS NULL OR v.sport = p_sport)
    RETURNING tell('sport:' || v.id, 'sport', jsonb_build_object('event_id', v.id, 'status', true)))
  SELECT count(*) INTO v_events FROM held;
  RETURN v_events;
END $$;

GRANT EXECUTE ON FUNCTION hold_sports TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION house_adjustment_is_as_approved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM approval a WHERE a.id = NEW.approval_id AND a.kind = 'ledger.adjust' AND a.status = 'approved'
      AND a.requested_by = NEW.asked_by AND a.approved_by = NEW.approved_by
      AND a.payload ->> 'from' = NEW.from_account AND a.payload ->> 'to' = NEW.to_account
      AND (a.payload ->> 'amount_cents')::bigint = NEW.amount_cents) THEN
    RAISE EXCEPTION 'house adjustment % is not what was approved', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT coalesce(array_agg(a.kind || ' ' || p.amount_cents ORDER BY p.amount_cents), '{}')
      FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
      WHERE e.id = NEW.entry_id AND e.kind = 'house_adjustment' AND e.cause = 'house:' || NEW.approval_id)
    <> ARRAY[NEW.from_account || ' ' || -NEW.amount_cents, NEW.to_account || ' ' || NEW.amount_cents] THEN
    RAISE EXCEPTION 'house adjustment % is not what was posted', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION invitation_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invitation (id, inviter_id, joined_at) VALUES (NEW.id, NEW.invited_by, NEW.created_at);
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION invitation_fails(p_id uuid, p_cap integer) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN p.phone_hash IS NULL THEN 'phone' END,
    CASE WHEN NOT EXISTS (SELECT FROM bet_view b WHERE b.player_id = i.id AND b.status IN ('won', 'lost'))
      AND NOT EXISTS (SELECT FROM sport_bet_view b WHERE b.player_id = i.id AND b.status IN ('won', 'lost'))
      THEN 'settled_bet' END,
    CASE WHEN NOT EXISTS (SELECT FROM bank_card own WHERE own.player_id = i.id
      AND NOT EXISTS (SELECT FROM bank_card other WHERE other.account_hash = own.account_hash AND (other.player_id = i.inviter_id
        OR other.player_id IN (SELECT s.id FROM invitation s WHERE s.inviter_id = i.inviter_id AND s.id <> i.id))))
      THEN 'other_account' END,
    CASE WHEN EXISTS (SELECT FROM player_trace own JOIN player_trace other ON other.kind = own.kind AND other.hash = own.hash
      WHERE own.player_id = i.id AND own.kind = 'address' AND other.player_id = i.inviter_id)
      THEN 'other_address' END,
    CASE WHEN EXISTS (SELECT FROM player_trace own JOIN player_trace other ON other.kind = own.kind AND other.hash = own.hash
      WHERE own.player_id = i.id AND own.kind = 'device' AND (other.player_id = i.inviter_id
        OR other.player_id IN (SELECT s.id FROM invitation s WHERE s.inviter_id = i.inviter_id AND s.id <> i.id)))
      THEN 'other_device' END,
    CASE WHEN (SELECT count(*) FROM invitation r WHERE r.inviter_id = i.inviter_id AND r.state = 'rewarded'
      AND r.decided_at >= date_trunc('month', club_now() AT TIME ZONE c.time_zone) AT TIME ZONE c.time_zone) >= p_cap
      THEN 'under_cap' END], NULL)
  FROM invitation i JOIN player p ON p.id = i.id CROSS JOIN club c WHERE i.id = p_id
$$;

GRANT EXECUTE ON FUNCTION invitation_fails TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION invitation_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open' OR (OLD.id, OLD.inviter_id, OLD.joined_at) IS DISTINCT FROM (NEW.id, NEW.inviter_id, NEW.joined_at)
  THEN
    RAISE EXCEPTION 'invitation % was decided', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION invited_by_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who invited player % cannot change', OLD.id USING ERRCODE = 'check_violation';
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION is_time_zone(p_zone text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE p_zone;
  RETURN true;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN false;
END $$;

GRANT EXECUTE ON FUNCTION is_time_zone TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION iso_ms(at timestamptz) RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

GRANT EXECUTE ON FUNCTION iso_ms TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION jackpot_holder(p_source uuid, OUT taker_id uuid, OUT amount_cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT t.taker_id, t.amount_cents FROM jackpot_take t JOIN jackpot_link k ON k.pool_id = t.taker_id AND k.keeps
  WHERE t.source_id = p_source ORDER BY t.seq DESC LIMIT 1
$$;

GRANT EXECUTE ON FUNCTION jackpot_holder TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION jackpot_line(p_pool uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (coalesce((jackpot_holder(l.pool_id)).amount_cents, l.own_cents) + coalesce((
    SELECT sum(CASE WHEN (jackpot_holder(t.source_id)).taker_id = l.pool_id THEN 0 ELSE t.amount_cents END)
    FROM jackpot_take t WHERE t.taker_id = l.pool_id), 0))::bigint
  FROM jackpot_link l WHERE l.pool_id = p_pool
$$;

GRANT EXECUTE ON FUNCTION jackpot_line TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION limits_used(p_player uuid, p_at timestamptz, p_zone text)
RETURNS TABLE (period text, resets_at timestamptz, deposit_cents bigint, stake_cents bigint, loss_cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT w.period, w.until, coalesce(d.used, 0)::bigint, coalesce(u.stake, 0)::bigint, coalesce(u.loss, 0)::bigint
  FROM (
    SELECT s.period, s.start AT TIME ZONE p_zone AS start,
      (s.start + ('1 ' || s.period)::interval) AT TIME ZONE p_zone AS until
    FROM (SELECT p.period, date_trunc(p.period, p_at AT TIME ZONE p_zone) AS start
      FROM (VALUES ('day'), ('week'), ('month')) p (period)) s
  ) w
  CROSS JOIN LATERAL (
    SELECT sum(t.amount_cents) AS used FROM top_up t
    WHERE t.player_id = p_player AND (t.status = 'approved' AND t.decided_at >= w.start
      OR t.status IN ('created', 'submitted') AND t.created_at >= w.start)
  ) d
  CROSS JOIN LATERAL (
    SELECT sum(b.cost_cents - coalesce(r.refunded, 0)) AS stake, sum(b.cost_cents - coalesce(r.credited, 0)) AS loss
    FROM wager b
    LEFT JOIN LATERAL (
      SELECT sum(c.amount_cents) FILTER (WHERE c.kind <> 'payout') AS refunded, sum(c.amount_cents) AS credited
      FROM wager_credit c WHERE c.bet_id = b.id) r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
$$;

GRANT EXECUTE ON FUNCTION limits_used TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION line_before(p_account bigint, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_low bigint;
  v_high bigint;
  v_found bigint := 0;
  v_line bigint;
  v_at timestamptz;
BEGIN
  SELECT id INTO v_low FROM posting WHERE account_id = p_account ORDER BY id LIMIT 1;
  SELECT id INTO v_high FROM posting WHERE account_id = p_account ORDER BY id DESC LIMIT 1;
  WHILE v_low <= v_high LOOP
    SELECT p.id, e.at INTO v_line, v_at FROM (
      SELECT id, entry_id FROM posting WHERE account_id = p_account AND id <= v_low + (v_high - v_low) / 2
      ORDER BY id DESC LIMIT 1) p
    JOIN entry e ON e.id = p.entry_id;
    IF v_at < p_at THEN
      v_found := v_line;
      v_low := v_low + (v_high - v_low) / 2 + 1;
    ELSE
      v_high := v_line - 1;
    END IF;
  END LOOP;
  RETURN v_found;
END $$;

GRANT EXECUTE ON FUNCTION line_before TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION log_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protection_log (player_id, kind, detail) VALUES (NEW.player_id,
    CASE WHEN NEW.has_pending AND (TG_OP = 'INSERT' OR NOT OLD.has_pending
        OR OLD.pending_amount_cents IS DISTINCT FROM NEW.pending_amount_cents) THEN 'limit.asked'
      WHEN TG_OP = 'UPDATE' AND OLD.has_pending AND NOT NEW.has_pending
        AND OLD.amount_cents IS NOT DISTINCT FROM NEW.amount_cents THEN 'limit.kept'
      ELSE 'limit.holds' END,
    jsonb_build_object('kind', NEW.kind, 'period', NEW.period, 'amount_cents',
      CASE WHEN NEW.has_pending THEN NEW.pending_amount_cents ELSE NEW.amount_cents END));
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION loss_room(p_player uuid, p_at timestamptz, p_zone text) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT min(l.amount_cents - coalesce(u.used, 0))::bigint
  FROM player_limit l
  CROSS JOIN LATERAL (SELECT date_trunc(l.period, p_at AT TIME ZONE p_zone) AT TIME ZONE p_zone AS start) w
  CROSS JOIN LATERAL (
    SELECT sum(b.cost_cents - coalesce(r.credited, 0)) AS used
    FROM wager b
    LEFT JOIN LATERAL (SELECT sum(amount_cents) AS credited FROM wager_credit c WHERE c.bet_id = b.id) r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
  WHERE l.player_id = p_player AND l.kind = 'loss' AND l.amount_cents IS NOT NULL
$$;

GRANT EXECUTE ON FUNCTION loss_room TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION make_push_messages(p_most integer DEFAULT 500) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_now timestamptz := club_now_ms();
  v_from bigint;
  v_to bigint;
  v_made integer;
BEGIN
  INSERT INTO push_cursor (seq) SELECT coalesce(max(seq), 0) FROM event ON CONFLICT (id) DO NOTHING;
  SELECT seq INTO v_from FROM push_cursor FOR UPDATE;
  -- A new epoch of numbers (a database put back) begins anew.
  SELECT coalesce(max(seq), v_from) INTO v_to FROM (
    SELECT seq FROM event WHERE seq > v_from ORDER BY seq LIMIT p_most) e;

  WITH news AS (
    SELECT s.id, 'race:' || r.id AS cause, 'race' AS kind, r.start_time AS expires_at,
      jsonb_build_object('race_id', r.id, 'venue', m.name, 'number', r.number, 'start_time', iso_ms(r.start_time),
        'zone', m.timezone) AS payload, s.player_id, is_quiet(v_now, s) AS quiet
    FROM race r JOIN meeting m ON m.id = r.meeting_id
    JOIN favourite_venues f ON m.code = ANY (f.codes)
    JOIN push_subscription s ON s.player_id = f.player_id AND 'race' = ANY (s.kinds)
    WHERE r.status = 'open' AND r.start_time > v_now AND r.start_time <= v_now + interval '10 minutes'
    UNION ALL
    SELECT s.id, 'orders:' || e.seq, 'settled', v_now + interval '1 hour',
      jsonb_build_object('orders', jsonb_array_length(o.value -> 'order_ids'), 'order_id', o.value -> 'order_ids' ->> 0),
      s.player_id, is_quiet(v_now, s)
    FROM event e CROSS JOIN LATERAL jsonb_each(e.payload -> 'players') o
    JOIN push_subscription s ON s.player_id = o.key::uuid AND 'settled' = ANY (s.kinds)
    WHERE e.seq > v_from AND e.seq <= v_to AND e.topic = 'players' AND e.kind = 'orders'
    UNION ALL
    SELECT s.id, 'topup:' || t.id, 'top_up', v_now + interval '1 hour', jsonb_build_object('topup_id', t.id),
      s.player_id, is_quiet(v_now, s)
    FROM top_up t JOIN push_subscription s ON s.player_id = t.player_id AND 'top_up' = ANY (s.kinds)
    WHERE t.status = 'approved' AND t.decided_at > v_now - interval '10 minutes' AND t.decided_at >= s.created_at
  )
  INSERT INTO push_message (subscription_id, cause, kind, payload, due_at, expires_at)
  SELECT n.id, n.cause, n.kind, n.payload, v_now, n.expires_at FROM news n
  WHERE NOT n.quiet AND push_allowed(n.player_id)
  ON CONFLICT (subscription_id, cause) DO NOTHING;
  GET DIAGNOSTICS v_made = ROW_COUNT;
  UPDATE push_cursor SET seq = v_to;
  RETURN v_made;
END $$;

GRANT EXECUTE ON FUNCTION make_push_messages TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION money_flags(p_player uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN p.created_at > club_now() - interval '7 days' THEN 'new_account' END,
    CASE WHEN name_words(k.account_name) <> name_words(p.full_name) THEN 'name_differs' END,
    CASE WHEN EXISTS (SELECT FROM bank_card o WHERE o.account_hash = k.account_hash AND o.player_id <> p.id)
      THEN 'shared_account' END,
    CASE WHEN EXISTS (SELECT FROM player_trace own JOIN player_trace other ON other.hash = own.hash AND other.kind = 'device'
        WHERE own.player_id = p.id AND own.kind = 'device' AND other.player_id <> p.id)
      THEN 'shared_device' END], NULL)
  FROM player p LEFT JOIN bank_card k ON k.player_id = p.id WHERE p.id = p_player
$$;

GRANT EXECUTE ON FUNCTION money_flags TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION name_words(p_name text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(w ORDER BY w) FROM regexp_split_to_table(
    lower(regexp_replace(normalize(p_name, NFKD), '[\u0300-\u036F]', '', 'g')), '[^[:alnum:]]+') w WHERE w <> ''
$$;

GRANT EXECUTE ON FUNCTION name_words TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION note_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_wish SET back_at = club_now_ms() WHERE product_id = NEW.id AND back_at IS NULL;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION pay_refund_chunk(p_job uuid, p_entry uuid[], p_bet uuid[], p_player uuid[], p_cause text[],
  p_amount bigint[], p_cursor uuid, p_done boolean)
RETURNS void LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  v_pool pool;
  v_at timestamptz;
BEGIN
  SELECT q.* INTO v_pool FROM refund_job j JOIN pool q ON q.id = j.pool_id WHERE j.id = p_job;
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
-- </function>

-- <function>
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

GRANT EXECUTE ON FUNCTION pay_settlement_chunk TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION pay_sport_chunk(p_event uuid, p_version integer, p_from uuid, p_to uuid, p_bet uuid[],
  p_revision smallint[], p_status text[], p_payout bigint[], p_refund bigint[], p_entry uuid[])
RETURNS text LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  v_step record;
  v_at timestamptz;
  v_book bigint;
  v_first boolean;
  b record;
  v_entries uuid[];
BEGIN
  SELECT s.step, s.cursor_bet INTO v_step FROM sport_settlement s WHERE s.event_id = p_event AND s.version = p_version
    FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 'busy'; END IF;
  IF v_step.step <> 'posting' OR v_step.cursor_bet IS DISTINCT FROM p_from THEN RETURN 'moved'; END IF;

  IF cardinality(p_bet) > 0 THEN
    PERFORM 1 FROM wallet w WHERE w.player_id = ANY (ARRAY(SELECT x.player_id FROM sport_bet x WHERE x.id = ANY (p_bet)))
      ORDER BY w.player_id FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM unnest(p_bet, p_revision) i (bet, revision)
        WHERE i.revision - 1 <> coalesce((SELECT max(s.revision) FROM sport_settled s WHERE s.bet_id = i.bet), 0)) THEN
      RETURN 'stale';
    END IF;
    v_at := club_now_ms();
    SELECT a.id INTO v_book FROM account a WHERE a.kind = 'sports_book';
    SELECT NOT EXISTS (SELECT FROM unnest(p_revision) r WHERE r > 1) INTO v_first;

    IF v_first THEN
      -- Everything at once: nothing is reversed.
      WITH a AS MATERIALIZED (
        SELECT i.ord, i.entry, i.bet, i.payout + i.refund AS amount, x.player_id, w.cash_account,
          CASE WHEN i.refund > 0 THEN 'sport_refund' ELSE 'sport_payout' END AS kind,
          (w.cash_cents + sum(i.payout + i.refund) OVER (PARTITION BY x.player_id ORDER BY i.ord))::bigint AS balance
        FROM unnest(p_entry, p_bet, p_payout, p_refund) WITH ORDINALITY AS i (entry, bet, payout, refund, ord)
        JOIN sport_bet x ON x.id = i.bet
        JOIN wallet w ON w.player_id = x.player_id
        WHERE i.payout + i.refund > 0
      ), entries AS (
        INSERT INTO entry (id, kind, cause, at, reference)
        SELECT a.entry, a.kind, 'sport:' || a.bet || ':1', v_at, a.bet::text FROM a ORDER BY a.ord
      ), lines AS (
        INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
        SELECT a.entry, l.line, l.account, l.amount, l.balance
        FROM a CROSS JOIN LATERAL (VALUES (1::smallint, v_book, -a.amount, NULL),
          (2::smallint, a.cash_account, a.amount, a.balance)) l (line, account, amount, balance) ORDER BY a.ord, l.line
      ), credited AS (
        UPDATE wallet w SET cash_cents = w.cash_cents + d.total
        FROM (SELECT a.player_id, sum(a.amount)::bigint AS total FROM a GROUP BY a.player_id) d WHERE w.player_id = d.player_id
      )
      SELECT array_agg(a.entry ORDER BY a.ord) INTO v_entries FROM a;
    ELSE
      FOR b IN
        SELECT i.ord, i.bet, i.revision, i.payout + i.refund AS amount, i.refund > 0 AS is_refund, i.entry,
          x.player_id, coalesce(o.payout_cents + o.refund_cents, 0) AS old
        FROM unnest(p_bet, p_revision, p_payout, p_refund, p_entry)
          WITH ORDINALITY AS i (bet, revision, payout, refund, entry, ord)
        JOIN sport_bet x ON x.id = i.bet
        LEFT JOIN sport_settled o ON o.bet_id = i.bet AND o.revision = i.revision - 1
        ORDER BY x.player_id, i.payout + i.refund - coalesce(o.payout_cents + o.refund_cents, 0) DESC, i.ord
      LOOP
        v_entries := v_entries || pay_sport_revision(b.bet, b.revision, b.player_id, b.old, b.amount, b.is_refund, b.entry);
      END LOOP;
    END IF;

    INSERT INTO sport_settled (bet_id, revision, status, payout_cents, refund_cents, event_id, result_version, at)
      SELECT i.bet, i.revision, i.status, i.payout, i.refund, p_event, p_version, v_at
      FROM unnest(p_bet, p_revision, p_status, p_payout, p_refund) WITH ORDINALITY
        AS i (bet, revision, status, payout, refund, ord) ORDER BY i.ord;
    IF v_entries IS NOT NULL THEN
      INSERT INTO event_inbox (topic, kind, payload, entry_ids)
      SELECT 'players', 'wallet', jsonb_build_object('players', jsonb_object_agg(w.player_id, w.cash_cents)), v_entries
      FROM wallet w WHERE w.player_id = ANY (
        ARRAY(SELECT DISTINCT x.player_id FROM unnest(p_bet) i (bet) JOIN sport_bet x ON x.id = i.bet));
    END IF;
    INSERT INTO event_inbox (topic, kind, payload)
      SELECT 'players', 'orders', jsonb_build_object('players', jsonb_object_agg(g.player_id, g.ids)) FROM (
        SELECT x.player_id, to_jsonb((array_agg(x.id ORDER BY x.id DESC))[1:20]) AS ids
        FROM unnest(p_bet) i (bet) JOIN sport_bet x ON x.id = i.bet GROUP BY x.player_id) g;
    PERFORM pg_notify('club_inbox', '');
  END IF;

  UPDATE sport_settlement s SET cursor_bet = p_to, settled_bets = s.settled_bets + cardinality(p_bet),
      payout_cents = s.payout_cents + coalesce((SELECT sum(x) FROM unnest(p_payout) x), 0),
      refund_cents = s.refund_cents + coalesce((SELECT sum(x) FROM unnest(p_refund) x), 0)
    WHERE s.event_id = p_event AND s.version = p_version;
  RETURN 'paid';
END $$;

GRANT EXECUTE ON FUNCTION pay_sport_chunk TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION pay_sport_revision(p_bet uuid, p_revision smallint, p_player uuid, p_old bigint,
  p_new bigint,
  p_is_refund boolean, p_entry uuid) RETURNS uuid[] LANGUAGE sql VOLATILE AS $$
  SELECT array_remove(ARRAY[book_bet_change(p_entry,
    CASE WHEN p_revision > 1 THEN 'sport_correction' WHEN p_is_refund THEN 'sport_refund' ELSE 'sport_payout' END,
    'sport:' || p_bet || ':' || p_revision, p_bet, p_player, ARRAY[a.id], ARRAY[p_old - p_new])], NULL)
  FROM account a WHERE a.kind = 'sports_book'
$$;

GRANT EXECUTE ON FUNCTION pay_sport_revision TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION payout_file_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id
      WHERE i.file_id = NEW.id AND i.is_live AND waits_after_reset(w.player_id)) THEN
    RAISE EXCEPTION 'payout file % holds a withdrawal that waits after a reset', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION payout_file_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.number, OLD.format, OLD.content_cipher, OLD.sha256, OLD.items, OLD.total_cents, OLD.pay_on)
      IS DISTINCT FROM (NEW.id, NEW.number, NEW.format, NEW.content_cipher, NEW.sha256, NEW.items, NEW.total_cents, NEW.pay_on)
    OR OLD.status <> 'made'
  THEN
    RAISE EXCEPTION 'payout file % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION payout_item_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM withdrawal w WHERE w.id = NEW.withdrawal_id AND waits_after_reset(w.player_id)) THEN
    RAISE EXCEPTION 'withdrawal % waits after a reset of the password', NEW.withdrawal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
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
    FROM (SELECT DISTINCT x AS id FROM unnest(p_race || p_race2) x WHERE x IS NOT NULL ORDER BY x) r;
  PERFORM 1 FROM wallet w WHERE w.player_id = ANY (p_player) ORDER BY w.player_id FOR NO KEY UPDATE;
  v_at := club_now_ms();
  SELECT c.time_zone, c.newest_at, c.identity_rule = 'before_bet', c.paused_by IS NOT NULL
    INTO v_zone, v_newest, v_needs_identity, v_is_paused FROM club c;

  FOR b IN
    SELECT i.ord::integer AS ord, i.player, i.key, i.fingerprint, i.race2, i.pool2, i.mask, i.mask2,
      i.cost, i.cost + i.cost2 AS total, w.cash_cents, w.cash_account, p.is_adult,
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
        FROM bet l WHERE l.player_id = b.player ORDER BY l.id DESC LIMIT 1;
    END IF;

    IF b.seen_id IS NOT NULL THEN
      verdict := CASE WHEN b.seen_fingerprint = b.fingerprint THEN 'replay' ELSE 'idempotency.mismatch' END;
      bet_id := b.seen_id; accepted_at := b.seen_at; receipt_hash := b.seen_hash; balance_cents := b.seen_balance;
    ELSIF b.key_kind IS NOT NULL THEN
      verdict := CASE WHEN b.key_kind = 'burned' THEN 'bet.abandoned' ELSE 'idempotency.mismatch' END;
    ELSIF v_at < v_newest - interval '1 second' THEN
      verdict := 'club.clock';      -- the clock fell back: betting pauses until an operator confirms (promise P19)
    ELSIF b.player_verdict IS NOT NULL THEN
      verdict := b.player_verdict;
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
      receipt_hash := sha256('\x00'::bytea || convert_to(bet_leaf(p_id[b.ord], p_nonce[b.ord], p_race[b.ord],
        p_race2[b.ord], p_type[b.ord], p_selections[b.ord], p_unit[b.ord], p_unit2[b.ord], b.total, v_at), 'UTF8'));
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
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION place_sport_bets(
  p_id uuid[], p_player integer[], p_key text[], p_fingerprint bytea[], p_nonce bytea[], p_kind text[], p_policy text[],
  p_lines integer[], p_unit bigint[], p_leg_count integer[], p_leg_outcome integer[], p_leg_book integer[],
  p_leg_odds integer[], p_players uuid[], p_events uuid[], p_markets uuid[], p_outcomes uuid[],
  p_outcome_market integer[], p_outcome_event integer[], p_book_player integer[], p_book_event integer[],
  p_max_payout bigint, p_player_limit bigint)
RETURNS TABLE (ord integer, verdict text, bet_id uuid, accepted_at timestamptz, balance_cents bigint,
  receipt_hash bytea, max_payout_cents bigint, leg_odds integer[], leg_versions integer[], params jsonb)
LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  b record;
  v_at timestamptz;
  v_newest timestamptz;
  v_zone text;
  v_needs_identity boolean;
  v_book_account bigint;
  -- Players.
  w_cash bigint[]; w_spent bigint[]; w_account bigint[]; w_verdict text[]; w_room bigint[]; w_loss bigint[];
  -- Events: what singles lose at worst, what multiples would win.
  e_open boolean[]; e_room bigint[]; e_bets integer[]; e_worst bigint[]; e_stakes bigint[]; e_exposure bigint[];
  -- Markets.
  m_open boolean[]; m_combines boolean[]; m_version integer[]; m_limit bigint[]; m_stakes bigint[]; m_top bigint[];
  m_worst bigint[]; m_more bigint[]; m_staked bigint[];
  -- Outcomes: all null of one that nobody knows.
  o_odds integer[]; o_text text[]; o_pays bigint[]; o_bets integer[]; o_stakes bigint[]; o_more bigint[];
  -- Books of players in events.
  x_exposure bigint[]; x_more bigint[];
  -- Of each of these what has changed.
  v_players uuid[]; v_events uuid[]; v_markets uuid[]; v_outcomes uuid[];
  v_first integer;
  v_next integer := 1;
  v_bet_events integer[];
  v_bet_outcomes integer[];
  v_odds integer[];
  v_versions integer[];
  v_closed uuid[];
  v_moved uuid[];
  v_legs text;
  v_is_known boolean;
  v_is_related boolean;
  v_shares_event boolean;
  v_combine boolean;
  v_cost bigint;
  v_pays bigint;
  v_exposure bigint;
  v_room bigint;
  v_scope text;
  v_loss bigint;
  v_worst bigint;
  v_seen integer;
  p integer; o integer; m integer; e integer; x integer;
  a_ord integer[] := '{}'; a_first integer[] := '{}'; a_balance bigint[] := '{}'; a_pays bigint[] := '{}';
  a_hash bytea[] := '{}';
  n integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(sport_lock_key(r.id)) FROM (SELECT unnest(p_events) AS id ORDER BY 1) r;
  PERFORM 1 FROM wallet w WHERE w.player_id = ANY (p_players) ORDER BY w.player_id FOR NO KEY UPDATE;
  PERFORM 1 FROM sport_event v WHERE v.id = ANY (p_events) ORDER BY v.id FOR NO KEY UPDATE;
  v_at := club_now_ms();
  SELECT c.time_zone, c.newest_at, c.identity_rule = 'before_bet' INTO v_zone, v_newest, v_needs_identity FROM club c;
  SELECT a.id INTO v_book_account FROM account a WHERE a.kind = 'sports_book';

  SELECT array_agg(w.cash_cents ORDER BY i.n), array_agg(0::bigint ORDER BY i.n), array_agg(w.cash_account ORDER BY i.n),
    array_agg(CASE
      WHEN d.verdict IS NOT NULL THEN d.verdict
      WHEN NOT p.is_adult THEN 'profile.age_needed'
      WHEN v_needs_identity AND p.identity_checked_at IS NULL THEN 'player.identity_needed' END ORDER BY i.n),
    array_agg(CASE WHEN p.has_stake_limit THEN stake_room(i.id, v_at, v_zone) END ORDER BY i.n),
    array_agg(CASE WHEN p.has_loss_limit THEN loss_room(i.id, v_at, v_zone) END ORDER BY i.n)
  INTO w_cash, w_spent, w_account, w_verdict, w_room, w_loss
  FROM unnest(p_players) WITH ORDINALITY i (id, n)
  LEFT JOIN LATERAL (SELECT * FROM wallet k WHERE k.player_id = i.id LIMIT 1) w ON true
  LEFT JOIN LATERAL (SELECT * FROM player k WHERE k.id = i.id LIMIT 1) p ON true
  CROSS JOIN LATERAL (SELECT player_verdict(p.status, p.bar, p.bar_until, p.review, v_at) AS verdict) d;

  SELECT array_agg(v.status = 'open' AND NOT v.is_suspended AND NOT v.is_stale AND v_at < v.start_time ORDER BY i.n),
    array_agg(v.max_liability_cents - v.worst_cents - v.multiple_exposure_cents ORDER BY i.n),
    array_agg(0 ORDER BY i.n), array_agg(0::bigint ORDER BY i.n)
  INTO e_open, e_room, e_bets, e_worst
  FROM unnest(p_events) WITH ORDINALITY i (id, n)
  LEFT JOIN LATERAL (SELECT * FROM sport_event k WHERE k.id = i.id LIMIT 1) v ON v.status <> 'draft';
  e_stakes := e_worst; e_exposure := e_worst;

  SELECT array_agg(k.status = 'open' ORDER BY i.n), array_agg(k.combines ORDER BY i.n), array_agg(k.version ORDER BY i.n),
    array_agg(k.max_liability_cents ORDER BY i.n), array_agg(k.stakes_cents ORDER BY i.n),
    array_agg((SELECT max(c.pays_cents) FROM sport_outcome c WHERE c.market_id = k.id) ORDER BY i.n),
    array_agg(k.worst_cents ORDER BY i.n), array_agg(0::bigint ORDER BY i.n)
  INTO m_open, m_combines, m_version, m_limit, m_stakes, m_top, m_worst, m_more
  FROM unnest(p_markets) WITH ORDINALITY i (id, n)
  LEFT JOIN LATERAL (SELECT * FROM sport_market q WHERE q.id = i.id LIMIT 1) k ON true;
  m_staked := m_more;

  -- An outcome of a draft, of another market or of another event is unknown.
  SELECT array_agg(c.odds_milli ORDER BY i.n),
    array_agg('{"event_id":"' || c.event_id || '","market_id":"' || c.market_id || '","odds_milli":' || c.odds_milli
      || ',"outcome_id":"' || c.id || '"}' ORDER BY i.n),
    array_agg(c.pays_cents ORDER BY i.n), array_agg(0 ORDER BY i.n), array_agg(0::bigint ORDER BY i.n)
  INTO o_odds, o_text, o_pays, o_bets, o_stakes
  FROM unnest(p_outcomes, p_outcome_market, p_outcome_event) WITH ORDINALITY i (id, market, event, n)
  LEFT JOIN LATERAL (SELECT * FROM sport_outcome k WHERE k.id = i.id LIMIT 1) c
    ON c.market_id = p_markets[i.market] AND c.event_id = p_events[i.event] AND e_open[i.event] IS NOT NULL;
  o_more := o_stakes;

  SELECT array_agg(coalesce(k.exposure_cents, 0) ORDER BY i.n), array_agg(0::bigint ORDER BY i.n) INTO x_exposure, x_more
  FROM unnest(p_book_player, p_book_event) WITH ORDINALITY i (player, event, n)
  LEFT JOIN LATERAL (SELECT q.exposure_cents FROM sport_exposure q
    WHERE q.player_id = p_players[i.player] AND q.event_id = p_events[i.event] LIMIT 1) k ON true;

  FOR b IN
    SELECT i.n::integer AS n, i.player, i.fingerprint, i.kind, i.policy, i.lines, i.unit, i.legs,
      d.id AS seen_id, d.fingerprint AS seen_fingerprint, coalesce(u.kind, r.kind) AS key_kind
    FROM unnest(p_player, p_key, p_fingerprint, p_kind, p_policy, p_lines, p_unit, p_leg_count)
      WITH ORDINALITY AS i (player, key, fingerprint, kind, policy, lines, unit, legs, n)
    LEFT JOIN LATERAL (SELECT k.id, k.fingerprint FROM sport_bet k
      WHERE k.player_id = p_players[i.player] AND k.idem_key = i.key LIMIT 1) d ON true
    LEFT JOIN LATERAL (SELECT k.kind FROM idempotency k
      WHERE k.player_id = p_players[i.player] AND k.key = i.key LIMIT 1) u ON true
    LEFT JOIN LATERAL (SELECT 'bet' AS kind FROM bet k
      WHERE k.player_id = p_players[i.player] AND k.idem_key = i.key LIMIT 1) r ON true
    ORDER BY i.n
  LOOP
    ord := b.n; verdict := NULL; bet_id := NULL; accepted_at := NULL; balance_cents := NULL; receipt_hash := NULL;
    max_payout_cents := NULL; leg_odds := NULL; leg_versions := NULL; params := NULL;
    p := b.player;
    v_first := v_next; v_next := v_next + b.legs;
    v_cost := b.lines * b.unit;

    IF b.seen_id IS NOT NULL THEN
      bet_id := b.seen_id;
      IF b.seen_fingerprint = b.fingerprint THEN
        verdict := 'replay'; params := sport_receipt(b.seen_id);
      ELSE
        verdict := 'idempotency.mismatch';
      END IF;
    ELSIF b.key_kind IS NOT NULL THEN
      verdict := CASE WHEN b.key_kind = 'burned' THEN 'bet.abandoned' ELSE 'idempotency.mismatch' END;
    ELSIF v_at < v_newest - interval '1 second' THEN
      verdict := 'club.clock';
    ELSIF w_verdict[p] IS NOT NULL THEN
      verdict := w_verdict[p];
    ELSIF w_room[p] < v_cost THEN
      verdict := 'limit.stake';
      params := jsonb_build_object('left_cents', greatest(w_room[p], 0), 'cost_cents', v_cost);
    ELSIF w_loss[p] < v_cost THEN
      verdict := 'limit.loss';
      params := jsonb_build_object('left_cents', greatest(w_loss[p], 0), 'cost_cents', v_cost);
    END IF;
    IF verdict IS NOT NULL THEN RETURN NEXT; CONTINUE; END IF;

    -- Every leg as it stands now, under the events' locks.
    v_bet_events := '{}'; v_bet_outcomes := '{}'; v_odds := '{}'; v_versions := '{}'; v_closed := '{}'; v_moved := '{}';
    v_legs := ''; v_is_known := true; v_is_related := false; v_shares_event := false; v_combine := true;
    FOR l IN v_first .. v_next - 1 LOOP
      o := p_leg_outcome[l]; m := p_outcome_market[o]; e := p_outcome_event[o]; v_seen := p_leg_odds[l];
      IF o_odds[o] IS NULL THEN v_is_known := false; EXIT; END IF;
      IF o = ANY (v_bet_outcomes) THEN v_is_related := true; END IF;
      IF e = ANY (v_bet_events) THEN v_shares_event := true; ELSE v_bet_events := v_bet_events || e; END IF;
      v_combine := v_combine AND m_combines[m];
      v_bet_outcomes := v_bet_outcomes || o;
      v_odds := v_odds || o_odds[o];
      v_versions := v_versions || m_version[m];
      IF NOT (e_open[e] AND m_open[m]) THEN v_closed := v_closed || p_markets[m]; END IF;
      IF o_odds[o] <> v_seen AND (b.policy = 'ask' OR b.policy = 'better' AND o_odds[o] < v_seen) THEN
        v_moved := v_moved || p_outcomes[o];
      END IF;
      v_legs := v_legs || ',' || o_text[o];
    END LOOP;
    IF NOT v_is_known THEN
      verdict := 'sport.outcome_unknown';
    ELSIF v_is_related OR v_shares_event AND NOT v_combine THEN
      verdict := 'sport.related_legs';
    ELSIF cardinality(v_closed) > 0 THEN
      verdict := 'market.closed'; params := jsonb_build_object('market_ids', v_closed);
    ELSIF cardinality(v_moved) > 0 THEN
      verdict := 'odds.changed';
      params := jsonb_build_object('outcome_ids', v_moved, 'legs', (
        SELECT jsonb_agg(jsonb_build_object('event_id', p_events[p_outcome_event[k.o]], 'outcome_id', p_outcomes[k.o],
          'market_id', p_markets[p_outcome_market[k.o]], 'odds_milli', o_odds[k.o], 'seen_odds_milli', k.seen,
          'market_version', m_version[p_outcome_market[k.o]]) ORDER BY k.n)
        FROM unnest(v_bet_outcomes, p_leg_odds[v_first : v_next - 1]) WITH ORDINALITY k (o, seen, n)));
    ELSIF v_cost > p_max_payout THEN
      verdict := 'bet.over_limit'; params := jsonb_build_object('most_cents', p_max_payout);
    END IF;
    IF verdict IS NOT NULL THEN RETURN NEXT; CONTINUE; END IF;

    -- How much the book may still lose by this bet: the least room of its market, its events and its player there.
    v_pays := least(sport_return(b.kind, b.unit, v_odds), p_max_payout)::bigint;
    v_exposure := v_pays - v_cost;
    v_room := NULL;
    FOR l IN v_first .. v_next - 1 LOOP
      e := p_outcome_event[p_leg_outcome[l]]; x := p_leg_book[l];
      v_loss := e_room[e];
      IF b.kind = 'single' THEN
        v_room := m_limit[m] - (o_pays[o] - m_stakes[m]); v_scope := 'market';
        v_loss := v_loss + m_worst[m] - (o_pays[o] - m_stakes[m]);
      END IF;
      IF v_room IS NULL OR v_loss < v_room THEN v_room := v_loss; v_scope := 'event'; END IF;
      IF p_player_limit - x_exposure[x] < v_room THEN v_room := p_player_limit - x_exposure[x]; v_scope := 'player'; END IF;
    END LOOP;
    IF v_exposure > v_room THEN
      verdict := 'sport.over_liability';
      params := jsonb_build_object('scope', v_scope, 'max_stake_cents',
        CASE WHEN v_room <= 0 THEN 0 ELSE floor(b.unit::numeric * v_room / (v_exposure + b.lines))::bigint END);
      RETURN NEXT; CONTINUE;
    END IF;
    IF w_cash[p] IS NULL OR w_cash[p] < v_cost THEN
      verdict := 'funds.insufficient';
      params := jsonb_build_object('balance_cents', w_cash[p], 'cost_cents', v_cost);
      RETURN NEXT; CONTINUE;
    END IF;

    verdict := 'ok'; bet_id := p_id[ord]; accepted_at := v_at; max_payout_cents := v_pays;
    leg_odds := v_odds; leg_versions := v_versions;
    receipt_hash := sha256('\x00'::bytea || convert_to(
      sport_leaf(bet_id, p_nonce[ord], b.kind, substr(v_legs, 2), b.unit, v_cost, v_at), 'UTF8'));
    balance_cents := w_cash[p] - v_cost;
    w_cash[p] := balance_cents; w_spent[p] := w_spent[p] + v_cost;
    w_room[p] := w_room[p] - v_cost;
    w_loss[p] := w_loss[p] - v_cost;
    n := n + 1;
    a_ord[n] := ord; a_first[n] := v_first; a_balance[n] := balance_cents; a_pays[n] := v_pays; a_hash[n] := receipt_hash;
    IF b.kind = 'single' THEN
      o_pays[o] := o_pays[o] + v_pays; o_more[o] := o_more[o] + v_pays; o_stakes[o] := o_stakes[o] + v_cost;
      o_bets[o] := o_bets[o] + 1;
      m_stakes[m] := m_stakes[m] + v_cost; m_staked[m] := m_staked[m] + v_cost;
      m_top[m] := greatest(m_top[m], o_pays[o]);
      v_worst := greatest(0, m_top[m] - m_stakes[m]) - m_worst[m];
      m_worst[m] := m_worst[m] + v_worst; m_more[m] := m_more[m] + v_worst;
      e_worst[e] := e_worst[e] + v_worst; e_room[e] := e_room[e] - v_worst; e_bets[e] := e_bets[e] + 1;
      x_exposure[x] := x_exposure[x] + v_exposure; x_more[x] := x_more[x] + v_exposure;
    ELSE
      FOR l IN v_first .. v_next - 1 LOOP
        e := p_outcome_event[p_leg_outcome[l]];
        CONTINUE WHEN e <> ALL (v_bet_events);
        v_bet_events := array_remove(v_bet_events, e);       -- an event counts a bet once, however many legs lie in it
        e_stakes[e] := e_stakes[e] + v_cost; e_exposure[e] := e_exposure[e] + v_exposure;
        e_room[e] := e_room[e] - v_exposure; e_bets[e] := e_bets[e] + 1;
        x := p_leg_book[l];
        x_exposure[x] := x_exposure[x] + v_exposure; x_more[x] := x_more[x] + v_exposure;
      END LOOP;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF n = 0 THEN RETURN; END IF;

  -- The keys of what has changed, each at its place; null at the place of what has not.
  SELECT array_agg(CASE WHEN i.spent > 0 THEN i.id END ORDER BY i.n) INTO v_players
    FROM unnest(p_players, w_spent) WITH ORDINALITY i (id, spent, n);
  SELECT array_agg(CASE WHEN i.bets > 0 THEN i.id END ORDER BY i.n) INTO v_events
    FROM unnest(p_events, e_bets) WITH ORDINALITY i (id, bets, n);
  SELECT array_agg(CASE WHEN i.staked > 0 THEN i.id END ORDER BY i.n) INTO v_markets
    FROM unnest(p_markets, m_staked) WITH ORDINALITY i (id, staked, n);
  SELECT array_agg(CASE WHEN i.bets > 0 THEN i.id END ORDER BY i.n) INTO v_outcomes
    FROM unnest(p_outcomes, o_bets) WITH ORDINALITY i (id, bets, n);

  WITH a AS MATERIALIZED (
    SELECT s.*, p_id[s.ord] AS id, p_players[p_player[s.ord]] AS player, w_account[p_player[s.ord]] AS cash,
      p_lines[s.ord] * p_unit[s.ord] AS cost
    FROM unnest(a_ord, a_first, a_balance, a_pays, a_hash) AS s (ord, first, balance, pays, hash)
  ), bets AS (
    INSERT INTO sport_bet (id, player_id, idem_key, fingerprint, kind, price_policy, lines, unit_stake_cents, cost_cents,
      max_payout_cents, accepted_at, nonce, receipt_hash)
    SELECT a.id, a.player, p_key[a.ord], p_fingerprint[a.ord], p_kind[a.ord], p_policy[a.ord], p_lines[a.ord], p_unit[a.ord],
      a.cost, a.pays, v_at, p_nonce[a.ord], a.hash
    FROM a ORDER BY a.ord
  ), legs AS (
    INSERT INTO sport_leg (bet_id, leg, player_id, event_id, market_id, outcome_id, odds_milli, seen_odds_milli, market_version)
    SELECT k.id, k.leg, k.player, p_events[p_outcome_event[k.o]], p_markets[p_outcome_market[k.o]], p_outcomes[k.o],
      o_odds[k.o], k.seen, m_version[p_outcome_market[k.o]]
    FROM (SELECT a.ord, a.id, a.player, l.n - a.first AS leg, p_leg_outcome[l.n] AS o, p_leg_odds[l.n] AS seen
      FROM a CROSS JOIN LATERAL generate_series(a.first, a.first + p_leg_count[a.ord] - 1) l (n)) k
    ORDER BY k.ord, k.leg
  ), keys AS (
    -- A race bet with this key is refused by its own look-up here.
    INSERT INTO idempotency (player_id, key, kind, body_hash)
    SELECT a.player, p_key[a.ord], 'sport_bet', p_fingerprint[a.ord] FROM a ORDER BY a.ord
  ), entries AS (
    INSERT INTO entry (id, kind, cause, at, reference, digest)
    SELECT a.id, 'sport_bet', 'sport_bet:' || a.id, v_at, a.id::text, a.hash FROM a ORDER BY a.ord
  ), lines AS (
    INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
    SELECT a.id, l.line, l.account, l.amount, l.balance
    FROM a CROSS JOIN LATERAL (VALUES (1::smallint, a.cash, -a.cost, a.balance), (2::smallint, v_book_account, a.cost, NULL))
      l (line, account, amount, balance)
    ORDER BY a.ord, l.line
  ), debits AS (
    UPDATE wallet w SET cash_cents = w.cash_cents - w_spent[array_position(v_players, w.player_id)]
    WHERE w.player_id = ANY (v_players)
  ), books AS (
    INSERT INTO sport_exposure AS k (player_id, event_id, exposure_cents)
    SELECT p_players[i.player], p_events[i.event], i.more FROM unnest(p_book_player, p_book_event, x_more) i (player, event, more)
    WHERE i.more > 0
    ON CONFLICT (player_id, event_id) DO UPDATE SET exposure_cents = k.exposure_cents + excluded.exposure_cents
  ), outcomes AS (
    UPDATE sport_outcome c SET stakes_cents = c.stakes_cents + o_stakes[array_position(v_outcomes, c.id)],
      pays_cents = c.pays_cents + o_more[array_position(v_outcomes, c.id)], bets = c.bets + o_bets[array_position(v_outcomes, c.id)]
    WHERE c.id = ANY (v_outcomes)
  ), markets AS (
    UPDATE sport_market k SET stakes_cents = k.stakes_cents + m_staked[array_position(v_markets, k.id)],
      worst_cents = k.worst_cents + m_more[array_position(v_markets, k.id)]
    WHERE k.id = ANY (v_markets)
  ), events AS (
    UPDATE sport_event v SET bets = v.bets + e_bets[array_position(v_events, v.id)],
      worst_cents = v.worst_cents + e_worst[array_position(v_events, v.id)],
      multiple_stakes_cents = v.multiple_stakes_cents + e_stakes[array_position(v_events, v.id)],
      multiple_exposure_cents = v.multiple_exposure_cents + e_exposure[array_position(v_events, v.id)]
    WHERE v.id = ANY (v_events)
  )
  INSERT INTO event_inbox (topic, kind, payload, entry_ids)
    SELECT 'bets', 'bets', jsonb_build_object('players',
      (SELECT jsonb_object_agg(l.player, l.balance) FROM (SELECT a.player, min(a.balance) AS balance FROM a GROUP BY a.player) l)),
      (SELECT array_agg(a.id ORDER BY a.ord) FROM a);
  PERFORM tell('operator', 'sport_book', jsonb_build_object('event_ids',
    to_jsonb(array_remove(v_events, NULL))));
END $$;

GRANT EXECUTE ON FUNCTION place_sport_bets TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION plan_sport_settlement(p_event uuid, p_version integer, p_is_correction boolean) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  r sport_result;
  v_status text;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_lock_key(p_event));
  SELECT v.status INTO v_status FROM sport_event v WHERE v.id = p_event FOR NO KEY UPDATE;
  IF p_is_correction AND v_status NOT IN ('settled', 'void') OR NOT p_is_correction AND v_status <> 'closed' THEN RETURN NULL; END IF;
  SELECT * INTO r FROM sport_result WHERE event_id = p_event AND version = p_version;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE sport_outcome o SET result = r.outcomes -> o.id::text ->> 'status',
      tied = (r.outcomes -> o.id::text ->> 'tied')::smallint, places = (r.outcomes -> o.id::text ->> 'places')::smallint
    WHERE o.event_id = p_event;
  IF EXISTS (SELECT FROM sport_outcome WHERE event_id = p_event AND result IS NULL) THEN
    RAISE EXCEPTION 'result % of event % leaves an outcome open', p_version, p_event USING ERRCODE = 'check_violation';
  END IF;
  UPDATE sport_market m SET version = m.version + 1, changed_at = club_now_ms(), status = CASE WHEN EXISTS (
      SELECT FROM sport_outcome o WHERE o.market_id = m.id AND o.result <> 'void') THEN 'settled' ELSE 'void' END
    WHERE m.event_id = p_event;
  PERFORM sport_note_price(m.id, 'result', NULL) FROM sport_market m WHERE m.event_id = p_event;
  UPDATE sport_event SET status = 'final', score_home = r.score_home, score_away = r.score_away, result_version = p_version
    WHERE id = p_event;
  INSERT INTO sport_settlement (event_id, version) VALUES (p_event, p_version);
  PERFORM tell('sport:' || p_event, 'sport', jsonb_build_object('event_id', p_event, 'status', true));
  RETURN 'planned';
END $$;

GRANT EXECUTE ON FUNCTION plan_sport_settlement TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION player_is_empty(p_player uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM wallet w WHERE w.player_id = p_player
      AND (w.cash_cents <> 0 OR w.held_cents <> 0 OR w.bonus_cents <> 0))
    AND NOT EXISTS (SELECT FROM top_up t WHERE t.player_id = p_player AND t.status IN ('created', 'submitted'))
    AND NOT EXISTS (SELECT FROM bet_view b WHERE b.player_id = p_player AND b.status = 'accepted')
    AND NOT EXISTS (SELECT FROM sport_bet_view b WHERE b.player_id = p_player AND b.status = 'accepted');
END $$;

GRANT EXECUTE ON FUNCTION player_is_empty TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION player_may_bet(p_player uuid, p_cost bigint, p_at timestamptz, OUT verdict text,
  OUT room_cents bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v record;
BEGIN
  SELECT player_verdict(p.status, p.bar, p.bar_until, p.review, p_at) AS verdict, p.is_adult, p.has_stake_limit,
      p.has_loss_limit, p.identity_checked_at, c.identity_rule, c.time_zone
    INTO v FROM player p CROSS JOIN club c WHERE p.id = p_player;
  IF NOT FOUND THEN verdict := 'player.frozen'; RETURN; END IF;
  verdict := CASE
    WHEN v.verdict IS NOT NULL THEN v.verdict
    WHEN NOT v.is_adult THEN 'profile.age_needed'
    WHEN v.identity_rule = 'before_bet' AND v.identity_checked_at IS NULL THEN 'player.identity_needed'
  END;
  IF verdict IS NOT NULL THEN RETURN; END IF;
  IF v.has_stake_limit THEN
    room_cents := stake_room(p_player, p_at, v.time_zone);
    IF room_cents < p_cost THEN verdict := 'limit.stake'; room_cents := greatest(room_cents, 0); RETURN; END IF;
  END IF;
  IF v.has_loss_limit THEN
    room_cents := loss_room(p_player, p_at, v.time_zone);
    IF room_cents < p_cost THEN verdict := 'limit.loss'; room_cents := greatest(room_cents, 0); RETURN; END IF;
  END IF;
  room_cents := NULL;
END $$;

GRANT EXECUTE ON FUNCTION player_may_bet TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION player_rows(p_player uuid) RETURNS TABLE (what text, row_data jsonb)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT c.relname::text AS name, CASE WHEN c.relname = 'player' THEN 'id' ELSE 'player_id' END AS key,
      array_agg(a.attname::text) FILTER (WHERE a.atttypid = 'bytea'::regtype OR a.attname = 'password_hash') AS hidden
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('operator', 'account', 'sport_leg')
      AND has_table_privilege(c.oid, 'SELECT')
    GROUP BY c.relname
    HAVING c.relname = 'player' OR bool_or(a.attname = 'player_id')
    ORDER BY c.relname <> 'player', c.relname
  LOOP
    RETURN QUERY EXECUTE format('SELECT %L::text, to_jsonb(t) - %L::text[] FROM %I t WHERE t.%I = $1',
      t.name, coalesce(t.hidden, '{}'), t.name, t.key) USING p_player;
  END LOOP;
  RETURN QUERY SELECT 'sport_leg', to_jsonb(l) FROM sport_bet b JOIN sport_leg l ON l.bet_id = b.id
    WHERE b.player_id = p_player ORDER BY l.bet_id, l.leg;
  RETURN QUERY SELECT 'ledger', jsonb_build_object('entry_id', e.id, 'at', iso_ms(e.at), 'kind', e.kind,
      'reference', e.reference, 'account', a.kind, 'amount_cents', p.amount_cents, 'balance_cents', p.balance_cents)
    FROM account a JOIN posting p ON p.account_id = a.id JOIN entry e ON e.id = p.entry_id
    WHERE a.player_id = p_player ORDER BY p.id;
  RETURN QUERY SELECT 'bet_credit', to_jsonb(c) FROM bet b JOIN bet_credit c ON c.bet_id = b.id WHERE b.player_id = p_player;
  RETURN QUERY SELECT 'read_or_changed_by_the_club', jsonb_build_object('at', iso_ms(x.at), 'action', x.action)
    FROM audit x WHERE x.target = p_player::text ORDER BY x.id;
END $$;

GRANT EXECUTE ON FUNCTION player_rows TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION player_verdict(p_status text, p_bar text, p_bar_until timestamptz, p_review text,
  p_at timestamptz)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_status IS DISTINCT FROM 'active' THEN 'player.frozen'
    WHEN p_bar = 'exclusion' THEN 'player.excluded'
    WHEN p_bar = 'time_out' AND p_at < p_bar_until THEN 'player.time_out'
    WHEN p_review IS NOT NULL THEN 'player.review'
  END $$;

GRANT EXECUTE ON FUNCTION player_verdict TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION pool_of_entry(p_kind text, p_cause text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_kind = 'pool_close' AND p_cause ~ '^settle:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:.*:close$'
    THEN substr(p_cause, 8, 36)::uuid END $$;

GRANT EXECUTE ON FUNCTION pool_of_entry TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION post_entry(p_id uuid, p_kind text, p_cause text, p_reference text, p_accounts bigint[],
  p_amounts bigint[])
RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  l record;
  v_balance bigint;
  v_balances bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_accounts)]);
BEGIN
  INSERT INTO entry (id, kind, cause, at, reference)
    VALUES (p_id, p_kind, p_cause, club_now_ms(), p_reference) ON CONFLICT (cause) DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  FOR l IN SELECT i.n, i.amount, a.kind, a.player_id
    FROM unnest(p_accounts, p_amounts) WITH ORDINALITY AS i (account, amount, n) JOIN account a ON a.id = i.account
    WHERE a.player_id IS NOT NULL ORDER BY i.n
  LOOP
    UPDATE wallet SET cash_cents = cash_cents + CASE WHEN l.kind = 'cash' THEN l.amount ELSE 0 END,
      held_cents = held_cents + CASE WHEN l.kind = 'held' THEN l.amount ELSE 0 END,
      bonus_cents = bonus_cents + CASE WHEN l.kind = 'bonus' THEN l.amount ELSE 0 END
      WHERE player_id = l.player_id
      RETURNING CASE l.kind WHEN 'cash' THEN cash_cents WHEN 'held' THEN held_cents ELSE bonus_cents END
      INTO STRICT v_balance;
    v_balances[l.n] := v_balance;
  END LOOP;
  INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
    SELECT p_id, i.n, i.account, i.amount, v_balances[i.n]
    FROM unnest(p_accounts, p_amounts) WITH ORDINALITY AS i (account, amount, n) ORDER BY i.n;
  RETURN p_id;
END $$;

GRANT EXECUTE ON FUNCTION post_entry TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION posting_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken uuid;
BEGIN
  SELECT entry_id INTO broken FROM new_postings GROUP BY entry_id
    HAVING sum(amount_cents) <> 0 OR count(*) < 2 LIMIT 1;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'entry % does not balance', broken USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION push_allowed(p_player uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM player p WHERE p.id = p_player
    AND player_verdict(p.status, p.bar, p.bar_until, p.review, club_now()) IS NULL);
END $$;

GRANT EXECUTE ON FUNCTION push_allowed TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION race_lock_key(race_id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended(race_id::text, 7) $$;

GRANT EXECUTE ON FUNCTION race_lock_key TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION read_sport_leg_bets(p_event uuid, p_after uuid, p_limit integer)
RETURNS TABLE (id uuid, player_id uuid, kind text, unit_stake_cents bigint, cost_cents bigint, max_payout_cents bigint,
  revision smallint, status text, payout_cents bigint, refund_cents bigint, legs json)
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
  SELECT b.id, b.player_id, b.kind, b.unit_stake_cents, b.cost_cents, b.max_payout_cents, coalesce(s.revision, 0)::smallint,
    coalesce(s.status, 'accepted'), coalesce(s.payout_cents, 0), coalesce(s.refund_cents, 0),
    (SELECT json_agg(json_build_array(l.outcome_id, l.odds_milli, o.result, o.tied, o.places) ORDER BY l.leg)
      FROM sport_leg l JOIN sport_outcome o ON o.id = l.outcome_id WHERE l.bet_id = b.id)
  FROM (SELECT DISTINCT l.bet_id FROM sport_leg l WHERE l.event_id = p_event AND l.bet_id > p_after
    ORDER BY l.bet_id LIMIT p_limit) d
  JOIN sport_bet b ON b.id = d.bet_id
  LEFT JOIN LATERAL (SELECT * FROM sport_settled c WHERE c.bet_id = b.id ORDER BY c.revision DESC LIMIT 1) s ON true
  ORDER BY b.id $$;

GRANT EXECUTE ON FUNCTION read_sport_leg_bets TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION refuse_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION refuse_offer_without_pool() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pool p WHERE (p.race_id = NEW.id OR p.race_id2 = NEW.id) AND NOT p.code = ANY (NEW.offered)) THEN
    RAISE EXCEPTION 'race % has a pool that it would not offer', NEW.id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION refuse_paused_bets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM added) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared(betting_lock_key());
  IF EXISTS (SELECT FROM club WHERE paused_by IS NOT NULL) THEN
    RAISE EXCEPTION 'betting is paused' USING ERRCODE = 'CLB01';
  END IF;
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION refuse_pool_not_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM race r WHERE r.id IN (NEW.race_id, NEW.race_id2) AND NOT NEW.code = ANY (r.offered)) THEN
    RAISE EXCEPTION 'pool % is not offered', NEW.code USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION refuse_used_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR EXISTS (SELECT FROM posting p WHERE p.account_id = OLD.id) THEN
    RAISE EXCEPTION 'an account with lines stays' USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION reset_until(p_reset_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
  $$ SELECT p_reset_at + interval '24 hours' $$;

GRANT EXECUTE ON FUNCTION reset_until TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION resolve_key(p_player uuid, p_key text, OUT bet_id uuid, OUT sport_bet_id uuid)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM 1 FROM wallet WHERE player_id = p_player FOR NO KEY UPDATE;
  SELECT b.id INTO bet_id FROM bet b WHERE b.player_id = p_player AND b.idem_key = p_key;
  IF bet_id IS NOT NULL THEN RETURN; END IF;
  SELECT b.id INTO sport_bet_id FROM sport_bet b WHERE b.player_id = p_player AND b.idem_key = p_key;
  IF sport_bet_id IS NOT NULL THEN RETURN; END IF;
  INSERT INTO idempotency (player_id, key, kind, body_hash) VALUES (p_player, p_key, 'burned', '') ON CONFLICT DO NOTHING;
END $$;

GRANT EXECUTE ON FUNCTION resolve_key TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION resume_sports(p_sport text, p_operator uuid) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_events integer;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_hold_key());
  PERFORM 1 FROM sport_event v WHERE v.is_held AND (p_sport IS NULL OR v.sport = p_sport) ORDER BY v.id FOR NO KEY UPDATE;
  UPDATE sport_hold h SET ended_by = p_operator, ended_at = club_now_ms()
    WHERE h.ended_at IS NULL AND (p_sport IS NULL OR h.sport = p_sport);
  WITH resumed AS (
    UPDATE sport_event v SET is_suspended = false, is_held = false
    WHERE v.is_held AND (p_sport IS NULL OR v.sport = p_sport)
    RETURNING v.status, tell('sport:' || v.id, 'sport', jsonb_build_object('event_id', v.id, 'status', true)))
  SELECT count(*) FILTER (WHERE status = 'open') INTO v_events FROM resumed;
  RETURN v_events;
END $$;

GRANT EXECUTE ON FUNCTION resume_sports TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION set_sport_market_status(p_market uuid, p_status text, p_operator uuid) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_event uuid;
  v_version integer;
BEGIN
  SELECT m.event_id INTO v_event FROM sport_market m WHERE m.id = p_market;
  PERFORM 1 FROM sport_event v WHERE v.id = v_event FOR NO KEY UPDATE;
  UPDATE sport_market m SET status = p_status, version = m.version + 1, changed_at = club_now_ms()
    WHERE m.id = p_market AND m.status IN ('open', 'suspended') AND m.status <> p_status RETURNING m.version INTO v_version;
  IF v_version IS NULL THEN RETURN NULL; END IF;
  PERFORM sport_note_price(p_market, 'hand', p_operator);
  PERFORM tell('sport:' || v_event, 'sport', jsonb_build_object('event_id', v_event, 'market_id', p_market, 'status', true));
  RETURN v_version;
END $$;

GRANT EXECUTE ON FUNCTION set_sport_market_status TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION set_sport_price(p_market uuid, p_outcomes uuid[], p_odds integer[], p_source text,
  p_operator uuid)
RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_event uuid;
  v_version integer;
BEGIN
  SELECT m.event_id INTO v_event FROM sport_market m WHERE m.id = p_market;
  PERFORM 1 FROM sport_event v WHERE v.id = v_event FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM unnest(p_outcomes, p_odds) i (id, odds) JOIN sport_outcome o ON o.id = i.id
      AND o.market_id = p_market WHERE o.odds_milli <> i.odds) THEN
    RETURN NULL;
  END IF;
  -- Every arrow is of the last change: an outcome that stayed points nowhere.
  UPDATE sport_outcome o SET previous_odds_milli = o.odds_milli,
      odds_milli = coalesce((SELECT i.odds FROM unnest(p_outcomes, p_odds) i (id, odds) WHERE i.id = o.id), o.odds_milli)
    WHERE o.market_id = p_market;
  UPDATE sport_market m SET version = m.version + 1, changed_at = club_now_ms() WHERE m.id = p_market
    RETURNING m.version INTO v_version;
  PERFORM sport_note_price(p_market, p_source, p_operator);
  PERFORM tell('sport:' || v_event, 'sport', jsonb_build_object('event_id', v_event, 'market_id', p_market));
  RETURN v_version;
END $$;

GRANT EXECUTE ON FUNCTION set_sport_price TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION settled_credit(p_pool uuid, p_cause text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_cause ^@ ('settle:' || p_pool) OR p_cause ^@ ('refund:' || p_pool) OR p_cause ^@ ('reverse:' || p_pool)
    OR p_cause ^@ 'correct:'
$$;

GRANT EXECUTE ON FUNCTION settled_credit TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION shop_order_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.player_id, OLD.product_id, OLD.order_no, OLD.texts, OLD.quantity, OLD.unit_cents, OLD.cost_cents,
      OLD.bonus_cents, OLD.bought_at)
    IS DISTINCT FROM (NEW.id, NEW.player_id, NEW.product_id, NEW.order_no, NEW.texts, NEW.quantity, NEW.unit_cents,
      NEW.cost_cents, NEW.bonus_cents, NEW.bought_at)
    OR OLD.status <> 'paid' OR NEW.status = 'paid'
  THEN
    RAISE EXCEPTION 'shop order % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION signin_wait(p_failures bigint, p_limit integer, p_since interval) RETURNS double precision
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_failures < p_limit THEN 0
    ELSE greatest(0, least(power(2, least(p_failures - p_limit, 20)), 900) - extract(epoch FROM p_since)) END
$$;

GRANT EXECUTE ON FUNCTION signin_wait TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_entry_text(e_id uuid, e_kind text, e_cause text, e_at timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN e_kind NOT LIKE 'sport%' OR e_at <= (SELECT since FROM chain_text WHERE part = 'sports') THEN ''
    WHEN e_kind = 'sport_bet' THEN coalesce((
      SELECT ',"sport_bet":{"fingerprint":"' || encode(b.fingerprint, 'hex') || '","key":' || to_json(b.idem_key)::text
        || ',"lines":' || b.lines || ',"max_payout_cents":' || b.max_payout_cents || ',"player_id":"' || b.player_id
        || '","price_policy":"' || b.price_policy || '","receipt_hash":"' || encode(b.receipt_hash, 'hex')
        || '","seen":[' || (SELECT string_agg('[' || l.seen_odds_milli || ',' || l.market_version || ']', ',' ORDER BY l.leg)
          FROM sport_leg l WHERE l.bet_id = b.id) || ']}'
      FROM sport_bet b WHERE b.id = e_id), '')
    WHEN e_cause ~ '^sport:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]{1,4}$' THEN coalesce((
      SELECT ',"sport_settled":{"at":"' || iso_ms(s.at) || '","bet_id":"' || s.bet_id
        || '","event_id":' || coalesce('"' || s.event_id || '"', 'null') || ',"payout_cents":' || s.payout_cents
        || ',"reason":' || coalesce(to_json(s.reason)::text, 'null') || ',"refund_cents":' || s.refund_cents
        || ',"result_version":' || coalesce(s.result_version::text, 'null') || ',"revision":' || s.revision
        || ',"status":"' || s.status || '"}'
      FROM sport_settled s WHERE s.bet_id = split_part(e_cause, ':', 2)::uuid AND s.revision = split_part(e_cause, ':', 3)::smallint), '')
    ELSE '' END
$$;

GRANT EXECUTE ON FUNCTION sport_entry_text TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_hold_key() RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('sports on hold', 9) $$;

GRANT EXECUTE ON FUNCTION sport_hold_key TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_leaf(p_id uuid, p_nonce bytea, p_kind text, p_legs text, p_unit bigint,
  p_cost bigint, p_at timestamptz)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"accepted_at":"' || iso_ms(p_at) || '","cost_cents":' || p_cost || ',"kind":"' || p_kind || '","legs":['
    || p_legs || '],"nonce":"' || encode(p_nonce, 'hex') || '","order_id":"' || p_id || '","unit_stake_cents":' || p_unit || '}'
$$;

GRANT EXECUTE ON FUNCTION sport_leaf TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_leaf_legs(p_bet uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg('{"event_id":"' || l.event_id || '","market_id":"' || l.market_id || '","odds_milli":' || l.odds_milli
    || ',"outcome_id":"' || l.outcome_id || '"}', ',' ORDER BY l.leg) FROM sport_leg l WHERE l.bet_id = p_bet $$;

GRANT EXECUTE ON FUNCTION sport_leaf_legs TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_lock_key(event_id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended(event_id::text, 11) $$;

GRANT EXECUTE ON FUNCTION sport_lock_key TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_note_price(p_market uuid, p_source text, p_operator uuid) RETURNS void
LANGUAGE sql VOLATILE AS $$
  INSERT INTO sport_price (market_id, version, status, odds, source, operator_id, at)
  SELECT m.id, m.version, m.status, (SELECT jsonb_object_agg(o.id, o.odds_milli) FROM sport_outcome o WHERE o.market_id = m.id),
    p_source, p_operator, m.changed_at
  FROM sport_market m WHERE m.id = p_market $$;

GRANT EXECUTE ON FUNCTION sport_note_price TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_receipt(p_bet uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('accepted_at', iso_ms(b.accepted_at), 'receipt_hash', encode(b.receipt_hash, 'hex'),
    'max_payout_cents', b.max_payout_cents, 'balance_cents', p.balance_cents, 'legs',
    (SELECT jsonb_agg(jsonb_build_object('event_id', l.event_id, 'market_id', l.market_id, 'outcome_id', l.outcome_id,
        'odds_milli', l.odds_milli, 'seen_odds_milli', l.seen_odds_milli, 'market_version', l.market_version) ORDER BY l.leg)
      FROM sport_leg l WHERE l.bet_id = b.id))
  FROM sport_bet b JOIN posting p ON p.entry_id = b.id AND p.line = 1 WHERE b.id = p_bet $$;

GRANT EXECUTE ON FUNCTION sport_receipt TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_recount(p_market uuid, p_stakes bigint) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_before bigint;
  v_after bigint;
  v_event uuid;
BEGIN
  SELECT m.worst_cents, m.event_id INTO v_before, v_event FROM sport_market m WHERE m.id = p_market;
  UPDATE sport_market m SET stakes_cents = m.stakes_cents + p_stakes, worst_cents = greatest(0,
      (SELECT max(o.pays_cents) FROM sport_outcome o WHERE o.market_id = m.id) - m.stakes_cents - p_stakes)
    WHERE m.id = p_market RETURNING m.worst_cents INTO v_after;
  UPDATE sport_event v SET worst_cents = v.worst_cents + v_after - v_before WHERE v.id = v_event AND v_after <> v_before;
END $$;

GRANT EXECUTE ON FUNCTION sport_recount TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_result_second() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the result of event % is not confirmed by who entered it', OLD.event_id USING ERRCODE = 'check_violation';
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION sport_return(p_kind text, p_unit bigint, p_odds integer[]) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  n integer := cardinality(p_odds);
  v_from integer := CASE WHEN p_kind IN ('patent', 'lucky15', 'lucky31', 'lucky63') THEN 1
    WHEN p_kind IN ('single', 'multiple') THEN n ELSE 2 END;
  v_sum numeric := 0;
  v_product numeric;
  v_size integer;
BEGIN
  FOR mask IN CASE WHEN v_from = n THEN (1 << n) - 1 ELSE 1 END .. (1 << n) - 1 LOOP
    v_product := p_unit; v_size := 0;
    FOR i IN 1 .. n LOOP
      IF mask & (1 << (i - 1)) <> 0 THEN v_product := v_product * p_odds[i]; v_size := v_size + 1; END IF;
    END LOOP;
    IF v_size >= v_from THEN v_sum := v_sum + div(v_product, 1000::numeric ^ v_size); END IF;
  END LOOP;
  RETURN v_sum;
END $$;

GRANT EXECUTE ON FUNCTION sport_return TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION stake_room(p_player uuid, p_at timestamptz, p_zone text) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT min(l.amount_cents - coalesce(u.used, 0))::bigint
  FROM player_limit l
  CROSS JOIN LATERAL (SELECT date_trunc(l.period, p_at AT TIME ZONE p_zone) AT TIME ZONE p_zone AS start) w
  CROSS JOIN LATERAL (
    SELECT sum(b.cost_cents - coalesce(r.refunded, 0)) AS used
    FROM wager b
    LEFT JOIN LATERAL (SELECT sum(amount_cents) AS refunded FROM wager_credit c
      WHERE c.bet_id = b.id AND c.kind <> 'payout') r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
  WHERE l.player_id = p_player AND l.kind = 'stake' AND l.amount_cents IS NOT NULL
$$;

GRANT EXECUTE ON FUNCTION stake_room TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION statement_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'payout', 'refund', 'top_up', 'adjustment') THEN p_kind
    WHEN p_kind = 'sport_bet' THEN 'bet'
    WHEN p_kind IN ('reversal', 'correction', 'correction_claim', 'sport_payout', 'sport_correction') THEN 'payout'
    WHEN p_kind IN ('void', 'sport_refund', 'sport_void') THEN 'refund'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

GRANT EXECUTE ON FUNCTION statement_type TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION take_jackpot(p_pool uuid, p_code text, p_amount bigint) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  s record;
  v_left bigint := p_amount;
BEGIN
  INSERT INTO jackpot_link (pool_id, pool_code, keeps, own_cents) VALUES (p_pool, p_code, true, 0)
    ON CONFLICT (pool_id) DO NOTHING;
  FOR s IN
    SELECT l.pool_id, l.own_cents FROM jackpot_link l
    WHERE l.pool_code = p_code AND l.own_cents > 0 AND (jackpot_holder(l.pool_id)).taker_id IS NULL
    ORDER BY l.pool_id
  LOOP
    CONTINUE WHEN s.own_cents > v_left;
    INSERT INTO jackpot_take (taker_id, source_id, amount_cents) VALUES (p_pool, s.pool_id, s.own_cents);
    v_left := v_left - s.own_cents;
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION take_jackpot TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION tell(p_topic text, p_kind text, p_payload jsonb, p_entries uuid[] DEFAULT '{}')
RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO event_inbox (topic, kind, payload, entry_ids) VALUES (p_topic, p_kind, p_payload, p_entries);
  SELECT pg_notify('club_inbox', '');
$$;

GRANT EXECUTE ON FUNCTION tell TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION tell_player_bar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('club_session_ends', NEW.id::text);
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('club_session_ends', coalesce(NEW.player_id, NEW.operator_id)::text);
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION uuid_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;

GRANT EXECUTE ON FUNCTION uuid_floor TO club_app;
-- </function>

-- <function>
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
    CROSS JOIN LATERAL jsonb_array_elements_text(CASE WHEN b.bet_type IN (1, 2, 9) THEN b.selections::jsonb -> 'horse'
      ELSE '[]' END) h (number);
  INSERT INTO bet_void (bet_id, reason, operator_id) VALUES (p_bet, p_reason, p_operator);
  INSERT INTO event_inbox (topic, kind, payload, entry_ids)
    SELECT 'players', 'wallet', jsonb_build_object('players', jsonb_build_object(w.player_id::text, w.cash_cents)), ARRAY[p_entry]
    FROM wallet w WHERE w.player_id = b.player_id;
  PERFORM tell('players', 'orders', jsonb_build_object('players', jsonb_build_object(b.player_id::text, jsonb_build_array(p_bet))));
  RETURN v_total;
END $$;

GRANT EXECUTE ON FUNCTION void_bet TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION void_sport_bet(p_bet uuid, p_entry uuid, p_reason text) RETURNS bigint
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  b sport_bet;
  v_account bigint;
  v_book bigint;
  v_outcome uuid;
  v_market uuid;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(sport_lock_key(e.event_id))
    FROM (SELECT DISTINCT l.event_id FROM sport_leg l WHERE l.bet_id = p_bet ORDER BY 1) e;
  SELECT * INTO b FROM sport_bet WHERE id = p_bet;
  SELECT w.cash_account INTO v_account FROM wallet w WHERE w.player_id = b.player_id FOR NO KEY UPDATE;
  PERFORM 1 FROM sport_event v WHERE v.id IN (SELECT l.event_id FROM sport_leg l WHERE l.bet_id = p_bet)
    ORDER BY v.id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM sport_settled s WHERE s.bet_id = p_bet) THEN RETURN NULL; END IF;
  SELECT a.id INTO v_book FROM account a WHERE a.kind = 'sports_book';
  IF post_entry(p_entry, 'sport_void', 'sport:' || p_bet || ':1', p_bet::text, ARRAY[v_book, v_account],
    ARRAY[-b.cost_cents, b.cost_cents]) IS NULL THEN RETURN NULL; END IF;
  INSERT INTO sport_settled (bet_id, revision, status, payout_cents, refund_cents, reason, at)
    VALUES (p_bet, 1, 'void', 0, b.cost_cents, p_reason, club_now_ms());
  UPDATE sport_exposure x SET exposure_cents = x.exposure_cents - (b.max_payout_cents - b.cost_cents)
    WHERE x.player_id = b.player_id AND x.event_id IN (SELECT l.event_id FROM sport_leg l WHERE l.bet_id = p_bet);
  IF b.kind = 'single' THEN
    SELECT l.outcome_id, l.market_id INTO v_outcome, v_market FROM sport_leg l WHERE l.bet_id = p_bet;
    UPDATE sport_outcome o SET stakes_cents = o.stakes_cents - b.cost_cents, pays_cents = o.pays_cents - b.max_payout_cents,
      bets = o.bets - 1 WHERE o.id = v_outcome;
    PERFORM sport_recount(v_market, -b.cost_cents);
    UPDATE sport_event v SET bets = v.bets - 1 WHERE v.id = (SELECT l.event_id FROM sport_leg l WHERE l.bet_id = p_bet);
  ELSE
    UPDATE sport_event v SET bets = v.bets - 1, multiple_stakes_cents = v.multiple_stakes_cents - b.cost_cents,
      multiple_exposure_cents = v.multiple_exposure_cents - (b.max_payout_cents - b.cost_cents)
      WHERE v.id IN (SELECT l.event_id FROM sport_leg l WHERE l.bet_id = p_bet);
  END IF;
  INSERT INTO event_inbox (topic, kind, payload, entry_ids)
    SELECT 'players', 'wallet', jsonb_build_object('players', jsonb_build_object(w.player_id::text, w.cash_cents)), ARRAY[p_entry]
    FROM wallet w WHERE w.player_id = b.player_id;
  PERFORM tell('players', 'orders', jsonb_build_object('players', jsonb_build_object(b.player_id::text, jsonb_build_array(p_bet))));
  RETURN b.cost_cents;
END $$;

GRANT EXECUTE ON FUNCTION void_sport_bet TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION waits_after_reset(p_player uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM player WHERE id = p_player AND reset_until(password_reset_at) > club_now())
$$;

GRANT EXECUTE ON FUNCTION waits_after_reset TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION webhook_complaint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('complaint.' || NEW.status, jsonb_build_object('complaint_id', NEW.id, 'player_id', NEW.player_id,
    'status', NEW.status, 'due_at', iso_ms(NEW.due_at)));
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION webhook_note(p_kind text, p_data jsonb) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO webhook_delivery (endpoint_id, kind, payload)
  SELECT e.id, p_kind, jsonb_build_object('type', p_kind, 'timestamp', iso_ms(club_now_ms()), 'data', p_data)
  FROM webhook_endpoint e WHERE e.status = 'active' AND p_kind = ANY (e.kinds)
$$;

GRANT EXECUTE ON FUNCTION webhook_note TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION webhook_race() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('race.' || NEW.status, jsonb_build_object('race_id', NEW.id, 'status', NEW.status));
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION webhook_top_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('topup.' || NEW.status, jsonb_build_object('topup_id', NEW.id, 'player_id', NEW.player_id,
    'amount_cents', NEW.amount_cents, 'status', NEW.status));
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION webhook_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('withdrawal.' || NEW.status, jsonb_build_object('withdrawal_id', NEW.id, 'player_id', NEW.player_id,
    'amount_cents', NEW.amount_cents, 'status', NEW.status));
  RETURN NULL;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION withdrawal_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF waits_after_reset(NEW.player_id) AND NOT (NEW.status = 'paid' AND EXISTS (
      SELECT FROM payout_item i JOIN payout_file f ON f.id = i.file_id
      WHERE i.withdrawal_id = NEW.id AND i.is_live AND f.status = 'sent')) THEN
    RAISE EXCEPTION 'withdrawal % waits after a reset of the password', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION withdrawal_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.player_id, OLD.amount_cents, OLD.reference, OLD.requested_at)
      IS DISTINCT FROM (NEW.id, NEW.player_id, NEW.amount_cents, NEW.reference, NEW.requested_at)
    OR NOT (OLD.status = NEW.status
      OR OLD.status = 'requested' AND NEW.status IN ('approved', 'rejected', 'cancelled')
      OR OLD.status = 'approved' AND NEW.status IN ('paid', 'rejected'))
    OR OLD.status = NEW.status AND NEW.cooling_cents > OLD.cooling_cents
  THEN
    RAISE EXCEPTION 'withdrawal % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION withdrawal_not_in_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payout_item i JOIN payout_file f ON f.id = i.file_id
      WHERE i.withdrawal_id = NEW.id AND i.is_live AND f.status = 'made') THEN
    RAISE EXCEPTION 'withdrawal % is in a payout file', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION withdrawal_waits_for_second() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM approval a WHERE a.kind = 'withdrawal' AND a.target = NEW.id::text AND a.status = 'pending') THEN
    RAISE EXCEPTION 'withdrawal % waits for a second operator', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
-- </function>

CREATE TABLE operator (
  id             uuid PRIMARY KEY,
  user_name      text NOT NULL,
  user_name_key  text NOT NULL UNIQUE,
  password_hash  text NOT NULL,
  roles          text[] NOT NULL,
  player_id      uuid,                -- who this operator is as a player; the foreign key stands in people.sql
  status         text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'closed')),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- A closed operator, or one whose roles changed, is believed no longer.
  CHECK (cardinality(roles) > 0)
);
GRANT SELECT, INSERT, UPDATE (password_hash, roles, status) ON operator TO club_app;

CREATE TABLE operator_factor (
  operator_id     uuid PRIMARY KEY REFERENCES operator,
  sealed_secret   bytea,                          -- AES-256-GCM under the club's key; null until the first right code
  pending_secret  bytea,                          -- set up, but not yet confirmed by a code: the one before still counts
  last_step       bigint NOT NULL DEFAULT 0,      -- step of the last code taken: it and earlier ones are used up
  confirmed_at    timestamptz(3),
  CHECK ((sealed_secret IS NULL) = (confirmed_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE (confirmed_at, last_step, pending_secret, sealed_secret), DELETE ON operator_factor
  TO club_app;

CREATE TABLE operator_recovery_code (
  operator_id  uuid NOT NULL REFERENCES operator,
  hash         bytea NOT NULL,
  used_at      timestamptz(3),
  PRIMARY KEY (operator_id, hash)
);
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON operator_recovery_code TO club_app;

CREATE TABLE operator_passkey (
  id             uuid PRIMARY KEY,
  operator_id    uuid NOT NULL REFERENCES operator,
  credential_id  bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1023),
  public_key     bytea NOT NULL,                -- SubjectPublicKeyInfo, DER
  rp_id          text NOT NULL,                 -- host name that it is good for
  sign_count     bigint NOT NULL CHECK (sign_count >= 0),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_used_at   timestamptz(3)
);
CREATE INDEX operator_passkey_operator ON operator_passkey (operator_id, id);
GRANT SELECT, INSERT, UPDATE (last_used_at, sign_count), DELETE ON operator_passkey TO club_app;

CREATE TABLE operator_password_link (
  id           uuid PRIMARY KEY,
  operator_id  uuid NOT NULL REFERENCES operator,
  token_hash   bytea NOT NULL UNIQUE,                -- SHA-256
  made_by      uuid NOT NULL REFERENCES operator,
  made_at      timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  expires_at   timestamptz(3) NOT NULL CHECK (expires_at > made_at),
  ended_at     timestamptz(3)                        -- used, or another one was made
);
CREATE INDEX operator_password_link_open ON operator_password_link (operator_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE (ended_at) ON operator_password_link TO club_app;

CREATE TABLE operator_identity (
  operator_id  uuid PRIMARY KEY REFERENCES operator,
  email        text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  issuer       text CHECK (length(issuer) BETWEEN 1 AND 500),
  subject      text CHECK (length(subject) BETWEEN 1 AND 255),
  bound_at     timestamptz(3),
  CHECK ((issuer IS NULL) = (subject IS NULL) AND (subject IS NULL) = (bound_at IS NULL)),
  UNIQUE (issuer, subject)
);
GRANT SELECT, INSERT, UPDATE (bound_at, issuer, subject), DELETE ON operator_identity TO club_app;

CREATE TABLE api_key (
  id            uuid PRIMARY KEY,
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  scopes        text[] NOT NULL CHECK (cardinality(scopes) > 0),
  hash          bytea NOT NULL UNIQUE,
  hint          text NOT NULL,                       -- its last letters, to know it by
  created_by    uuid NOT NULL REFERENCES operator,
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  expires_at    timestamptz(3) NOT NULL CHECK (expires_at > created_at),
  last_used_at  timestamptz(3),
  revoked_by    uuid REFERENCES operator,
  revoked_at    timestamptz(3),
  CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE (last_used_at, revoked_at, revoked_by) ON api_key TO club_app;

CREATE TABLE approval (
  id              uuid PRIMARY KEY,
  kind            text NOT NULL,               -- adjust, correct, ...: who carries it out is registered in code
  player_id       uuid,                        -- whose money it moves: never decided by an operator who is this player
  target          text NOT NULL,               -- what a list shows: player or race id
  payload         jsonb NOT NULL,              -- what was asked for; nothing else is carried out
  reason          text,
  status          text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  requested_by    uuid NOT NULL REFERENCES operator,
  requested_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  approved_by     uuid REFERENCES operator,    -- who approved or rejected
  decided_at      timestamptz(3),
  decision_note   text,
  result          jsonb,
  CHECK (approved_by <> requested_by),
  CHECK ((status = 'pending') = (approved_by IS NULL)),
  CHECK ((approved_by IS NULL) = (decided_at IS NULL))
);
CREATE INDEX approval_status ON approval (status, id);
CREATE TRIGGER approval_stands BEFORE UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION approval_stands();
GRANT SELECT, INSERT, UPDATE (approved_by, decided_at, decision_note, result, status) ON approval TO club_app;

CREATE TABLE begun_act (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL,
  target       uuid NOT NULL,
  operator_id  uuid NOT NULL REFERENCES operator,
  payload      jsonb NOT NULL DEFAULT '{}',
  begun_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  done_at      timestamptz(3)
);
CREATE UNIQUE INDEX begun_act_open ON begun_act (kind, target) WHERE done_at IS NULL;
GRANT SELECT, INSERT, UPDATE (done_at, kind) ON begun_act TO club_app;

CREATE TABLE audit (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  operator_id  uuid,                         -- null: the system, or a sign-in that failed
  action       text NOT NULL,                -- race.close, topup.approve, player.read, ...
  target       text,
  before       jsonb,
  after        jsonb,
  reason       text,
  request_id   text
);
CREATE INDEX audit_target ON audit (target, id);
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER audit_waits AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_waits();
GRANT SELECT, INSERT ON audit TO club_app;

CREATE TABLE audit_pending (audit_id bigint PRIMARY KEY);
GRANT SELECT, INSERT, DELETE ON audit_pending TO club_app;

CREATE TABLE audit_link (
  position  bigint PRIMARY KEY,
  audit_id  bigint NOT NULL UNIQUE,
  hash      bytea NOT NULL
);
CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_link
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON audit_link TO club_app;

CREATE TABLE player (
  id                   uuid PRIMARY KEY,
  user_name            text NOT NULL CHECK (length(user_name) BETWEEN 1 AND 64),
  user_name_key        text NOT NULL UNIQUE,  -- folded form that sign-in looks up
  password_hash        text NOT NULL,
  phone_cipher         bytea,                 -- AES-256-GCM, see accounts/
  phone_hash           bytea UNIQUE,          -- keyed hash that finds the same phone again
  full_name            text,
  birth_cipher         bytea,
  is_adult             boolean NOT NULL DEFAULT false,  -- 18 on the club's day; never becomes false again
  language             text NOT NULL DEFAULT 'en',
  status               text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'frozen', 'closed')),
  has_stake_limit      boolean NOT NULL DEFAULT false,  -- spares the bet function a look-up
  invite_code          text NOT NULL UNIQUE,
  invited_by           uuid REFERENCES player,
  is_demo              boolean NOT NULL DEFAULT false,
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  has_loss_limit       boolean NOT NULL DEFAULT false,   -- true while any loss limit exists; spares a look-up too
  bar                  text CHECK (bar IN ('time_out', 'exclusion')),
  bar_from             timestamptz(3),
  bar_until            timestamptz(3),        -- infinity: for good. An exclusion that is over still bars
  return_from          timestamptz(3),        -- asked to come back: may be confirmed from here on
  return_limits        jsonb,                 -- the limits that will hold then
  review               text CHECK (review IN ('phone', 'account', 'identity')),  -- held: looks like somebody who is barred
  identity_hash        bytea,                 -- keyed hash of name and date of birth
  identity_checked_at  timestamptz(3),
  reality_minutes      smallint NOT NULL DEFAULT 60 CHECK (reality_minutes IN (15, 30, 45, 60)),
  marketing            boolean NOT NULL DEFAULT false,
  limits_reviewed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- A password that was set by a code may have been set by whoever has the phone. Its owner is told, and no money
  -- leaves the club for a day.
  password_changed_at  timestamptz(3),        -- by somebody who knew the one before
  password_reset_at    timestamptz(3),        -- by a code
  CONSTRAINT player_bar_whole CHECK ((bar IS NULL) = (bar_until IS NULL) AND (bar IS NULL) = (bar_from IS NULL)),
  CONSTRAINT player_bar_is_not_addressed CHECK (bar IS NULL OR NOT marketing)
);
CREATE INDEX player_identity ON player (identity_hash) WHERE identity_hash IS NOT NULL;
CREATE TRIGGER player_erases_papers AFTER UPDATE OF status ON player
  FOR EACH ROW WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION erase_money_papers();
CREATE TRIGGER player_forget_push AFTER UPDATE ON player FOR EACH ROW EXECUTE FUNCTION forget_push();
CREATE TRIGGER invitation_begins AFTER INSERT ON player FOR EACH ROW WHEN (NEW.invited_by IS NOT NULL)
  EXECUTE FUNCTION invitation_begins();
CREATE TRIGGER invited_by_stands BEFORE UPDATE OF invited_by ON player FOR EACH ROW
  WHEN (OLD.invited_by IS DISTINCT FROM NEW.invited_by) EXECUTE FUNCTION invited_by_stands();
CREATE TRIGGER player_bar AFTER UPDATE OF status, bar, bar_until ON player
  FOR EACH ROW WHEN ((OLD.status, OLD.bar, OLD.bar_until) IS DISTINCT FROM (NEW.status, NEW.bar, NEW.bar_until))
  EXECUTE FUNCTION tell_player_bar();
CREATE TRIGGER player_forget_wishes AFTER UPDATE OF status, bar ON player FOR EACH ROW
  WHEN (NEW.status <> 'active' OR NEW.bar IS NOT NULL) EXECUTE FUNCTION forget_wishes();
CREATE TRIGGER player_erases_file AFTER UPDATE OF status ON player
  FOR EACH ROW WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION erase_player_file();
CREATE TRIGGER player_erases_refused AFTER UPDATE OF status ON player
  FOR EACH ROW WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION erase_refused_bets();
GRANT SELECT, INSERT, UPDATE (bar, bar_from, bar_until, birth_cipher, full_name, has_loss_limit, has_stake_limit,
  identity_checked_at, identity_hash, is_adult, language, limits_reviewed_at, marketing, password_changed_at,
  password_hash, password_reset_at, phone_cipher, phone_hash, reality_minutes, return_from, return_limits, review,
  status, user_name, user_name_key) ON player TO club_app;

ALTER TABLE operator ADD FOREIGN KEY (player_id) REFERENCES player;
ALTER TABLE approval ADD FOREIGN KEY (player_id) REFERENCES player;

CREATE TABLE player_limit (
  player_id             uuid NOT NULL REFERENCES player,
  kind                  text NOT NULL CHECK (kind IN ('deposit', 'stake', 'loss')),
  period                text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  amount_cents          bigint CHECK (amount_cents >= 0),          -- null: none
  has_pending           boolean NOT NULL DEFAULT false,
  pending_amount_cents  bigint CHECK (pending_amount_cents >= 0),
  pending_from          timestamptz(3),
  changed_at            timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, kind, period)
);
CREATE TRIGGER player_limit_log AFTER INSERT OR UPDATE ON player_limit
  FOR EACH ROW EXECUTE FUNCTION log_limit();
GRANT SELECT, INSERT, UPDATE (amount_cents, changed_at, has_pending, pending_amount_cents, pending_from)
  ON player_limit TO club_app;

CREATE TABLE session (
  id                   uuid PRIMARY KEY,
  player_id            uuid REFERENCES player,
  operator_id          uuid REFERENCES operator,
  device               text,                  -- what the browser says it is
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_action_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),  -- heartbeat and refresh are no action
  active_since         timestamptz(3) NOT NULL DEFAULT club_now_ms(),  -- sign-in, or the last pause of 15 minutes
  active_from_posting  bigint NOT NULL DEFAULT 0,  -- last cash posting before active_since
  ended_at             timestamptz(3),
  end_reason           text CHECK (end_reason IN ('signout', 'reuse', 'password', 'freeze', 'exclusion', 'deleted',
                         'closed', 'factor', 'revoked')),
  counted_until        timestamptz(3),        -- its time of play is counted up to here
  checked_at           timestamptz(3),        -- the last reality check that was answered in it
  proved_at            timestamptz(3),        -- when it last showed the second factor; null: never
  CHECK (num_nonnulls(player_id, operator_id) = 1),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK (proved_at IS NULL OR operator_id IS NOT NULL)
);
CREATE INDEX session_player ON session (player_id, id) WHERE ended_at IS NULL AND player_id IS NOT NULL;
CREATE INDEX session_operator ON session (operator_id, id) WHERE ended_at IS NULL AND operator_id IS NOT NULL;
CREATE TRIGGER session_end AFTER UPDATE OF ended_at ON session
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_session_end();
GRANT SELECT, INSERT, UPDATE (active_from_posting, active_since, checked_at, counted_until, device, end_reason,
  ended_at, last_action_at, proved_at), DELETE ON session TO club_app;

CREATE TABLE session_refresh (
  hash        bytea PRIMARY KEY,
  session_id  uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  parent      bytea,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  used_at     timestamptz(3),          -- first time that it was used to refresh
  retired_at  timestamptz(3)
);
CREATE INDEX session_refresh_session ON session_refresh (session_id, parent);
GRANT SELECT, INSERT, UPDATE (retired_at, used_at) ON session_refresh TO club_app;

CREATE TABLE session_access (
  hash        bytea PRIMARY KEY,
  session_id  uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX session_access_session ON session_access (session_id);
CREATE INDEX session_access_expires ON session_access (expires_at);
GRANT SELECT, INSERT, UPDATE (expires_at), DELETE ON session_access TO club_app;

CREATE TABLE verification (
  id            uuid PRIMARY KEY,
  phone_hash    bytea NOT NULL,
  purpose       text NOT NULL CHECK (purpose IN ('register', 'reset')),
  code_hmac     bytea NOT NULL,
  tries         smallint NOT NULL DEFAULT 0,
  created_at    timestamptz(3) NOT NULL,
  used_at       timestamptz(3),
  address_hash  bytea                     -- keyed: codes are counted per address of whoever asked too
);
CREATE INDEX verification_phone ON verification (phone_hash, created_at);
CREATE INDEX verification_age ON verification (created_at);
CREATE INDEX verification_address ON verification (address_hash, created_at) WHERE address_hash IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (address_hash, tries, used_at), DELETE ON verification TO club_app;

CREATE TABLE signin_attempt (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_key  bytea NOT NULL,
  address_key  bytea NOT NULL,
  is_known     boolean NOT NULL,          -- from an address where this account was signed in before
  at           timestamptz(3) NOT NULL
);
CREATE INDEX signin_attempt_account ON signin_attempt (account_key, at);
CREATE INDEX signin_attempt_address ON signin_attempt (address_key, at);
CREATE INDEX signin_attempt_age ON signin_attempt (at);
GRANT SELECT, INSERT, DELETE ON signin_attempt TO club_app;

CREATE TABLE signin_address (
  account_key  bytea NOT NULL,
  address_key  bytea NOT NULL,
  last_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (account_key, address_key)
);
CREATE INDEX signin_address_age ON signin_address (last_at);
GRANT SELECT, INSERT, UPDATE (last_at), DELETE ON signin_address TO club_app;

CREATE TABLE passkey (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  credential_id  bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1023),
  public_key     bytea NOT NULL,                -- SubjectPublicKeyInfo, DER
  rp_id          text NOT NULL,                 -- host name that it is good for
  sign_count     bigint NOT NULL CHECK (sign_count >= 0),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_used_at   timestamptz(3)
);
CREATE INDEX passkey_player ON passkey (player_id, id);
GRANT SELECT, INSERT, UPDATE (last_used_at, sign_count), DELETE ON passkey TO club_app;

CREATE TABLE passkey_challenge (
  nonce       bytea PRIMARY KEY,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenge_age ON passkey_challenge (expires_at);
GRANT SELECT, INSERT, DELETE ON passkey_challenge TO club_app;

CREATE TABLE player_trace (
  player_id  uuid NOT NULL REFERENCES player,
  kind       text NOT NULL CHECK (kind IN ('address', 'device')),
  hash       bytea NOT NULL,
  last_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, kind, hash)
);
CREATE INDEX player_trace_hash ON player_trace (kind, hash);
GRANT SELECT, INSERT, UPDATE (last_at), DELETE ON player_trace TO club_app;

CREATE TABLE player_note (
  id           uuid PRIMARY KEY,
  player_id    uuid NOT NULL REFERENCES player,
  operator_id  uuid NOT NULL REFERENCES operator,
  text         text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX player_note_player ON player_note (player_id, id);
GRANT SELECT, INSERT ON player_note TO club_app;

CREATE TABLE identity_document (
  id          uuid PRIMARY KEY,
  player_id   uuid NOT NULL REFERENCES player,
  kind        text NOT NULL CHECK (kind IN ('passport', 'identity_card', 'driving_licence', 'proof_of_address')),
  cipher      bytea NOT NULL,                       -- base64 of a JPEG
  bytes       integer NOT NULL CHECK (bytes > 0),
  status      text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'accepted', 'refused')),
  reason      text,
  decided_by  uuid REFERENCES operator,
  decided_at  timestamptz(3),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((status = 'waiting') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (status <> 'refused' OR reason IS NOT NULL)
);
CREATE INDEX identity_document_player ON identity_document (player_id, id);
CREATE INDEX identity_document_waiting ON identity_document (id) WHERE status = 'waiting';
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, reason, status) ON identity_document TO club_app;

CREATE TABLE complaint (
  id          uuid PRIMARY KEY,
  player_id   uuid NOT NULL REFERENCES player,
  key         text NOT NULL,                        -- of the player's phone: sent again it is the same complaint
  topic       text NOT NULL CHECK (topic IN ('bet', 'money', 'account', 'protection', 'other')),
  order_id    uuid,
  body        text NOT NULL,
  status      text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_work', 'answered')),
  filed_at    timestamptz(3) NOT NULL,
  due_at      timestamptz(3) NOT NULL CHECK (due_at > filed_at),
  taken_by    uuid REFERENCES operator,
  taken_at    timestamptz(3),
  outcome     text CHECK (outcome IN ('upheld', 'partly', 'declined')),
  answer      text,
  decided_by  uuid REFERENCES operator,
  decided_at  timestamptz(3),
  UNIQUE (player_id, key),
  CHECK ((taken_by IS NULL) = (taken_at IS NULL)),
  CHECK (status <> 'in_work' OR taken_by IS NOT NULL),
  CHECK ((status = 'answered') = (decided_at IS NOT NULL)),
  CHECK (num_nulls(outcome, answer, decided_by, decided_at) IN (0, 4))
);
CREATE INDEX complaint_player ON complaint (player_id, id);
CREATE INDEX complaint_waiting ON complaint (due_at, id) WHERE status <> 'answered';
CREATE TRIGGER complaint_answered BEFORE UPDATE ON complaint FOR EACH ROW
  WHEN (OLD.status = 'answered' AND (NEW.status <> 'answered' OR (NEW.answer <> OLD.answer AND NEW.answer <> '')))
  EXECUTE FUNCTION complaint_keeps_answer();
CREATE TRIGGER complaint_webhook_new AFTER INSERT ON complaint
  FOR EACH ROW EXECUTE FUNCTION webhook_complaint();
CREATE TRIGGER complaint_webhook AFTER UPDATE OF status ON complaint
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_complaint();
GRANT SELECT, INSERT, UPDATE (answer, decided_at, decided_by, outcome, status, taken_at, taken_by) ON complaint
  TO club_app;

CREATE TABLE exclusion_list (
  kind       text NOT NULL CHECK (kind IN ('phone', 'account', 'identity')),
  hash       bytea NOT NULL,
  source     text NOT NULL,                     -- 'player:ID', or the name of a register
  until      timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, hash, source)
);
CREATE INDEX exclusion_list_source ON exclusion_list (source);
GRANT SELECT, INSERT, DELETE ON exclusion_list TO club_app;

CREATE TABLE play_time (
  player_id  uuid NOT NULL,
  day        date NOT NULL,
  seconds    integer NOT NULL CHECK (seconds >= 0),
  PRIMARY KEY (player_id, day)
);
GRANT SELECT, INSERT, UPDATE (seconds) ON play_time TO club_app;

CREATE TABLE protection_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id  uuid NOT NULL,
  at         timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  kind       text NOT NULL,
  detail     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX protection_log_player ON protection_log (player_id, id);
CREATE TRIGGER protection_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON protection_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON protection_log TO club_app;

CREATE TABLE invitation (
  id            uuid PRIMARY KEY REFERENCES player,    -- the invited player
  inviter_id    uuid NOT NULL REFERENCES player,
  joined_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  state         text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'rewarded', 'refused')),
  reward_cents  bigint NOT NULL DEFAULT 0 CHECK (reward_cents >= 0),
  decided_at    timestamptz(3),
  decided_by    uuid REFERENCES operator,
  reason        text,
  CHECK (id <> inviter_id),
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK ((state = 'rewarded') = (reward_cents > 0))
);
CREATE INDEX invitation_inviter ON invitation (inviter_id, id);
CREATE TRIGGER invitation_moves BEFORE UPDATE ON invitation FOR EACH ROW EXECUTE FUNCTION invitation_moves();
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, reason, reward_cents, state) ON invitation TO club_app;

CREATE TABLE favourite_venues (
  player_id  uuid PRIMARY KEY REFERENCES player,
  codes      text[] NOT NULL
);
GRANT SELECT, INSERT, UPDATE (codes), DELETE ON favourite_venues TO club_app;

CREATE TABLE account (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('cash', 'held', 'bonus', 'escrow', 'jackpot', 'takeout', 'breakage',
               'house_topup', 'book_result', 'sports_book', 'bank_clearing', 'shop_sales', 'adjustments')),
  player_id  uuid REFERENCES player,
  pool_id    uuid,
  pool_code  text,
  may_lock   boolean,          -- says nothing: whoever may update a column of a row may lock the row
  CHECK ((kind IN ('cash', 'held', 'bonus')) = (player_id IS NOT NULL)),
  CHECK ((kind = 'escrow') = (pool_id IS NOT NULL)),
  CHECK ((kind = 'jackpot') = (pool_code IS NOT NULL))
);
CREATE UNIQUE INDEX account_player ON account (player_id, kind) WHERE player_id IS NOT NULL;
CREATE UNIQUE INDEX account_pool ON account (pool_id) WHERE pool_id IS NOT NULL;
CREATE UNIQUE INDEX account_jackpot ON account (pool_code) WHERE pool_code IS NOT NULL;
CREATE UNIQUE INDEX account_house ON account (kind)
  WHERE kind NOT IN ('cash', 'held', 'bonus', 'escrow', 'jackpot');
CREATE TRIGGER account_used BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION refuse_used_account();
CREATE TRIGGER account_stays BEFORE TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_used_account();
GRANT SELECT, INSERT, UPDATE (may_lock), DELETE ON account TO club_app;

CREATE TABLE wallet (
  player_id     uuid PRIMARY KEY REFERENCES player,
  cash_account  bigint NOT NULL,
  held_account  bigint NOT NULL,
  bonus_account bigint NOT NULL,
  cash_cents    bigint NOT NULL DEFAULT 0 CHECK (cash_cents >= 0),
  held_cents    bigint NOT NULL DEFAULT 0 CHECK (held_cents >= 0),
  bonus_cents   bigint NOT NULL DEFAULT 0 CHECK (bonus_cents >= 0)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE (bonus_cents, cash_cents, held_cents) ON wallet TO club_app;

CREATE TABLE entry (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL,                    -- bet, refund, void, payout, pool_close, jackpot, top_up, adjustment, ...
  cause      text NOT NULL UNIQUE,             -- bet:ID, scratch:RACE:RUNNER:BET, settle:POOL:VERSION:BET, topup:ID:approve
  at         timestamptz(3) NOT NULL,
  reference  text,                             -- what a statement shows: order id, top-up reference
  digest     bytea                             -- what the entry vouches for: a bet's receipt hash
);
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER entry_after_close AFTER INSERT ON entry
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION entry_after_close();
GRANT SELECT, INSERT ON entry TO club_app;

CREATE TABLE posting (
  id             bigint GENERATED ALWAYS AS IDENTITY,
  entry_id       uuid NOT NULL,
  line           smallint NOT NULL,
  account_id     bigint NOT NULL,
  amount_cents   bigint NOT NULL CHECK (amount_cents <> 0),
  balance_cents  bigint CHECK (balance_cents >= 0),
  PRIMARY KEY (entry_id, line)
);
CREATE INDEX posting_account_id ON posting (account_id, id);
CREATE INDEX posting_by_id ON posting USING brin (id) WITH (pages_per_range = 32, autosummarize = on);
CREATE TRIGGER posting_balanced AFTER INSERT ON posting
  REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION posting_sums_to_zero();
CREATE TRIGGER posting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON posting TO club_app;

CREATE TABLE chain (
  position  bigint PRIMARY KEY,
  entry_id  uuid NOT NULL UNIQUE,
  hash      bytea NOT NULL
);
CREATE TRIGGER chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON chain TO club_app;

CREATE TABLE chain_text (
  part   text PRIMARY KEY,
  since  timestamptz NOT NULL
);
GRANT SELECT ON chain_text TO club_app;

CREATE TABLE account_fold (
  account_id    bigint PRIMARY KEY,
  amount_cents  numeric NOT NULL,
  postings      bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (amount_cents, postings) ON account_fold TO club_app;

CREATE TABLE books_fold (
  id             smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  until_id       bigint NOT NULL DEFAULT 0,
  ledger_cents   numeric NOT NULL DEFAULT 0,
  players_cents  numeric NOT NULL DEFAULT 0,
  older_mark     bigint NOT NULL DEFAULT 0,     -- the newest line at the last two turns of a minute
  mark           bigint NOT NULL DEFAULT 0,
  marked_at      timestamptz(3) NOT NULL DEFAULT '-infinity'
);
CREATE TRIGGER books_fold_accounts AFTER UPDATE OF until_id ON books_fold
  FOR EACH ROW WHEN (NEW.until_id > OLD.until_id) EXECUTE FUNCTION fold_accounts();
GRANT SELECT, UPDATE (ledger_cents, mark, marked_at, older_mark, players_cents, until_id) ON books_fold TO club_app;

CREATE TABLE books_look (
  id           smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  balanced     boolean NOT NULL,
  checked_at   timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE (balanced, checked_at) ON books_look TO club_app;

CREATE TABLE verification_step (
  begun_at  timestamptz(3) NOT NULL,
  name      text NOT NULL,
  rows      bigint NOT NULL,
  detail    text,
  ended_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (begun_at, name)
);
GRANT SELECT, INSERT, DELETE ON verification_step TO club_app;

CREATE TABLE books_verified (
  at           timestamptz(3) PRIMARY KEY,
  ok           boolean NOT NULL,
  duration_ms  integer NOT NULL,
  rows_read    bigint NOT NULL,
  chain_head   bigint NOT NULL,
  broken       text[] NOT NULL              -- names of the checks that failed
);
GRANT SELECT, INSERT ON books_verified TO club_app;

CREATE TABLE books_verification (
  id        smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  at        timestamptz(3) NOT NULL,        -- the moment that all checks looked at
  verified  jsonb NOT NULL                  -- the answer of POST /api/operator/ledger/verify
);
GRANT SELECT, INSERT, UPDATE (at, verified) ON books_verification TO club_app;

CREATE TABLE borne (
  bet_id     uuid NOT NULL,
  cause      text NOT NULL,                 -- the entry's cause
  player_id  uuid NOT NULL,
  cents      bigint NOT NULL CHECK (cents <> 0),
  at         timestamptz(3) NOT NULL,
  PRIMARY KEY (bet_id, cause)
);
CREATE INDEX borne_player ON borne (player_id, at);
CREATE TRIGGER borne_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON borne
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON borne TO club_app;

CREATE TABLE idempotency (
  player_id   uuid NOT NULL REFERENCES player,
  key         text NOT NULL,
  kind        text NOT NULL,
  body_hash   bytea NOT NULL,
  answer      jsonb,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, key)
);
GRANT SELECT, INSERT ON idempotency TO club_app;

CREATE TABLE top_up (
  id            uuid PRIMARY KEY,
  player_id     uuid NOT NULL REFERENCES player,
  method        text NOT NULL,
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  reference     text NOT NULL UNIQUE,
  status        text NOT NULL CHECK (status IN ('created', 'submitted', 'approved', 'rejected', 'expired')),
  reason        text,
  decided_by    uuid REFERENCES operator,
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  submitted_at  timestamptz(3),
  decided_at    timestamptz(3)
);
CREATE INDEX top_up_player ON top_up (player_id, id);
CREATE INDEX top_up_status ON top_up (status, id);
CREATE INDEX top_up_forgotten ON top_up (created_at) WHERE status = 'created';
CREATE INDEX top_up_approved_at ON top_up (decided_at) WHERE status = 'approved';
CREATE TRIGGER top_up_webhook AFTER UPDATE OF status ON top_up
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_top_up();
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, reason, status, submitted_at) ON top_up TO club_app;

CREATE TABLE top_up_receipt (
  id          uuid PRIMARY KEY,
  top_up_id   uuid NOT NULL REFERENCES top_up,
  cipher      bytea NOT NULL,                -- base64 of a JPEG
  bytes       integer NOT NULL CHECK (bytes > 0),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX top_up_receipt_of ON top_up_receipt (top_up_id, id);
GRANT SELECT, INSERT ON top_up_receipt TO club_app;

CREATE TABLE card_payment (
  id            uuid PRIMARY KEY,
  top_up_id     uuid NOT NULL UNIQUE REFERENCES top_up,
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  outcome       text CHECK (outcome IN ('paid', 'declined', 'cancelled')),   -- what the provider decided; null: open
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_at    timestamptz(3),
  CHECK ((outcome IS NULL) = (decided_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE (decided_at, outcome) ON card_payment TO club_app;

CREATE TABLE card_event (
  id          text PRIMARY KEY,
  payment_id  uuid NOT NULL REFERENCES card_payment,
  outcome     text NOT NULL,
  told_at     timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT ON card_event TO club_app;

CREATE TABLE bank_card (
  player_id      uuid PRIMARY KEY REFERENCES player,
  bank_name      text NOT NULL,
  account_name   text NOT NULL,
  number_cipher  bytea NOT NULL,
  last_digits    text NOT NULL CHECK (length(last_digits) BETWEEN 1 AND 4),
  account_hash   bytea NOT NULL,              -- keyed: the same account at two players is found by it, not read
  branch_code    text NOT NULL,               -- empty: the number alone names the account
  swift_bic      text NOT NULL,               -- may be empty
  currency       text NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  changed_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),  -- withdrawals wait from here
  verified_at    timestamptz(3),              -- a change takes it back
  verified_by    uuid REFERENCES operator,
  CHECK ((verified_at IS NULL) = (verified_by IS NULL))
);
CREATE INDEX bank_card_account ON bank_card (account_hash);
GRANT SELECT, INSERT, UPDATE (account_hash, account_name, bank_name, branch_code, changed_at, currency, last_digits,
  number_cipher, swift_bic, verified_at, verified_by), DELETE ON bank_card TO club_app;

CREATE TABLE withdrawal (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  amount_cents   bigint NOT NULL CHECK (amount_cents > 0),
  reference      text NOT NULL UNIQUE,
  status         text NOT NULL DEFAULT 'requested'
                   CHECK (status IN ('requested', 'approved', 'paid', 'rejected', 'cancelled')),
  bank_name      text NOT NULL,               -- the account as the player saw it when asking
  last_digits    text NOT NULL,
  reason         text,
  requested_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  approved_at    timestamptz(3),
  approved_by    uuid REFERENCES operator,
  ended_at       timestamptz(3),              -- paid, rejected or cancelled
  ended_by       uuid REFERENCES operator,    -- null: the player
  paid_account   bytea,                       -- keyed hash of the account that it was paid to
  cooling_cents  bigint NOT NULL DEFAULT 0 CHECK (cooling_cents BETWEEN 0 AND amount_cents),  -- cancelled, held still
  releases_at    timestamptz(3),
  -- From when on what the club bears may come off it: since it was asked for, or since the cancelled one that it took up.
  held_since     timestamptz(3),
  claimed_cents  bigint NOT NULL DEFAULT 0,   -- what came off it when it came back
  CHECK ((status IN ('paid', 'rejected', 'cancelled')) = (ended_at IS NOT NULL)),
  CHECK ((status = 'paid') = (paid_account IS NOT NULL)),
  CHECK (status NOT IN ('approved', 'paid') OR (approved_at IS NOT NULL AND approved_by IS NOT NULL)),
  CHECK (status = 'cancelled' OR cooling_cents = 0),
  CHECK ((status = 'cancelled') = (releases_at IS NOT NULL)),
  CHECK (status NOT IN ('paid', 'rejected') OR ended_by IS NOT NULL),
  CHECK (claimed_cents BETWEEN 0 AND amount_cents)
);
CREATE INDEX withdrawal_player ON withdrawal (player_id, id);
CREATE INDEX withdrawal_status ON withdrawal (status, id);
CREATE INDEX withdrawal_cooling ON withdrawal (releases_at) WHERE cooling_cents > 0;
CREATE TRIGGER withdrawal_moves BEFORE UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal_moves();
CREATE TRIGGER withdrawal_not_in_file BEFORE UPDATE ON withdrawal FOR EACH ROW
  WHEN (OLD.status = 'approved' AND NEW.status <> 'approved') EXECUTE FUNCTION withdrawal_not_in_file();
CREATE TRIGGER withdrawal_webhook_new AFTER INSERT ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION webhook_withdrawal();
CREATE TRIGGER withdrawal_webhook AFTER UPDATE OF status ON withdrawal
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_withdrawal();
CREATE CONSTRAINT TRIGGER withdrawal_four_eyes AFTER UPDATE OF status ON withdrawal DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status = 'requested') EXECUTE FUNCTION withdrawal_waits_for_second();
CREATE TRIGGER withdrawal_after_reset BEFORE UPDATE OF status ON withdrawal FOR EACH ROW
  WHEN (NEW.status IN ('approved', 'paid') AND NEW.status <> OLD.status) EXECUTE FUNCTION withdrawal_after_reset();
GRANT SELECT, INSERT, UPDATE (approved_at, approved_by, claimed_cents, cooling_cents, ended_at, ended_by,
  paid_account, reason, releases_at, status) ON withdrawal TO club_app;

CREATE TABLE payout_file (
  id              uuid PRIMARY KEY,
  number          bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  format          text NOT NULL CHECK (format IN ('aba', 'pain001')),
  content_cipher  bytea NOT NULL,
  sha256          bytea NOT NULL,
  items           integer NOT NULL CHECK (items > 0),
  total_cents     bigint NOT NULL CHECK (total_cents > 0),
  pay_on          date NOT NULL,
  status          text NOT NULL DEFAULT 'made' CHECK (status IN ('made', 'sent', 'dropped')),
  made_by         uuid NOT NULL REFERENCES operator,
  made_at         timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_by      uuid REFERENCES operator,      -- who sent or dropped it
  decided_at      timestamptz(3),
  reason          text,
  CHECK ((status = 'made') = (decided_at IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL))
);
CREATE INDEX payout_file_status ON payout_file (status, id);
CREATE TRIGGER payout_file_moves BEFORE UPDATE ON payout_file FOR EACH ROW EXECUTE FUNCTION payout_file_moves();
CREATE TRIGGER payout_file_after_reset BEFORE UPDATE OF status ON payout_file FOR EACH ROW
  WHEN (NEW.status = 'sent' AND OLD.status <> 'sent') EXECUTE FUNCTION payout_file_after_reset();
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, reason, status) ON payout_file TO club_app;
GRANT USAGE ON SEQUENCE payout_file_number_seq TO club_app;

CREATE TABLE payout_item (
  file_id        uuid NOT NULL REFERENCES payout_file,
  withdrawal_id  uuid NOT NULL REFERENCES withdrawal,
  amount_cents   bigint NOT NULL CHECK (amount_cents > 0),
  account_hash   bytea NOT NULL,                 -- the account that the file pays to
  is_live        boolean NOT NULL DEFAULT true,
  PRIMARY KEY (file_id, withdrawal_id)
);
CREATE UNIQUE INDEX payout_item_once ON payout_item (withdrawal_id) WHERE is_live;
CREATE TRIGGER payout_item_after_reset BEFORE INSERT ON payout_item FOR EACH ROW EXECUTE FUNCTION payout_item_after_reset();
GRANT SELECT, INSERT, UPDATE (is_live) ON payout_item TO club_app;

CREATE TABLE bank_import (
  id             uuid PRIMARY KEY,
  sha256         bytea NOT NULL UNIQUE,          -- the same file twice is one
  file_name      text NOT NULL,
  profile        text NOT NULL,                  -- camt053, or the name of a profile of columns
  items          integer NOT NULL CHECK (items >= 0),
  added          integer NOT NULL CHECK (added BETWEEN 0 AND items),
  closing_cents  bigint,
  closing_day    date,
  imported_by    uuid NOT NULL REFERENCES operator,
  imported_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((closing_cents IS NULL) = (closing_day IS NULL))
);
GRANT SELECT, INSERT ON bank_import TO club_app;

CREATE TABLE bank_line (
  id              uuid PRIMARY KEY,
  import_id       uuid NOT NULL REFERENCES bank_import,
  key             bytea NOT NULL UNIQUE,
  day             date NOT NULL,
  amount_cents    bigint NOT NULL CHECK (amount_cents <> 0),   -- above zero: money that came
  reference       text NOT NULL,
  name            text NOT NULL,
  details         text NOT NULL,
  bank_id         text NOT NULL,
  status          text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'matched', 'booked', 'explained')),
  top_up_id       uuid UNIQUE REFERENCES top_up,
  withdrawal_id   uuid UNIQUE REFERENCES withdrawal,
  payout_file_id  uuid UNIQUE REFERENCES payout_file,
  kind            text CHECK (kind IN ('fee', 'interest', 'own_transfer', 'other')),
  note            text,
  decided_by      uuid REFERENCES operator,
  decided_at      timestamptz(3),
  CHECK ((status = 'matched') = (num_nonnulls(top_up_id, withdrawal_id, payout_file_id) = 1)),
  CHECK (status = 'matched' OR num_nonnulls(top_up_id, withdrawal_id, payout_file_id) = 0),
  CHECK (top_up_id IS NULL OR amount_cents > 0),
  CHECK (num_nonnulls(withdrawal_id, payout_file_id) = 0 OR amount_cents < 0),
  CHECK ((status IN ('booked', 'explained')) = (kind IS NOT NULL)),
  CHECK (kind IS NULL OR note <> ''),
  CHECK ((status = 'open') = (decided_at IS NULL))
);
CREATE INDEX bank_line_day ON bank_line (day, id);
CREATE INDEX bank_line_open ON bank_line (day, id) WHERE status = 'open';
CREATE TRIGGER bank_line_moves BEFORE UPDATE ON bank_line FOR EACH ROW EXECUTE FUNCTION bank_line_moves();
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, kind, note, payout_file_id, status, top_up_id, withdrawal_id)
  ON bank_line TO club_app;

CREATE TABLE bank_entry_note (
  entry_id  uuid PRIMARY KEY,
  note      text NOT NULL CHECK (note <> ''),
  noted_by  uuid NOT NULL REFERENCES operator,
  noted_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (note, noted_at, noted_by) ON bank_entry_note TO club_app;

CREATE TABLE month_close (
  month       date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  ends_at     timestamptz(3) NOT NULL UNIQUE,    -- in club time; every entry of the month is earlier
  body        text NOT NULL,                     -- canonical JSON, the signature in it
  is_balanced boolean NOT NULL CHECK (is_balanced),
  closed_by   uuid NOT NULL REFERENCES operator,
  closed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK (closed_at > ends_at)
);
CREATE TRIGGER month_close_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON month_close
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON month_close TO club_app;

CREATE TABLE house_adjustment (
  approval_id   uuid PRIMARY KEY REFERENCES approval,
  entry_id      uuid NOT NULL UNIQUE,
  kind          text NOT NULL CHECK (kind IN ('wrong_account', 'write_off', 'opening', 'other')),
  from_account  text NOT NULL CHECK (from_account IN
                  ('takeout', 'breakage', 'house_topup', 'book_result', 'shop_sales', 'adjustments')),
  to_account    text NOT NULL CHECK (to_account IN
                  ('takeout', 'breakage', 'house_topup', 'book_result', 'shop_sales', 'adjustments')),
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  reason        text NOT NULL CHECK (reason <> ''),
  asked_by      uuid NOT NULL REFERENCES operator,
  approved_by   uuid NOT NULL REFERENCES operator,
  at            timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK (from_account <> to_account),
  CONSTRAINT house_adjustment_four_eyes CHECK (approved_by <> asked_by)
);
CREATE TRIGGER house_adjustment_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON house_adjustment
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE CONSTRAINT TRIGGER house_adjustment_as_approved AFTER INSERT ON house_adjustment DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION house_adjustment_is_as_approved();
GRANT SELECT, INSERT ON house_adjustment TO club_app;

CREATE TABLE product (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('goods', 'day')),
  picture      text NOT NULL,                    -- which drawing the apps show
  texts        jsonb NOT NULL CHECK (texts #>> '{en,name}' <> ''),  -- per language: name, about
  price_cents  bigint NOT NULL CHECK (price_cents > 0),
  stock        integer NOT NULL CHECK (stock >= 0),
  happens_at   timestamptz(3),
  status       text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'withdrawn')),
  version      integer NOT NULL DEFAULT 1,       -- goes up with each change of texts or price, not with the stock
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((kind = 'day') = (happens_at IS NOT NULL))
);
CREATE INDEX product_status ON product (status, id);
CREATE TRIGGER product_back AFTER UPDATE OF stock ON product FOR EACH ROW
  WHEN (OLD.stock = 0 AND NEW.stock > 0) EXECUTE FUNCTION note_back();
GRANT SELECT, INSERT, UPDATE (happens_at, kind, picture, price_cents, status, stock, texts, version) ON product
  TO club_app;

CREATE TABLE shop_order (
  id           uuid PRIMARY KEY,
  player_id    uuid NOT NULL REFERENCES player,
  product_id   uuid NOT NULL REFERENCES product,
  order_no     text NOT NULL UNIQUE,
  texts        jsonb NOT NULL,
  picture      text NOT NULL,
  quantity     integer NOT NULL CHECK (quantity > 0),
  unit_cents   bigint NOT NULL CHECK (unit_cents > 0),
  cost_cents   bigint NOT NULL CHECK (cost_cents = quantity * unit_cents),
  bonus_cents  bigint NOT NULL CHECK (bonus_cents BETWEEN 0 AND cost_cents),  -- what of it the bonus paid
  status       text NOT NULL DEFAULT 'paid' CHECK (status IN ('paid', 'handed_over', 'refunded')),
  bought_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at     timestamptz(3),
  ended_by     uuid REFERENCES operator,
  reason       text,
  CHECK ((status = 'paid') = (ended_at IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK (status <> 'refunded' OR reason IS NOT NULL)
);
CREATE INDEX shop_order_player ON shop_order (player_id, id);
CREATE INDEX shop_order_status ON shop_order (status, id);
CREATE INDEX shop_order_product ON shop_order (product_id);
CREATE TRIGGER shop_order_moves BEFORE UPDATE ON shop_order FOR EACH ROW EXECUTE FUNCTION shop_order_moves();
GRANT SELECT, INSERT, UPDATE (ended_at, ended_by, reason, status) ON shop_order TO club_app;

CREATE TABLE product_wish (
  player_id   uuid NOT NULL REFERENCES player,
  product_id  uuid NOT NULL REFERENCES product,
  wished_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  back_at     timestamptz(3),                   -- when it was there again
  PRIMARY KEY (player_id, product_id)
);
CREATE INDEX product_wish_waiting ON product_wish (product_id) WHERE back_at IS NULL;
GRANT SELECT, INSERT, UPDATE (back_at, wished_at), DELETE ON product_wish TO club_app;

CREATE TABLE rule_set (
  name        text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  rules       jsonb NOT NULL,
  -- Who made a version, who looked at it, and why. Those that ship say nothing of it.
  made_at     timestamptz(3) DEFAULT club_now_ms(),
  made_by     uuid REFERENCES operator,
  checked_by  uuid REFERENCES operator,
  reason      text,
  PRIMARY KEY (name, version),
  CONSTRAINT rule_set_four_eyes CHECK (checked_by <> made_by)
);
CREATE TRIGGER rule_set_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rule_set
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON rule_set TO club_app;

CREATE TABLE rule_draft (
  name         text PRIMARY KEY CHECK (name ~ '^[A-Z][A-Z0-9_]{1,23}$'),
  rules        jsonb NOT NULL,
  based_on     integer NOT NULL CHECK (based_on >= 0),   -- the newest version when it was begun; 0: a new set
  changed_by   uuid NOT NULL REFERENCES operator,
  changed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  approval_id  uuid REFERENCES approval
);
GRANT SELECT, INSERT, UPDATE (approval_id, based_on, changed_at, changed_by, rules), DELETE ON rule_draft TO club_app;

CREATE TABLE meeting (
  id          uuid PRIMARY KEY,
  country     text NOT NULL,
  code        text NOT NULL,
  date        date NOT NULL,                  -- the day in the venue's zone
  name        text NOT NULL,
  timezone    text NOT NULL,
  currency    text NOT NULL,
  event_type  text NOT NULL CHECK (event_type IN ('Races', 'Harness', 'Greyhounds')),
  rule_set    text NOT NULL,
  dividends   text NOT NULL CHECK (dividends IN ('club', 'declared')),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- Who last changed the card: with CLUB_CARDS_FOUR_EYES another operator opens its races. Null: the club itself.
  card_by     uuid,
  UNIQUE (country, code, date)
);
CREATE INDEX meeting_date ON meeting (date);
GRANT SELECT, INSERT, UPDATE (card_by, currency, dividends, event_type, name, rule_set, timezone) ON meeting
  TO club_app;

CREATE TABLE race (
  id                   uuid PRIMARY KEY,
  meeting_id           uuid NOT NULL REFERENCES meeting,
  number               smallint NOT NULL CHECK (number > 0),
  name                 text NOT NULL,
  distance_m           integer,
  class                text,
  handicap             boolean NOT NULL DEFAULT false,
  going                text,
  start_time           timestamptz(3) NOT NULL,
  status               text NOT NULL DEFAULT 'draft'
                         CHECK (status IN ('draft', 'open', 'closed', 'interim', 'final', 'settled', 'abandoned')),
  runner_mask          bigint NOT NULL DEFAULT 0,  -- bit n: saddle number n runs in this race
  scratched_mask       bigint NOT NULL DEFAULT 0,  -- bit n: saddle number n is scratched
  opened_at            timestamptz(3),
  closed_at            timestamptz(3),        -- every bet has an earlier accepted_at
  abandoned_at         timestamptz(3),
  settled_at           timestamptz(3),
  note                 text,                  -- reason of a delay or an abandonment
  draw_hash            text,                  -- demo: hash of the seed that will draw the result, shown before
  draw_seed            text,                  -- demo: shown after
  paused_by            uuid,                  -- the incident by which it takes no bet; no foreign key: a circle otherwise
  -- Settling that an operator stopped: no further chunk is paid until one lets it go on.
  settling_stopped_at  timestamptz(3),
  settling_stopped_by  uuid,
  -- The pools that take bets on it. WIN always does: a double's favourite is found in it.
  offered              text[] NOT NULL DEFAULT '{WIN,PLACE,QUINELLA,EXACTA,TRIFECTA,FIRST4,DOUBLE_WIN,DOUBLE_PLACE}'
                         CHECK (offered <@ '{WIN,PLACE,QUINELLA,EXACTA,TRIFECTA,FIRST4,DOUBLE_WIN,DOUBLE_PLACE}'::text[]
                           AND 'WIN' = ANY (offered)),
  -- walk_over: one runner came to the start, its result names it alone. no_race: it was started and declared void.
  ending               text CHECK (ending IN ('walk_over', 'no_race')),
  -- Stakes on each runner of the WIN pool that were live when betting closed: a double's favourite goes by them for
  -- good, whatever is given back or cancelled later.
  win_at_close         jsonb,
  -- The official dividends of the doubles that end in a race that was abandoned: it has no result to say them.
  void_declared        jsonb,
  UNIQUE (meeting_id, number),
  CHECK (status = 'draft' OR opened_at IS NOT NULL OR status = 'abandoned'),
  CHECK (status NOT IN ('closed', 'interim', 'final', 'settled') OR closed_at IS NOT NULL),
  CHECK (ending <> 'no_race' OR status = 'abandoned'),
  CHECK (void_declared IS NULL OR status = 'abandoned')
);
CREATE INDEX race_due ON race (start_time) WHERE status = 'open';
CREATE INDEX race_start ON race (start_time);
CREATE TRIGGER race_webhook AFTER UPDATE OF status ON race
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_race();
CREATE TRIGGER race_offered BEFORE UPDATE OF offered ON race
  FOR EACH ROW WHEN (NEW.offered <> OLD.offered) EXECUTE FUNCTION refuse_offer_without_pool();
GRANT SELECT, INSERT, UPDATE (abandoned_at, class, closed_at, distance_m, draw_hash, draw_seed, ending, going,
  handicap, name, note, offered, opened_at, paused_by, runner_mask, scratched_mask, settled_at, settling_stopped_at,
  settling_stopped_by, start_time, status, void_declared, win_at_close) ON race TO club_app;

CREATE TABLE runner (
  race_id       uuid NOT NULL REFERENCES race,
  number        smallint NOT NULL CHECK (number BETWEEN 1 AND 60),  -- a bit of the masks
  name          text NOT NULL,
  barrier       smallint,
  jockey        text,
  trainer       text,
  weight_kg     numeric(5, 1),
  form          text,
  scratched_at  timestamptz(3),
  -- Fields that an operator changed in place since a card last wrote them: a file that says otherwise needs a person.
  by_hand       text[] NOT NULL DEFAULT '{}' CHECK (by_hand <@ '{barrier,jockey,trainer,weight_kg}'::text[]),
  PRIMARY KEY (race_id, number)
);
GRANT SELECT, INSERT, UPDATE (barrier, by_hand, form, jockey, name, scratched_at, trainer, weight_kg), DELETE
  ON runner TO club_app;

CREATE TABLE pool (
  id                   uuid PRIMARY KEY,
  code                 text NOT NULL CHECK (code IN ('WIN', 'PLACE', 'QUINELLA', 'EXACTA', 'TRIFECTA', 'FIRST4',
                         'DOUBLE_WIN', 'DOUBLE_PLACE')),
  race_id              uuid NOT NULL REFERENCES race,
  race_id2             uuid REFERENCES race,
  rule_set             text NOT NULL,
  rule_set_version     integer NOT NULL,      -- frozen when the pool opens
  dividends            text NOT NULL CHECK (dividends IN ('club', 'declared')),
  status               text NOT NULL DEFAULT 'OPEN'
                       CHECK (status IN ('OPEN', 'CLOSED', 'PAID', 'REFUND', 'REFUND_NO_WINNER', 'JACKPOT')),
  escrow_account       bigint NOT NULL,
  jackpot_in_cents     bigint CHECK (jackpot_in_cents >= 0),  -- null until the close takes the waiting jackpot
  late_scratched_mask  bigint NOT NULL DEFAULT 0,  -- doubles: leg-2 runners scratched after leg 1 started
  is_leg2_void_late    boolean NOT NULL DEFAULT false,  -- doubles: leg 2 abandoned after leg 1 started
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  paused_by            uuid,                  -- the incident by which it takes no bet
  FOREIGN KEY (rule_set, rule_set_version) REFERENCES rule_set (name, version),
  CHECK ((code IN ('DOUBLE_WIN', 'DOUBLE_PLACE')) = (race_id2 IS NOT NULL)),
  CHECK (race_id <> race_id2)
);
CREATE UNIQUE INDEX pool_single ON pool (race_id, code) WHERE race_id2 IS NULL;
CREATE UNIQUE INDEX pool_double ON pool (least(race_id, race_id2), greatest(race_id, race_id2), code)
  WHERE race_id2 IS NOT NULL;
CREATE INDEX pool_leg2 ON pool (race_id2) WHERE race_id2 IS NOT NULL;
CREATE INDEX pool_race ON pool (race_id);
CREATE INDEX pool_open_double ON pool (race_id) WHERE race_id2 IS NOT NULL AND status IN ('OPEN', 'CLOSED');
CREATE INDEX pool_unsettled ON pool (created_at) WHERE status IN ('OPEN', 'CLOSED');
CREATE TRIGGER pool_offered BEFORE INSERT ON pool FOR EACH ROW EXECUTE FUNCTION refuse_pool_not_offered();
GRANT SELECT, INSERT, UPDATE (is_leg2_void_late, jackpot_in_cents, late_scratched_mask, paused_by, status), DELETE
  ON pool TO club_app;

CREATE TABLE pool_total (
  pool_id       uuid NOT NULL,
  number        smallint NOT NULL,
  stakes_cents  bigint NOT NULL,
  bets          integer NOT NULL,
  PRIMARY KEY (pool_id, number)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE (bets, stakes_cents) ON pool_total TO club_app;

CREATE TABLE pool_delta (
  pool_id       uuid NOT NULL,
  number        smallint NOT NULL,
  stakes_cents  bigint NOT NULL,
  bets          integer NOT NULL
);
GRANT SELECT, INSERT, DELETE ON pool_delta TO club_app;
DO $$ BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE '
      GRANT MAINTAIN ON pool_delta TO club_app;';
  END IF;
END $$;

CREATE TABLE pool_void (
  pool_id       uuid NOT NULL REFERENCES pool,
  bet_id        uuid NOT NULL,
  number        smallint NOT NULL,
  stakes_cents  bigint NOT NULL CHECK (stakes_cents > 0 OR number = 0 AND stakes_cents = 0),
  PRIMARY KEY (pool_id, number, bet_id)
);
CREATE TRIGGER pool_void_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON pool_void
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON pool_void TO club_app;

CREATE TABLE price_point (
  race_id  uuid NOT NULL REFERENCES race,
  at       timestamptz(3) NOT NULL,
  win      jsonb NOT NULL,               -- cents per 1.00 by saddle number
  PRIMARY KEY (race_id, at)
);
GRANT SELECT, INSERT, DELETE ON price_point TO club_app;

CREATE TABLE bet (
  id                 uuid NOT NULL,
  player_id          uuid NOT NULL,
  idem_key           text,                        -- lives as long as the bet (promise P2)
  fingerprint        bytea NOT NULL,              -- SHA-256 of the normalised order
  bet_type           smallint NOT NULL CHECK (bet_type BETWEEN 1 AND 15),
  race_id            uuid NOT NULL,               -- a double's leg 1
  race_id2           uuid,                        -- a double's leg 2
  pool_id            uuid NOT NULL,
  pool_id2           uuid,                        -- Each Way: the PLACE pool
  selections         text NOT NULL,               -- canonical JSON of the wire fields that the type uses
  combinations       integer NOT NULL CHECK (combinations BETWEEN 1 AND 30000),
  unit_stake_cents   bigint NOT NULL CHECK (unit_stake_cents > 0),
  unit_stake2_cents  bigint CHECK (unit_stake2_cents > 0),
  cost_cents         bigint NOT NULL CHECK (cost_cents > 0),
  cost2_cents        bigint NOT NULL CHECK (cost2_cents >= 0 AND cost2_cents < cost_cents),  -- part of the cost in pool_id2
  exchange_rate      numeric(20, 8) NOT NULL,
  accepted_at        timestamptz(3) NOT NULL,
  nonce              bytea NOT NULL,
  receipt_hash       bytea NOT NULL,              -- SHA-256(0x00 + canonical JSON of the leaf)
  PRIMARY KEY (id)
);
CREATE INDEX bet_player_id_id ON bet (player_id, id);
CREATE INDEX bet_pool_id ON bet (pool_id, id);
CREATE INDEX bet_pool2_id ON bet (pool_id2, id) WHERE pool_id2 IS NOT NULL;
CREATE UNIQUE INDEX bet_player_key ON bet (player_id, idem_key) WHERE idem_key IS NOT NULL;
CREATE TRIGGER bet_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bet
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON bet TO club_app;

CREATE TABLE bet_credit (
  bet_id        uuid NOT NULL,
  cause         text NOT NULL,                -- the entry's cause
  kind          text NOT NULL CHECK (kind IN ('payout', 'refund', 'void')),
  pool_id       uuid NOT NULL,
  amount_cents  bigint NOT NULL CHECK (amount_cents <> 0),
  at            timestamptz(3) NOT NULL,
  PRIMARY KEY (bet_id, cause, pool_id, kind)
);
CREATE INDEX bet_credit_pool ON bet_credit (pool_id);
CREATE TRIGGER bet_credit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bet_credit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON bet_credit TO club_app;

CREATE TABLE bet_void (
  bet_id       uuid PRIMARY KEY,
  reason       text NOT NULL CHECK (btrim(reason) <> ''),
  operator_id  uuid NOT NULL,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE TRIGGER bet_void_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bet_void
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON bet_void TO club_app;

CREATE TABLE refused_bet (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at              timestamptz(3) NOT NULL,
  player_id       uuid NOT NULL REFERENCES player,
  code            text NOT NULL,          -- bet.same_again, race.closed, funds.insufficient, ...
  race_id         uuid,                   -- as it was asked for: it need not be there
  sport_event_id  uuid,
  bet_type        smallint,
  stake_cents     bigint CHECK (stake_cents >= 0)   -- of one combination or line
);
CREATE INDEX refused_bet_at ON refused_bet (at);
CREATE INDEX refused_bet_player ON refused_bet (player_id);
GRANT SELECT, INSERT, DELETE ON refused_bet TO club_app;

CREATE TABLE result (
  race_id       uuid NOT NULL REFERENCES race,
  version       integer NOT NULL CHECK (version > 0),
  stage         text NOT NULL CHECK (stage IN ('interim', 'final')),
  placings      jsonb NOT NULL,               -- [[4],[7,9],[2]]
  declared      jsonb,                        -- declared dividends, as entered
  is_stale      boolean NOT NULL DEFAULT false,  -- a scratching came after it
  entered_by    uuid,
  confirmed_by  uuid,
  reason        text,
  entered_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- Four eyes: a final result that waits for its second operator is not official yet and is shown to no player.
  is_confirmed  boolean NOT NULL DEFAULT true,
  -- [{"number": 5, "why": "disqualified"}]: runners without a place, in order of number. Nothing is paid by it.
  unplaced      jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (race_id, version),
  CHECK (confirmed_by <> entered_by),
  CHECK (is_confirmed OR confirmed_by IS NULL)
);
GRANT SELECT, INSERT, UPDATE (confirmed_by, is_confirmed, is_stale, reason) ON result TO club_app;

CREATE TABLE settlement (
  id              uuid PRIMARY KEY,
  pool_id         uuid NOT NULL REFERENCES pool,
  race_id         uuid NOT NULL REFERENCES race,
  result_version  integer NOT NULL,
  step            text NOT NULL DEFAULT 'computed' CHECK (step IN ('computed', 'posting', 'posted', 'announced')),
  facts           jsonb NOT NULL,             -- what the pure function was given
  outcome         jsonb NOT NULL,             -- what it said: the dividends stand once written
  cursor_bet      uuid,                       -- last bet paid
  paid_cents      bigint NOT NULL DEFAULT 0,
  refunded_cents  bigint NOT NULL DEFAULT 0,
  created_at      timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  posted_at       timestamptz(3),
  -- How many bets it has paid or given back so far, in how many transactions.
  bets_paid       bigint NOT NULL DEFAULT 0,
  chunks          integer NOT NULL DEFAULT 0,
  UNIQUE (pool_id, race_id, result_version)
);
CREATE INDEX settlement_race ON settlement (race_id, result_version);
CREATE INDEX settlement_unfinished ON settlement (created_at) WHERE step <> 'announced';
GRANT SELECT, INSERT, UPDATE (bets_paid, chunks, cursor_bet, paid_cents, posted_at, refunded_cents, step)
  ON settlement TO club_app;

CREATE TABLE refund_job (
  id          uuid PRIMARY KEY,
  pool_id     uuid NOT NULL REFERENCES pool,
  race_id     uuid NOT NULL REFERENCES race,
  cause       text NOT NULL,                  -- scratch:RACE:RUNNER or abandon:RACE
  leg         smallint NOT NULL DEFAULT 1 CHECK (leg IN (1, 2)),
  number      smallint,                       -- the runner scratched; null: everything still live
  masks       jsonb NOT NULL,                 -- runners already void before, per leg
  cursor_bet  uuid,
  is_done     boolean NOT NULL DEFAULT false,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- What will come back in all is counted once, after the race was marked; null until then.
  due_bets    integer,
  due_cents   bigint,
  paid_bets   integer NOT NULL DEFAULT 0,
  paid_cents  bigint NOT NULL DEFAULT 0,
  UNIQUE (pool_id, cause)
);
CREATE INDEX refund_job_open ON refund_job (created_at) WHERE NOT is_done;
CREATE INDEX refund_job_race ON refund_job (race_id);
GRANT SELECT, INSERT, UPDATE (cursor_bet, due_bets, due_cents, is_done, paid_bets, paid_cents) ON refund_job
  TO club_app;

CREATE TABLE correction (
  id            uuid PRIMARY KEY REFERENCES approval,
  race_id       uuid NOT NULL REFERENCES race,
  from_version  integer NOT NULL,
  version       integer NOT NULL CHECK (version > from_version),
  reason        text NOT NULL,
  step          text NOT NULL DEFAULT 'approved' CHECK (step IN ('approved', 'planned', 'done')),
  pools         jsonb,                     -- the plan: per pool its new settlement, facts and outcome
  at            timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  done_at       timestamptz(3),
  UNIQUE (race_id, version),
  CHECK ((step = 'approved') = (pools IS NULL)),
  CHECK ((step = 'done') = (done_at IS NOT NULL))
);
CREATE INDEX correction_open ON correction (at) WHERE step <> 'done';
GRANT SELECT, INSERT, UPDATE (done_at, pools, step) ON correction TO club_app;

CREATE TABLE correction_line (
  correction_id  uuid NOT NULL REFERENCES correction,
  player_id      uuid NOT NULL,
  bet_id         uuid NOT NULL,
  pool_id        uuid NOT NULL,
  old_kind       text,
  old_cents      bigint NOT NULL CHECK (old_cents >= 0),
  new_kind       text,
  new_cents      bigint NOT NULL CHECK (new_cents >= 0),
  borne_cents    bigint NOT NULL DEFAULT 0 CHECK (borne_cents BETWEEN 0 AND old_cents),
  is_done        boolean NOT NULL DEFAULT false,
  PRIMARY KEY (correction_id, player_id, bet_id, pool_id),
  CHECK (old_cents <> new_cents OR old_kind <> new_kind),
  CHECK ((old_cents = 0) = (old_kind IS NULL) AND (new_cents = 0) = (new_kind IS NULL))
);
CREATE INDEX correction_line_open ON correction_line (correction_id, player_id) WHERE NOT is_done;
GRANT SELECT, INSERT, UPDATE (borne_cents, is_done) ON correction_line TO club_app;

CREATE TABLE jackpot_link (
  pool_id       uuid PRIMARY KEY REFERENCES pool,
  pool_code     text NOT NULL,
  -- What it took is in it, or was paid out of it; false: it handed it on (nobody won, or it went back).
  keeps         boolean NOT NULL,
  -- What it leaves beside what it took from pools before it.
  own_cents     bigint NOT NULL CHECK (own_cents >= 0),
  -- What stands booked from it in the jackpot's account; what else it left stands in adjustments.
  booked_cents  bigint NOT NULL DEFAULT 0,
  CHECK (own_cents = 0 OR NOT keeps)
);
CREATE INDEX jackpot_link_source ON jackpot_link (pool_code) WHERE own_cents > 0;
GRANT SELECT, INSERT, UPDATE (booked_cents, keeps, own_cents) ON jackpot_link TO club_app;

CREATE TABLE jackpot_take (
  seq           bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  taker_id      uuid NOT NULL REFERENCES jackpot_link,
  source_id     uuid NOT NULL REFERENCES jackpot_link,
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  PRIMARY KEY (taker_id, source_id)
);
CREATE INDEX jackpot_take_source ON jackpot_take (source_id, seq);
CREATE TRIGGER jackpot_take_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON jackpot_take
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON jackpot_take TO club_app;

CREATE TABLE incident (
  id         uuid PRIMARY KEY,
  scope      text NOT NULL CHECK (scope IN ('all', 'race', 'pool')),
  race_id    uuid REFERENCES race,
  pool_id    uuid REFERENCES pool,
  -- What players are told, in their language.
  notice     text NOT NULL CHECK (notice IN ('checking', 'technical', 'weather', 'stewards')),
  reason     text NOT NULL CHECK (btrim(reason) <> ''),     -- for the operators
  begun_by   uuid NOT NULL,
  begun_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_by   uuid,
  ended_at   timestamptz(3),
  CHECK ((scope = 'all') = (race_id IS NULL)),
  CHECK ((scope = 'pool') = (pool_id IS NOT NULL)),
  CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX incident_of_all ON incident (scope) WHERE ended_at IS NULL AND scope = 'all';
CREATE UNIQUE INDEX incident_of_race ON incident (race_id) WHERE ended_at IS NULL AND scope = 'race';
CREATE UNIQUE INDEX incident_of_pool ON incident (pool_id) WHERE ended_at IS NULL AND scope = 'pool';
CREATE INDEX incident_newest ON incident (begun_at DESC, id);
GRANT SELECT, INSERT, UPDATE (ended_at, ended_by) ON incident TO club_app;

CREATE TABLE incident_note (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id  uuid NOT NULL REFERENCES incident,
  operator_id  uuid NOT NULL,
  text         text NOT NULL CHECK (btrim(text) <> ''),
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX incident_note_of ON incident_note (incident_id, id);
CREATE TRIGGER incident_note_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON incident_note
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON incident_note TO club_app;

CREATE TABLE inquiry (
  id          uuid PRIMARY KEY,
  race_id     uuid NOT NULL REFERENCES race,
  kind        text NOT NULL CHECK (kind IN ('inquiry', 'protest')),
  runners     jsonb NOT NULL DEFAULT '[]',           -- saddle numbers that it is about
  reason      text NOT NULL CHECK (btrim(reason) <> ''),
  lodged_by   uuid NOT NULL,
  lodged_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  outcome     text CHECK (outcome IN ('upheld', 'dismissed', 'withdrawn')),
  decision    text,
  decided_by  uuid,
  decided_at  timestamptz(3),
  CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (outcome IS NULL) = (decided_by IS NULL)),
  CHECK (outcome IS NULL OR btrim(decision) <> '')
);
CREATE INDEX inquiry_race ON inquiry (race_id, lodged_at);
CREATE INDEX inquiry_open ON inquiry (race_id) WHERE decided_at IS NULL;
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, decision, outcome) ON inquiry TO club_app;

CREATE TABLE card_arrival (
  id          uuid PRIMARY KEY,
  source      text NOT NULL CHECK (source IN ('folder', 'hook')),
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),   -- the file's name, or the message's id
  format      text NOT NULL,
  payload     text NOT NULL,                       -- JSON as the import takes it
  hash        bytea NOT NULL,                      -- SHA-256 of what came
  answer      jsonb NOT NULL,                      -- what it would have done when it came
  status      text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'taken', 'discarded', 'replaced')),
  event_id    uuid REFERENCES meeting,             -- the meeting that it was taken into
  decided_by  uuid REFERENCES operator,
  arrived_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_at  timestamptz(3),
  CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CHECK (status NOT IN ('taken', 'discarded') OR decided_by IS NOT NULL)
);
CREATE UNIQUE INDEX card_arrival_message ON card_arrival (name) WHERE source = 'hook';
CREATE INDEX card_arrival_file ON card_arrival (name, arrived_at DESC) WHERE source = 'folder';
CREATE INDEX card_arrival_newest ON card_arrival (arrived_at DESC, id);
CREATE INDEX card_arrival_waiting ON card_arrival (arrived_at) WHERE status = 'waiting';
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, event_id, status), DELETE ON card_arrival TO club_app;

CREATE TABLE card_hook (
  is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  secret      bytea NOT NULL,                      -- sealed
  old_secret  bytea,                               -- the one before: good until old_until
  old_until   timestamptz(3),
  created_by  uuid NOT NULL REFERENCES operator,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((old_secret IS NULL) = (old_until IS NULL))
);
GRANT SELECT, INSERT, UPDATE (created_at, created_by, old_secret, old_until, secret), DELETE ON card_hook TO club_app;

CREATE TABLE sport_event (
  id                       uuid PRIMARY KEY,
  sport                    text NOT NULL CHECK (sport ~ '^[a-z][a-z0-9_]{1,39}$'),
  competition              text NOT NULL,
  home                     text NOT NULL,
  away                     text NOT NULL,     -- empty: an outright, whose title is in home
  home_names               jsonb NOT NULL DEFAULT '{}',  -- by language
  away_names               jsonb NOT NULL DEFAULT '{}',
  start_time               timestamptz(3) NOT NULL,
  first_start              timestamptz(3) NOT NULL,  -- as first published: how far it moved is counted from here
  status                   text NOT NULL CHECK (status IN ('draft', 'open', 'closed', 'final', 'settled', 'void')),
  is_suspended             boolean NOT NULL DEFAULT false,
  is_stale                 boolean NOT NULL DEFAULT false,  -- its feed is silent: no bets until it speaks again
  closed_at                timestamptz(3),
  settled_at               timestamptz(3),
  live_home                smallint CHECK (live_home >= 0),
  live_away                smallint CHECK (live_away >= 0),
  live_clock               text,
  score_home               smallint,          -- of the result that was settled
  score_away               smallint,
  result_version           integer,           -- the result that was settled, or corrected to
  source                   text NOT NULL,     -- hand, or the feed's format
  source_id                text,
  fed_at                   timestamptz(3),
  max_liability_cents      bigint NOT NULL CHECK (max_liability_cents >= 0),
  worst_cents              bigint NOT NULL DEFAULT 0 CHECK (worst_cents >= 0),  -- sum of its markets'
  multiple_stakes_cents    bigint NOT NULL DEFAULT 0 CHECK (multiple_stakes_cents >= 0),
  multiple_exposure_cents  bigint NOT NULL DEFAULT 0 CHECK (multiple_exposure_cents >= 0),
  bets                     integer NOT NULL DEFAULT 0 CHECK (bets >= 0),
  created_by               uuid,
  created_at               timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- Suspended with all the others, not by itself: it is taken up with them again.
  is_held                  boolean NOT NULL DEFAULT false,
  -- What the feed called the sides when the club last believed it, as they stood in the file. Other names under the
  -- same event may be another match: its prices are not taken before a person has looked. Null: the next file says it.
  fed_home                 text,
  fed_away                 text,
  CHECK ((status IN ('draft', 'open')) = (closed_at IS NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX sport_event_source ON sport_event (source, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX sport_event_start ON sport_event (start_time, id);
CREATE INDEX sport_event_open ON sport_event (start_time) WHERE status = 'open';
CREATE INDEX sport_event_closed ON sport_event (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX sport_event_home ON sport_event (sport, home, start_time);
CREATE INDEX sport_event_away ON sport_event (sport, away, start_time);
CREATE INDEX sport_event_held ON sport_event (id) WHERE is_held;
CREATE TRIGGER sport_event_opens_held BEFORE INSERT ON sport_event FOR EACH ROW
  WHEN (NEW.status = 'open' AND NOT NEW.is_suspended) EXECUTE FUNCTION hold_new_sport_event();
CREATE TRIGGER sport_event_published_held BEFORE UPDATE OF status ON sport_event FOR EACH ROW
  WHEN (NEW.status = 'open' AND OLD.status = 'draft' AND NOT NEW.is_suspended) EXECUTE FUNCTION hold_new_sport_event();
GRANT SELECT, INSERT, UPDATE (away, away_names, bets, closed_at, competition, fed_at, fed_away, fed_home, first_start,
  home, home_names, is_held, is_stale, is_suspended, live_away, live_clock, live_home, max_liability_cents,
  multiple_exposure_cents, multiple_stakes_cents, result_version, score_away, score_home, settled_at, start_time,
  status, worst_cents) ON sport_event TO club_app;

CREATE TABLE sport_market (
  id                   uuid PRIMARY KEY,
  event_id             uuid NOT NULL REFERENCES sport_event,
  ord                  smallint NOT NULL,
  type                 text NOT NULL CHECK (type IN ('1x2', 'two_way', 'over_under', 'double_chance', 'correct_score',
                         'outright', 'asian_handicap')),
  line_milli           integer CHECK (line_milli % 250 = 0),
  status               text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'suspended', 'closed', 'settled', 'void')),
  version              integer NOT NULL DEFAULT 1,
  combines             boolean NOT NULL DEFAULT false,
  max_liability_cents  bigint NOT NULL CHECK (max_liability_cents >= 0),
  stakes_cents         bigint NOT NULL DEFAULT 0 CHECK (stakes_cents >= 0),     -- of single bets
  worst_cents          bigint NOT NULL DEFAULT 0 CHECK (worst_cents >= 0),      -- lost at worst by single bets
  changed_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((type IN ('over_under', 'asian_handicap')) = (line_milli IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX sport_market_event ON sport_market (event_id, ord);
CREATE UNIQUE INDEX sport_market_once ON sport_market (event_id, type, (coalesce(line_milli, 0))) WHERE type <> 'outright';
GRANT SELECT, INSERT, UPDATE (changed_at, max_liability_cents, stakes_cents, status, version, worst_cents)
  ON sport_market TO club_app;

CREATE TABLE sport_outcome (
  id                   uuid PRIMARY KEY,
  market_id            uuid NOT NULL REFERENCES sport_market,
  event_id             uuid NOT NULL,
  ord                  smallint NOT NULL,
  key                  text NOT NULL,
  name                 text,
  odds_milli           integer NOT NULL CHECK (odds_milli BETWEEN 1001 AND 1000000),
  previous_odds_milli  integer,
  stakes_cents         bigint NOT NULL DEFAULT 0 CHECK (stakes_cents >= 0),     -- single bets on it
  pays_cents           bigint NOT NULL DEFAULT 0 CHECK (pays_cents >= 0),       -- what they would pay
  bets                 integer NOT NULL DEFAULT 0 CHECK (bets >= 0),
  result               text CHECK (result IN ('won', 'lost', 'void', 'half_won', 'half_lost', 'dead_heat')),
  tied                 smallint,
  places               smallint,
  UNIQUE (market_id, key),
  CHECK ((result IS NOT DISTINCT FROM 'dead_heat') = (tied IS NOT NULL)),
  CHECK ((tied IS NULL) = (places IS NULL) AND tied > places AND places > 0)
) WITH (fillfactor = 70);
CREATE INDEX sport_outcome_event ON sport_outcome (event_id, ord);
GRANT SELECT, INSERT, UPDATE (bets, odds_milli, pays_cents, places, previous_odds_milli, result, stakes_cents, tied)
  ON sport_outcome TO club_app;

CREATE TABLE sport_price (
  market_id    uuid NOT NULL,
  version      integer NOT NULL,
  status       text NOT NULL,
  odds         jsonb NOT NULL,                -- by outcome id
  source       text NOT NULL,                 -- hand, or a feed
  operator_id  uuid,
  at           timestamptz(3) NOT NULL,
  PRIMARY KEY (market_id, version)
);
CREATE INDEX sport_price_at ON sport_price (at);
CREATE TRIGGER sport_price_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_price
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON sport_price TO club_app;

CREATE TABLE sport_bet (
  id                uuid PRIMARY KEY,
  player_id         uuid NOT NULL,
  idem_key          text NOT NULL,
  fingerprint       bytea NOT NULL,
  kind              text NOT NULL CHECK (kind IN ('single', 'multiple', 'trixie', 'patent', 'yankee', 'lucky15',
                      'canadian', 'lucky31', 'heinz', 'lucky63')),
  price_policy      text NOT NULL CHECK (price_policy IN ('any', 'better', 'ask')),
  lines             integer NOT NULL CHECK (lines BETWEEN 1 AND 63),
  unit_stake_cents  bigint NOT NULL CHECK (unit_stake_cents > 0),
  cost_cents        bigint NOT NULL CHECK (cost_cents = lines * unit_stake_cents),
  max_payout_cents  bigint NOT NULL CHECK (max_payout_cents >= cost_cents),
  accepted_at       timestamptz(3) NOT NULL,
  nonce             bytea NOT NULL,
  receipt_hash      bytea NOT NULL
);
CREATE INDEX sport_bet_player_id_id ON sport_bet (player_id, id);
CREATE INDEX sport_bet_cost ON sport_bet (cost_cents DESC, id);
CREATE UNIQUE INDEX sport_bet_player_key ON sport_bet (player_id, idem_key);
CREATE TRIGGER sport_bet_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_bet
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER sport_bet_paused AFTER INSERT ON sport_bet
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_paused_bets();
GRANT SELECT, INSERT ON sport_bet TO club_app;

CREATE TABLE sport_leg (
  bet_id           uuid NOT NULL,
  leg              smallint NOT NULL CHECK (leg BETWEEN 0 AND 11),
  player_id        uuid NOT NULL,
  event_id         uuid NOT NULL,
  market_id        uuid NOT NULL,
  outcome_id       uuid NOT NULL,
  odds_milli       integer NOT NULL,             -- what it is settled by
  seen_odds_milli  integer NOT NULL,
  market_version   integer NOT NULL,
  PRIMARY KEY (bet_id, leg)
);
CREATE INDEX sport_leg_event ON sport_leg (event_id, bet_id);
CREATE TRIGGER sport_leg_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_leg
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON sport_leg TO club_app;

CREATE TABLE sport_exposure (
  player_id       uuid NOT NULL,
  event_id        uuid NOT NULL,
  exposure_cents  bigint NOT NULL CHECK (exposure_cents >= 0),
  PRIMARY KEY (player_id, event_id)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE (exposure_cents) ON sport_exposure TO club_app;

CREATE TABLE sport_settled (
  bet_id          uuid NOT NULL,
  revision        smallint NOT NULL CHECK (revision > 0),
  status          text NOT NULL CHECK (status IN ('won', 'lost', 'refunded', 'void')),
  payout_cents    bigint NOT NULL CHECK (payout_cents >= 0),
  refund_cents    bigint NOT NULL CHECK (refund_cents >= 0),
  event_id        uuid,                        -- whose result settled it; null: cancelled by an operator
  result_version  integer,
  reason          text,
  at              timestamptz(3) NOT NULL,
  PRIMARY KEY (bet_id, revision),
  CHECK ((status = 'won') = (payout_cents > 0)),
  CHECK ((status IN ('refunded', 'void')) = (refund_cents > 0))
);
CREATE TRIGGER sport_settled_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_settled
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON sport_settled TO club_app;

CREATE TABLE sport_result (
  event_id      uuid NOT NULL,
  version       integer NOT NULL CHECK (version > 0),
  kind          text NOT NULL CHECK (kind IN ('score', 'markets', 'void', 'abandoned')),
  score_home    smallint,
  score_away    smallint,
  outcomes      jsonb NOT NULL,               -- by outcome id: { status, tied?, places? }, every outcome of the event
  reason        text,
  entered_by    uuid,                         -- null: a feed
  confirmed_by  uuid,
  entered_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (event_id, version)
);
CREATE TRIGGER sport_result_second BEFORE UPDATE ON sport_result FOR EACH ROW
  WHEN (OLD.confirmed_by IS NULL AND NEW.confirmed_by IS NOT NULL
    AND (NEW.confirmed_by = OLD.entered_by OR NEW.entered_by IS DISTINCT FROM OLD.entered_by))
  EXECUTE FUNCTION sport_result_second();
GRANT SELECT, INSERT, UPDATE (confirmed_by) ON sport_result TO club_app;

CREATE TABLE sport_settlement (
  event_id      uuid NOT NULL,
  version       integer NOT NULL,
  step          text NOT NULL DEFAULT 'posting' CHECK (step IN ('posting', 'posted')),
  cursor_bet    uuid,
  settled_bets  integer NOT NULL DEFAULT 0,
  payout_cents  bigint NOT NULL DEFAULT 0,
  refund_cents  bigint NOT NULL DEFAULT 0,
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  posted_at     timestamptz(3),
  PRIMARY KEY (event_id, version)
);
CREATE INDEX sport_settlement_open ON sport_settlement (created_at) WHERE step = 'posting';
GRANT SELECT, INSERT, UPDATE (cursor_bet, payout_cents, posted_at, refund_cents, settled_bets, step)
  ON sport_settlement TO club_app;

CREATE TABLE sport_played (
  source       text NOT NULL,                  -- the feed's format
  source_id    text NOT NULL,
  sport        text NOT NULL,
  competition  text NOT NULL,
  home         text NOT NULL,
  away         text NOT NULL,
  played_at    timestamptz(3) NOT NULL,
  home_score   smallint NOT NULL CHECK (home_score >= 0),
  away_score   smallint NOT NULL CHECK (away_score >= 0),
  facts        jsonb NOT NULL DEFAULT '{}',    -- { "shots": [home, away], "corners": [home, away], ... }
  PRIMARY KEY (source, source_id)
);
CREATE INDEX sport_played_home ON sport_played (sport, home, played_at);
CREATE INDEX sport_played_away ON sport_played (sport, away, played_at);
GRANT SELECT, INSERT, UPDATE (away_score, facts, home_score) ON sport_played TO club_app;

CREATE TABLE sport_hold (
  id         uuid PRIMARY KEY,
  sport      text,                                -- null: every sport
  begun_by   uuid NOT NULL,
  begun_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  reason     text,
  ended_by   uuid,
  ended_at   timestamptz(3),
  CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX sport_hold_running ON sport_hold ((coalesce(sport, ''))) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE (ended_at, ended_by) ON sport_hold TO club_app;

CREATE TABLE sport_offer (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL,
  idem_key       text NOT NULL,
  kind           text NOT NULL,
  lines          integer NOT NULL CHECK (lines > 0),
  scope          text NOT NULL CHECK (scope IN ('market', 'event', 'player')),
  asked_cents    bigint NOT NULL CHECK (asked_cents > 0),
  offered_cents  bigint NOT NULL CHECK (offered_cents >= 0),
  event_ids      uuid[] NOT NULL,
  outcome_ids    uuid[] NOT NULL,                 -- leg by leg
  at             timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE UNIQUE INDEX sport_offer_key ON sport_offer (player_id, idem_key);
CREATE INDEX sport_offer_player ON sport_offer (player_id, id);
CREATE INDEX sport_offer_event ON sport_offer USING gin (event_ids);
GRANT SELECT, INSERT, DELETE ON sport_offer TO club_app;

CREATE TABLE sport_feed_import (
  id           uuid PRIMARY KEY,
  source       text NOT NULL,                 -- hand, folder:NAME, url
  format       text NOT NULL,
  payload      text NOT NULL,                 -- as it came
  answer       jsonb NOT NULL,
  is_ok        boolean NOT NULL,
  operator_id  uuid,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX sport_feed_import_at ON sport_feed_import (at);
CREATE INDEX sport_feed_import_source ON sport_feed_import (source, at);
GRANT SELECT, INSERT, DELETE ON sport_feed_import TO club_app;

CREATE TABLE signing_key (
  key_id       text PRIMARY KEY,
  number       integer NOT NULL UNIQUE CHECK (number > 0),
  public_key   bytea NOT NULL UNIQUE CHECK (length(public_key) = 32),
  valid_from   timestamptz(3) NOT NULL,
  valid_until  timestamptz(3) CHECK (valid_until > valid_from),    -- null: the key in use
  signed_by    text REFERENCES signing_key,
  signature    text,
  CHECK ((signed_by IS NULL) = (signature IS NULL))
);
GRANT SELECT, INSERT, UPDATE (valid_until) ON signing_key TO club_app;

CREATE TABLE signed_root (
  seq         bigint PRIMARY KEY CHECK (seq > 0),
  subject_id  uuid NOT NULL,                  -- the race
  day         date NOT NULL,                  -- in club time, when it was signed; never before that of an older one
  body        text NOT NULL,                  -- canonical JSON, with the signature
  hash        bytea NOT NULL,                 -- SHA-256 of body: what the next one calls previous
  leaf        bytea NOT NULL,                 -- SHA-256 of a zero byte and body: its leaf in the log's tree
  made_at     timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX signed_root_subject ON signed_root (subject_id, seq);
CREATE INDEX signed_root_day ON signed_root (day, seq);
CREATE TRIGGER signed_root_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signed_root
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON signed_root TO club_app;

CREATE TABLE race_root (
  race_id    uuid PRIMARY KEY REFERENCES race,
  bets       integer NOT NULL,
  root       bytea NOT NULL,
  pools      jsonb NOT NULL,            -- stakes accepted per pool code
  closed_at  timestamptz(3) NOT NULL,
  made_at    timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, DELETE ON race_root TO club_app;

CREATE TABLE race_tile (
  race_id   uuid NOT NULL REFERENCES race_root ON DELETE CASCADE,
  level     smallint NOT NULL CHECK (level >= 0),
  number    integer NOT NULL CHECK (number >= 0),
  first_id  uuid,                             -- level 0: the first bet in it
  nodes     bytea NOT NULL,
  PRIMARY KEY (race_id, level, number),
  CHECK ((level = 0) = (first_id IS NOT NULL))
);
GRANT SELECT, INSERT ON race_tile TO club_app;

CREATE TABLE race_file (
  race_id  uuid PRIMARY KEY REFERENCES race,
  state    text NOT NULL,
  body     bytea NOT NULL,                    -- canonical JSON, gzip
  digest   bytea NOT NULL,                    -- SHA-256 of the canonical JSON
  size     integer NOT NULL,                  -- bytes of the canonical JSON
  made_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (body, digest, made_at, size, state) ON race_file TO club_app;

CREATE TABLE sport_root (
  event_id   uuid PRIMARY KEY,
  bets       integer NOT NULL,
  root       bytea NOT NULL,
  closed_at  timestamptz(3) NOT NULL,
  made_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  pools      jsonb NOT NULL DEFAULT '{}'   -- stakes accepted: of singles by market, of all other bets as 'multiple'
);
GRANT SELECT, INSERT ON sport_root TO club_app;

CREATE TABLE sport_tile (
  event_id  uuid NOT NULL REFERENCES sport_root ON DELETE CASCADE,
  level     smallint NOT NULL CHECK (level >= 0),
  number    integer NOT NULL CHECK (number >= 0),
  first_id  uuid,                             -- level 0: the first bet in it
  nodes     bytea NOT NULL,
  PRIMARY KEY (event_id, level, number),
  CHECK ((level = 0) = (first_id IS NOT NULL))
);
GRANT SELECT, INSERT ON sport_tile TO club_app;

CREATE TABLE sport_file (
  event_id  uuid PRIMARY KEY REFERENCES sport_event,
  state     text NOT NULL,
  body      bytea NOT NULL,                   -- canonical JSON, gzip
  digest    bytea NOT NULL,                   -- SHA-256 of the canonical JSON
  size      integer NOT NULL,                 -- bytes of the canonical JSON
  made_at   timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (body, digest, made_at, size, state) ON sport_file TO club_app;

CREATE TABLE day_replay (
  day          date PRIMARY KEY,
  is_equal     boolean NOT NULL,
  checks       integer NOT NULL CHECK (checks >= 0),
  differences  jsonb NOT NULL,                -- the first ten, as the day's report words them
  took_ms      integer NOT NULL,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (at, checks, differences, is_equal, took_ms) ON day_replay TO club_app;

CREATE TABLE club (
  id             smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  name           text NOT NULL,
  currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone      text NOT NULL,
  newest_at      timestamptz(3),              -- the newest instant that the clock has shown, to see it fall back
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- Ids of a person before the first bet (promise G1): none, before_withdrawal or before_bet.
  identity_rule  text NOT NULL DEFAULT 'none' CHECK (identity_rule IN ('none', 'before_withdrawal', 'before_bet')),
  -- Since when the books have been off by a cent or more; settling waits until they balance again (promise P21).
  books_off_at   timestamptz(3),
  -- The incident by which it takes no bet. No foreign key: it would go in a circle with the incident's own.
  paused_by      uuid
);
GRANT SELECT, INSERT, UPDATE (books_off_at, identity_rule, newest_at, paused_by) ON club TO club_app;

CREATE TABLE setting (
  name        text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  value       jsonb NOT NULL,
  changed_by  uuid,
  changed_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (name, version)
);
GRANT SELECT, INSERT ON setting TO club_app;

CREATE TABLE event_inbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic      text NOT NULL,                  -- bets, races, race:ID, player:ID, operator
  kind       text NOT NULL,
  payload    jsonb NOT NULL,
  entry_ids  uuid[] NOT NULL DEFAULT '{}'    -- entries of this transaction, to be chained
);
GRANT SELECT, INSERT, DELETE ON event_inbox TO club_app;

CREATE TABLE event (
  seq      bigint PRIMARY KEY,
  topic    text NOT NULL,
  kind     text NOT NULL,
  payload  jsonb NOT NULL,
  at       timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, DELETE ON event TO club_app;

CREATE TABLE outbox (
  id          uuid PRIMARY KEY,
  channel     text NOT NULL CHECK (channel IN ('sms', 'email')),
  to_hash     bytea NOT NULL,
  cipher      bytea NOT NULL,                 -- { to, text, code }
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- What a message is for decides who may read its code: by default nobody.
  purpose     text NOT NULL DEFAULT 'reset' CHECK (purpose IN ('register', 'reset', 'notice'))
);
CREATE INDEX outbox_to ON outbox (to_hash, id);
CREATE INDEX outbox_age ON outbox (created_at);
GRANT SELECT, INSERT, DELETE ON outbox TO club_app;

CREATE TABLE push_subscription (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  endpoint_hash  bytea NOT NULL UNIQUE,
  cipher         bytea NOT NULL,               -- { endpoint, p256dh, auth }
  kinds          text[] NOT NULL CHECK (kinds <@ ARRAY['race', 'settled', 'top_up']),
  quiet_from     time,
  quiet_to       time,
  time_zone      text NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);
CREATE INDEX push_subscription_player ON push_subscription (player_id, id);
GRANT SELECT, INSERT, UPDATE (cipher, id, kinds, player_id, quiet_from, quiet_to, time_zone), DELETE
  ON push_subscription TO club_app;

CREATE TABLE push_message (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription_id  uuid NOT NULL REFERENCES push_subscription ON DELETE CASCADE,
  cause            text NOT NULL,
  kind             text NOT NULL,
  payload          jsonb NOT NULL,
  tries            smallint NOT NULL DEFAULT 0,
  due_at           timestamptz(3) NOT NULL,
  expires_at       timestamptz(3) NOT NULL,
  done_at          timestamptz(3),
  UNIQUE (subscription_id, cause)
);
CREATE INDEX push_message_due ON push_message (due_at) WHERE done_at IS NULL;
CREATE INDEX push_message_age ON push_message (expires_at);
GRANT SELECT, INSERT, UPDATE (done_at, due_at, tries), DELETE ON push_message TO club_app;

CREATE TABLE push_cursor (
  id   smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  seq  bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (seq) ON push_cursor TO club_app;

CREATE TABLE webhook_endpoint (
  id           uuid PRIMARY KEY,
  url          text NOT NULL CHECK (url LIKE 'https://%'),
  kinds        text[] NOT NULL CHECK (cardinality(kinds) > 0),
  secret       bytea NOT NULL,                       -- sealed for this row
  old_secret   bytea,                                -- the one before: signs too until old_until
  old_until    timestamptz(3),
  status       text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'removed')),
  created_by   uuid NOT NULL REFERENCES operator,
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((old_secret IS NULL) = (old_until IS NULL))
);
GRANT SELECT, INSERT, UPDATE (kinds, old_secret, old_until, secret, status) ON webhook_endpoint TO club_app;

CREATE TABLE webhook_delivery (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),   -- webhook-id: the same at every try
  endpoint_id   uuid NOT NULL REFERENCES webhook_endpoint,
  kind          text NOT NULL,
  payload       jsonb NOT NULL,                      -- ids and states; nothing personal
  status        text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'given_up')),
  attempts      integer NOT NULL DEFAULT 0,
  next_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  answer        integer,                             -- HTTP status of the last try; 0: not reached
  ended_at      timestamptz(3),
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((status = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (next_at) WHERE status = 'waiting';
CREATE INDEX webhook_delivery_endpoint ON webhook_delivery (endpoint_id, created_at DESC, id);
GRANT SELECT, INSERT, UPDATE (answer, attempts, ended_at, next_at, status), DELETE ON webhook_delivery TO club_app;

CREATE TABLE content_page (
  area        text NOT NULL CHECK (area IN ('rules', 'about', 'help')),
  slug        text NOT NULL,
  language    text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  title       text NOT NULL,
  body        text NOT NULL,
  created_by  uuid NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (area, slug, language, version)
);
CREATE TRIGGER content_page_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content_page
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON content_page TO club_app;

CREATE TABLE content_live (
  area          text NOT NULL,
  slug          text NOT NULL,
  language      text NOT NULL,
  version       integer NOT NULL CHECK (version >= 0),
  published_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (area, slug, language)
);
GRANT SELECT, INSERT, UPDATE (published_at, version) ON content_live TO club_app;

CREATE TABLE content_notice (
  id          uuid PRIMARY KEY,
  tone        text NOT NULL CHECK (tone IN ('info', 'warning')),
  status      text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'withdrawn')),
  starts_at   timestamptz(3) NOT NULL,
  ends_at     timestamptz(3) CHECK (ends_at > starts_at),
  texts       jsonb NOT NULL,                     -- { language: { title, body } }
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX content_notice_live ON content_notice (starts_at) WHERE status = 'published';
GRANT SELECT, INSERT, UPDATE (ends_at, starts_at, status, texts, tone, version) ON content_notice TO club_app;

CREATE TABLE channel (
  id          uuid PRIMARY KEY,
  name        text NOT NULL CHECK (name <> ''),
  url         text NOT NULL CHECK (url ~ '^(/[^/]|https://)'),
  venue_code  text,                          -- a meeting's code: it shows what is run there next
  race_id     uuid REFERENCES race,          -- this race alone, before the track's
  is_demo     boolean NOT NULL DEFAULT false,
  status      text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (name, race_id, status, url, venue_code) ON channel TO club_app;

GRANT SELECT ON schema_migration TO club_app;
GRANT SELECT ON schema_function TO club_app;

-- <function>
CREATE OR REPLACE FUNCTION audit_hash(p_before bytea, p_row audit) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_before || convert_to(jsonb_build_array((p_row).id, iso_ms((p_row).at), (p_row).operator_id, (p_row).action,
    (p_row).target, (p_row).before, (p_row).after, (p_row).reason, (p_row).request_id)::text, 'UTF8'))
$$;

GRANT EXECUTE ON FUNCTION audit_hash TO club_app;
-- </function>

-- <function>
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
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION follow_jackpot(p_pool pool, p_keeps boolean, p_out bigint, p_cause text,
  OUT change bigint, OUT entries uuid[]) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_jackpot bigint;
  v_adjustments bigint;
  r record;
BEGIN
  change := 0; entries := '{}';
  SELECT id INTO STRICT v_jackpot FROM account WHERE kind = 'jackpot' AND pool_code = p_pool.code FOR NO KEY UPDATE;
  SELECT id INTO STRICT v_adjustments FROM account WHERE kind = 'adjustments';
  INSERT INTO jackpot_link AS l (pool_id, pool_code, keeps, own_cents) VALUES (p_pool.id, p_pool.code, p_keeps,
      CASE WHEN p_keeps THEN 0 ELSE p_out - coalesce(
        (SELECT sum(amount_cents) FROM jackpot_take WHERE taker_id = p_pool.id), 0) END)
    ON CONFLICT (pool_id) DO UPDATE SET keeps = excluded.keeps, own_cents = excluded.own_cents;
  FOR r IN
    WITH source AS (SELECT p_pool.id AS id UNION SELECT source_id FROM jackpot_take WHERE taker_id = p_pool.id)
    SELECT l.pool_id, jackpot_line(l.pool_id) - l.booked_cents AS change FROM jackpot_link l
    WHERE l.pool_id IN (SELECT id FROM source
      UNION SELECT t.taker_id FROM jackpot_take t JOIN source s ON s.id = t.source_id)
    ORDER BY l.pool_id
  LOOP
    CONTINUE WHEN r.change = 0;
    UPDATE jackpot_link SET booked_cents = booked_cents + r.change WHERE pool_id = r.pool_id;
    IF r.pool_id = p_pool.id THEN
      change := r.change;
    ELSE
      entries := entries || gen_random_uuid();
      PERFORM post_entry(entries[cardinality(entries)], 'jackpot', p_cause || ':move:' || r.pool_id, r.pool_id::text,
        ARRAY[v_jackpot, v_adjustments], ARRAY[r.change, -r.change]);
    END IF;
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION follow_jackpot TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION is_quiet(p_at timestamptz, s push_subscription) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.quiet_from IS NULL THEN false
    WHEN s.quiet_from <= s.quiet_to THEN t.local >= s.quiet_from AND t.local < s.quiet_to
    ELSE t.local >= s.quiet_from OR t.local < s.quiet_to
  END FROM (SELECT (p_at AT TIME ZONE s.time_zone)::time AS local) t
$$;

GRANT EXECUTE ON FUNCTION is_quiet TO club_app;
-- </function>

-- <function>
CREATE OR REPLACE FUNCTION settlement_cause(p_kind text, p_settlement settlement) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT p_kind || ':' || q.id || ':'
    || CASE WHEN q.race_id2 IS NULL THEN '' ELSE (p_settlement).race_id || '/' END || (p_settlement).result_version || ':'
  FROM pool q WHERE q.id = (p_settlement).pool_id
$$;

GRANT EXECUTE ON FUNCTION settlement_cause TO club_app;
-- </function>

CREATE VIEW pool_stake AS
  SELECT p.id AS pool_id, s.number, s.stakes_cents, s.bets
  FROM pool p CROSS JOIN LATERAL (
    SELECT u.number, sum(u.stakes_cents)::bigint AS stakes_cents, sum(u.bets)::integer AS bets
    FROM (SELECT * FROM pool_total t WHERE t.pool_id = p.id
      UNION ALL SELECT * FROM pool_delta d WHERE d.pool_id = p.id) u
    GROUP BY u.number) s;
GRANT SELECT ON pool_stake TO club_app;

CREATE VIEW runner_stake AS
  SELECT s.pool_id, s.number, s.stakes_cents - coalesce((SELECT sum(v.stakes_cents) FROM pool_void v
    WHERE v.pool_id = s.pool_id AND v.number = s.number), 0)::bigint AS stakes_cents
  FROM pool_stake s WHERE s.number > 0;
GRANT SELECT ON runner_stake TO club_app;

CREATE VIEW pool_gone AS
  SELECT p.id AS pool_id, (j.gone_cents + v.void_cents)::numeric AS gone_cents
  FROM pool p
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(greatest(coalesce(due_cents, 0), paid_cents)), 0) AS gone_cents
    FROM refund_job WHERE pool_id = p.id) j
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(stakes_cents), 0) AS void_cents FROM pool_void WHERE pool_id = p.id AND number = 0) v;
GRANT SELECT ON pool_gone TO club_app;

CREATE VIEW pool_live AS
  SELECT s.pool_id, greatest(s.stakes_cents - g.gone_cents, 0)::bigint AS gross_cents, s.bets
  FROM pool_stake s JOIN pool_gone g ON g.pool_id = s.pool_id
  WHERE s.number = 0;
GRANT SELECT ON pool_live TO club_app;

CREATE VIEW bet_view AS
  SELECT b.*, c.payout_cents, c.refund_cents, c.last_credit_at,
    CASE
      WHEN c.is_void THEN 'void'
      WHEN c.refund_cents >= b.cost_cents THEN 'refunded'
      WHEN p.status IN ('OPEN', 'CLOSED') OR p2.status IN ('OPEN', 'CLOSED') THEN 'accepted'
      WHEN c.payout_cents > 0 THEN 'won'
      ELSE 'lost'
    END AS status
  FROM bet b
  JOIN pool p ON p.id = b.pool_id
  LEFT JOIN pool p2 ON p2.id = b.pool_id2
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount_cents) FILTER (WHERE kind = 'payout'), 0)::bigint AS payout_cents,
      coalesce(sum(amount_cents) FILTER (WHERE kind <> 'payout'), 0)::bigint AS refund_cents,
      coalesce(sum(amount_cents) FILTER (WHERE kind = 'void'), 0) > 0 AS is_void,
      max(at) AS last_credit_at
    FROM bet_credit WHERE bet_id = b.id
  ) c;
GRANT SELECT ON bet_view TO club_app;

CREATE VIEW sport_bet_view AS
  SELECT b.*, coalesce(s.payout_cents, 0) AS payout_cents, coalesce(s.refund_cents, 0) AS refund_cents, s.at AS settled_at,
    s.reason AS void_reason, coalesce(s.revision, 0)::smallint AS revision, coalesce(s.status, 'accepted') AS status
  FROM sport_bet b
  LEFT JOIN LATERAL (SELECT * FROM sport_settled c WHERE c.bet_id = b.id ORDER BY c.revision DESC LIMIT 1) s ON true;
GRANT SELECT ON sport_bet_view TO club_app;

CREATE VIEW wager AS
  SELECT id, player_id, cost_cents, accepted_at FROM bet
  UNION ALL SELECT id, player_id, cost_cents, accepted_at FROM sport_bet;
GRANT SELECT ON wager TO club_app;

CREATE VIEW wager_credit AS
  SELECT bet_id, kind, amount_cents FROM bet_credit
  UNION ALL
  SELECT s.bet_id, v.kind, v.amount_cents FROM sport_settled s
  CROSS JOIN LATERAL (VALUES ('payout', s.payout_cents), ('refund', s.refund_cents)) v (kind, amount_cents)
  WHERE NOT EXISTS (SELECT FROM sport_settled n WHERE n.bet_id = s.bet_id AND n.revision > s.revision);
GRANT SELECT ON wager_credit TO club_app;

CREATE VIEW bank_entry AS
  SELECT e.id AS entry_id, e.at, e.kind, e.cause, e.reference, -p.amount_cents AS bank_cents, p.id AS posting_id,
    coalesce(t.player_id, w.player_id) AS player_id, t.method, l.id AS line_id, n.note
  FROM account a
  JOIN posting p ON p.account_id = a.id
  JOIN entry e ON e.id = p.entry_id
  LEFT JOIN top_up t ON e.kind = 'top_up' AND t.id = CASE WHEN e.cause ^@ 'topup:' THEN split_part(e.cause, ':', 2)::uuid END
  LEFT JOIN withdrawal w ON e.kind = 'withdrawal_paid'
    AND w.id = CASE WHEN e.cause ^@ 'withdrawal:' THEN split_part(e.cause, ':', 2)::uuid END
  LEFT JOIN payout_item i ON i.withdrawal_id = w.id AND i.is_live
  LEFT JOIN bank_line l ON l.top_up_id = t.id OR l.withdrawal_id = w.id OR l.payout_file_id = i.file_id
    OR l.id = CASE WHEN e.cause ^@ 'bank:' THEN split_part(e.cause, ':', 2)::uuid END
  LEFT JOIN bank_entry_note n ON n.entry_id = e.id
  WHERE a.kind = 'bank_clearing';
GRANT SELECT ON bank_entry TO club_app;

CREATE VIEW entry_text AS
  SELECT e.id, e.cause, '{"at":"' || iso_ms(e.at) || '"'
    || CASE WHEN b.id IS NULL THEN '' ELSE ',"bet":{"combinations":' || b.combinations
      || ',"cost2_cents":' || b.cost2_cents || ',"exchange_rate":"' || b.exchange_rate
      || '","fingerprint":"' || encode(b.fingerprint, 'hex')
      || '","key":' || coalesce(to_json(b.idem_key)::text, 'null') || ',"player_id":"' || b.player_id
      || '","pool_id":"' || b.pool_id || '","pool_id2":' || coalesce('"' || b.pool_id2 || '"', 'null')
      || ',"receipt_hash":"' || encode(b.receipt_hash, 'hex') || '"}' END
    || ',"cause":' || to_json(e.cause)::text
    || CASE WHEN c.bet_id IS NULL THEN '' ELSE ',"credit":{"amount_cents":' || c.amount_cents
      || ',"at":"' || iso_ms(c.at) || '","bet_id":"' || c.bet_id || '","kind":' || to_json(c.kind)::text
      || ',"pool_id":"' || c.pool_id || '"}' END
    || CASE WHEN e.kind NOT IN ('correction', 'void') THEN '' ELSE ',"credits":[' || coalesce((
        SELECT string_agg('{"amount_cents":' || x.amount_cents || ',"at":"' || iso_ms(x.at) || '","bet_id":"' || x.bet_id
          || '","kind":' || to_json(x.kind)::text || ',"pool_id":"' || x.pool_id || '"}', ',' ORDER BY x.pool_id, x.kind)
        FROM bet_credit x WHERE x.bet_id = bet_of_entry(e.kind, e.reference) AND x.cause = e.cause), '') || ']' END
    || ',"digest":' || coalesce('"' || encode(e.digest, 'hex') || '"', 'null')
    || ',"id":"' || e.id || '","kind":' || to_json(e.kind)::text
    || ',"lines":[' || coalesce(l.lines, '') || ']'
    || CASE WHEN s.id IS NULL THEN '' ELSE ',"plan":"'
      || encode(sha256(convert_to(s.facts::text || s.outcome::text, 'UTF8')), 'hex') || '"' END
    || ',"reference":' || coalesce(to_json(e.reference)::text, 'null')
    || CASE WHEN e.kind LIKE 'sport%' THEN sport_entry_text(e.id, e.kind, e.cause, e.at) ELSE '' END || '}' AS text
  FROM entry e
  LEFT JOIN bet b ON b.id = e.id AND e.kind = 'bet'
  LEFT JOIN bet_credit c ON c.bet_id = bet_of_entry(e.kind, e.reference) AND c.cause = e.cause
    AND e.kind NOT IN ('correction', 'void')
  LEFT JOIN settlement s ON s.pool_id = pool_of_entry(e.kind, e.cause)
    AND e.cause IN ('settle:' || s.pool_id || ':' || s.result_version || ':close',
      'settle:' || s.pool_id || ':' || s.race_id || '/' || s.result_version || ':close')
  CROSS JOIN LATERAL (
    SELECT string_agg('[' || p.id || ',' || p.line || ',' || p.account_id || ',' || p.amount_cents || ','
      || coalesce(p.balance_cents::text, 'null') || ']', ',' ORDER BY p.line) AS lines
    FROM posting p WHERE p.entry_id = e.id
  ) l;
GRANT SELECT ON entry_text TO club_app;

CREATE VIEW channel_now AS
  SELECT c.*, r.id AS shown_race_id, r.number AS race_no, r.name AS race_name, r.start_time, r.status AS race_status,
    r.meetings
  FROM channel c
  LEFT JOIN LATERAL (
    SELECT x.id, x.number, x.name, x.start_time, x.status, m.name AS meetings
    FROM race x JOIN meeting m ON m.id = x.meeting_id
    WHERE x.status <> 'draft' AND CASE WHEN c.race_id IS NOT NULL THEN x.id = c.race_id
      ELSE m.code = c.venue_code AND m.date BETWEEN (club_now() - interval '1 day')::date AND (club_now() + interval '1 day')::date
        AND x.status <> 'abandoned' AND x.start_time > club_now() - interval '10 minutes'
        AND (x.status <> 'settled' OR x.start_time > club_now() - interval '2 minutes') END
    ORDER BY x.start_time LIMIT 1
  ) r ON true;
GRANT SELECT ON channel_now TO club_app;

INSERT INTO account (kind) VALUES ('takeout'), ('breakage'), ('house_topup'), ('book_result'),
  ('sports_book'), ('bank_clearing'), ('shop_sales'), ('adjustments');
INSERT INTO account (kind, pool_code) VALUES ('jackpot', 'WIN'), ('jackpot', 'PLACE'), ('jackpot', 'QUINELLA'),
  ('jackpot', 'EXACTA'), ('jackpot', 'TRIFECTA'), ('jackpot', 'FIRST4'), ('jackpot', 'DOUBLE_WIN'),
  ('jackpot', 'DOUBLE_PLACE');

INSERT INTO books_fold DEFAULT VALUES;

INSERT INTO chain_text (part, since) VALUES ('sports', '-infinity');
