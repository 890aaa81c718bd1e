-- Money in every order of events (promise P23): what a settled bet should have and what stands booked for it, the chain
-- of jackpots, cancelled bets, and what a closed account can no longer lose.

-- ---------------------------------------------------------------- accounts do not vanish

-- Lines name their account without a foreign key (0009): an account with lines is never taken away, whoever tries.
CREATE FUNCTION refuse_used_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR EXISTS (SELECT FROM posting p WHERE p.account_id = OLD.id) THEN
    RAISE EXCEPTION 'an account with lines stays' USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER account_used BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION refuse_used_account();
CREATE TRIGGER account_stays BEFORE TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_used_account();

-- ---------------------------------------------------------------- what the club bore

-- Money that a correction took back and the player no longer had (positive), and what came off later payments of the
-- same bet or off held money that came back (negative). The sum of a bet is what the club bears for it now.
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
REVOKE UPDATE, DELETE, TRUNCATE ON borne FROM club_app;

INSERT INTO borne (bet_id, cause, player_id, cents, at)
  SELECT e.reference::uuid, e.cause, coalesce(b.player_id, s.player_id), -p.amount_cents, e.at
  FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id AND a.kind = 'adjustments'
  LEFT JOIN bet b ON b.id = e.reference::uuid LEFT JOIN sport_bet s ON s.id = e.reference::uuid
  WHERE e.kind IN ('reversal', 'sport_correction');

-- Books what a bet gets more or less than what stands booked for it: one entry. p_accounts and p_amounts are the lines
-- of its pools or of the sports book; the player gets the opposite of their sum. More: first what the club bore for
-- this bet comes off it. Less: as far as the cash goes, the rest is borne. Caller: holds the player's lock.
-- Null: nothing is to be booked.
CREATE FUNCTION book_bet_change(p_entry uuid, p_kind text, p_cause text, p_bet uuid, p_player uuid,
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

-- Held money has come back to a player's cash: what the club bore for him since it was asked for comes off it. One
-- entry a bet. Returns what came off. Caller: holds the player's lock.
CREATE FUNCTION claim_borne(p_player uuid, p_since timestamptz, p_most bigint, p_cause text,
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

-- From when on what the club bears may come off it: since it was asked for, or since the cancelled one that it took up.
ALTER TABLE withdrawal ADD COLUMN held_since timestamptz(3);
-- What came off it when it came back.
ALTER TABLE withdrawal ADD COLUMN claimed_cents bigint NOT NULL DEFAULT 0
  CHECK (claimed_cents BETWEEN 0 AND amount_cents);

-- ---------------------------------------------------------------- one bet, several credits under one cause

ALTER TABLE bet_credit DROP CONSTRAINT bet_credit_pkey;
ALTER TABLE bet_credit ADD PRIMARY KEY (bet_id, cause, pool_id, kind);

-- As before (0210); the entries that change, or cancel, a bet in several pools say all of its credits.
CREATE OR REPLACE VIEW entry_text AS
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

-- ---------------------------------------------------------------- jackpots are a chain of pools

-- A pool that left money in its jackpot, or took some. Written under the lock of the jackpot's account.
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

-- What a pool took at its close, by the pool that had left it. Money that no pool left has no row.
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
REVOKE DELETE, TRUNCATE ON jackpot_link FROM club_app;
REVOKE UPDATE, DELETE, TRUNCATE ON jackpot_take FROM club_app;

-- The pool that has a source's money: the last of those that took it and keep it. None: it waits in the account.
CREATE FUNCTION jackpot_holder(p_source uuid, OUT taker_id uuid, OUT amount_cents bigint) LANGUAGE sql STABLE AS $$
  SELECT t.taker_id, t.amount_cents FROM jackpot_take t JOIN jackpot_link k ON k.pool_id = t.taker_id AND k.keeps
  WHERE t.source_id = p_source ORDER BY t.seq DESC LIMIT 1
$$;

-- What should stand booked from a pool in the jackpot's account. As a source: what it leaves, or, once a later pool
-- has that, what that pool took. As a taker: what it handed on, or what another pool has of what it took.
CREATE FUNCTION jackpot_line(p_pool uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (coalesce((jackpot_holder(l.pool_id)).amount_cents, l.own_cents) + coalesce((
    SELECT sum(CASE WHEN (jackpot_holder(t.source_id)).taker_id = l.pool_id THEN 0 ELSE t.amount_cents END)
    FROM jackpot_take t WHERE t.taker_id = l.pool_id), 0))::bigint
  FROM jackpot_link l WHERE l.pool_id = p_pool
$$;

-- A pool ends, or ends in another way: notes what it keeps and leaves, and moves what other pools of its chain have
-- booked between the jackpot and adjustments. Returns how much more the pool itself has to leave in the jackpot, and
-- the entries. Lock: the jackpot's account.
CREATE FUNCTION follow_jackpot(p_pool pool, p_keeps boolean, p_out bigint, p_cause text,
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

-- ---------------------------------------------------------------- the close

-- Stakes on each runner of the WIN pool that were live when betting closed: a double's favourite goes by them for
-- good, whatever is given back or cancelled later.
ALTER TABLE race ADD COLUMN win_at_close jsonb;

-- What an operator cancelled, by pool and saddle number (0: the pool, of which nothing may have been left). Stakes accepted stay as they are: the frozen
-- root says them.
CREATE TABLE pool_void (
  pool_id       uuid NOT NULL REFERENCES pool,
  bet_id        uuid NOT NULL,
  number        smallint NOT NULL,
  stakes_cents  bigint NOT NULL CHECK (stakes_cents > 0 OR number = 0 AND stakes_cents = 0),
  PRIMARY KEY (pool_id, number, bet_id)
);
CREATE TRIGGER pool_void_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON pool_void
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON pool_void FROM club_app;

-- What stands on each runner: accepted and not cancelled (the scratched among them).
CREATE VIEW runner_stake AS
  SELECT s.pool_id, s.number, s.stakes_cents - coalesce((SELECT sum(v.stakes_cents) FROM pool_void v
    WHERE v.pool_id = s.pool_id AND v.number = s.number), 0)::bigint AS stakes_cents
  FROM pool_stake s WHERE s.number > 0;

-- What scratchings, abandonments and cancelled bets take out of a pool, paid already or not.
CREATE OR REPLACE VIEW pool_gone AS
  SELECT p.id AS pool_id, (j.gone_cents + v.void_cents)::numeric AS gone_cents
  FROM pool p
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(greatest(coalesce(due_cents, 0), paid_cents)), 0) AS gone_cents
    FROM refund_job WHERE pool_id = p.id) j
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(stakes_cents), 0) AS void_cents FROM pool_void WHERE pool_id = p.id AND number = 0) v;

UPDATE race r SET win_at_close = coalesce((SELECT jsonb_object_agg(s.number, s.stakes_cents)
    FROM pool p JOIN runner_stake s ON s.pool_id = p.id
    WHERE p.race_id = r.id AND p.code = 'WIN' AND s.stakes_cents > 0), '{}')
  WHERE r.closed_at IS NOT NULL;

-- As before (0003); only pools that this close closes take the waiting jackpot, once (one that was opened again keeps
-- what it has), and what each took is written down by the pools that had left it.
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

-- Writes down whose money a pool took: the oldest that wait, each as a whole. Caller: holds the jackpot's account.
CREATE FUNCTION take_jackpot(p_pool uuid, p_code text, p_amount bigint) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
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

-- As before (0030); a jackpot that the pool took goes back by the chain.
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

-- ---------------------------------------------------------------- settling, and settling anew

-- What the settlements of a pool have credited so far, corrections counted; scratchings and cancelled bets apart.
CREATE FUNCTION settled_credit(p_pool uuid, p_cause text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_cause ^@ ('settle:' || p_pool) OR p_cause ^@ ('refund:' || p_pool) OR p_cause ^@ ('reverse:' || p_pool)
    OR p_cause ^@ 'correct:'
$$;

-- The last step of a pool, settled for the first time or anew: compares what was credited with the plan, and books what
-- takeout, breakage, house top-up, jackpot and book result should have less what stands booked. Nothing is left in
-- escrow, or nothing happens. Locks: the pool's row, then the jackpot's account. Returns the entries.
CREATE FUNCTION book_pool_close(s settlement, p_entry uuid) RETURNS uuid[] LANGUAGE plpgsql VOLATILE SET jit = off AS $$
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

-- The last transaction of a pool that is settled for the first time. Locks: the settlement's row, then as
-- book_pool_close. Says 'posted', 'busy' or 'moved'.
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

-- Corrects the next p_players players: every bet gets what it should have less what stands booked for it, those that
-- get more first. One call is one transaction. Locks: the correction's row, then the players. Returns how many players
-- it did, null when another worker is at it.
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

-- The last transaction of a correction: closes every pool anew and leaves the race to be finished like any other.
-- Says 'done', 'busy' or 'waits' (players are left).
CREATE OR REPLACE FUNCTION finish_correction(p_correction uuid) RETURNS text LANGUAGE plpgsql VOLATILE SET jit = off AS $$
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

-- A sport bet that comes to something else books the difference too: one entry a revision, none where it is 0.
CREATE OR REPLACE FUNCTION pay_sport_revision(p_bet uuid, p_revision smallint, p_player uuid, p_old bigint, p_new bigint,
  p_is_refund boolean, p_entry uuid, p_entry2 uuid) RETURNS uuid[] LANGUAGE sql VOLATILE AS $$
  SELECT array_remove(ARRAY[book_bet_change(p_entry,
    CASE WHEN p_revision > 1 THEN 'sport_correction' WHEN p_is_refund THEN 'sport_refund' ELSE 'sport_payout' END,
    'sport:' || p_bet || ':' || p_revision, p_bet, p_player, ARRAY[a.id], ARRAY[p_old - p_new])], NULL)
  FROM account a WHERE a.kind = 'sports_book'
$$;

-- As before (0102); of a player's bets those that get more come first.
CREATE OR REPLACE FUNCTION pay_sport_chunk(p_event uuid, p_version integer, p_from uuid, p_to uuid, p_bet uuid[], p_revision smallint[],
  p_status text[], p_payout bigint[], p_refund bigint[], p_entry uuid[], p_entry2 uuid[])
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
        SELECT i.ord, i.bet, i.revision, i.payout + i.refund AS amount, i.refund > 0 AS is_refund, i.entry, i.entry2,
          x.player_id, coalesce(o.payout_cents + o.refund_cents, 0) AS old
        FROM unnest(p_bet, p_revision, p_payout, p_refund, p_entry, p_entry2)
          WITH ORDINALITY AS i (bet, revision, payout, refund, entry, entry2, ord)
        JOIN sport_bet x ON x.id = i.bet
        LEFT JOIN sport_settled o ON o.bet_id = i.bet AND o.revision = i.revision - 1
        ORDER BY x.player_id, i.payout + i.refund - coalesce(o.payout_cents + o.refund_cents, 0) DESC, i.ord
      LOOP
        v_entries := v_entries || pay_sport_revision(b.bet, b.revision, b.player_id, b.old, b.amount, b.is_refund, b.entry, b.entry2);
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

CREATE OR REPLACE FUNCTION statement_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'payout', 'refund', 'top_up', 'adjustment') THEN p_kind
    WHEN p_kind = 'sport_bet' THEN 'bet'
    WHEN p_kind IN ('reversal', 'correction', 'correction_claim', 'sport_payout', 'sport_correction') THEN 'payout'
    WHEN p_kind IN ('void', 'sport_refund', 'sport_void') THEN 'refund'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

CREATE OR REPLACE FUNCTION activity_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'sport_bet') THEN 'bet'
    WHEN p_kind LIKE '%refund' OR p_kind LIKE '%void' THEN 'refund'
    WHEN p_kind LIKE '%payout' OR p_kind LIKE '%correction' OR p_kind LIKE '%reversal' OR p_kind = 'correction_claim'
      THEN 'payout'
    WHEN p_kind = 'top_up' THEN 'top_up'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

-- ---------------------------------------------------------------- a bet is cancelled

-- Why an operator cancelled a bet on races.
CREATE TABLE bet_void (
  bet_id       uuid PRIMARY KEY,
  reason       text NOT NULL CHECK (btrim(reason) <> ''),
  operator_id  uuid NOT NULL,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE TRIGGER bet_void_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bet_void
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON bet_void FROM club_app;

-- Cancels a bet none of whose pools is settled: what is live of its cost comes back. Null: it is settled, or nothing of
-- it is live. Caller: holds the races exclusively, and no refund of the pools is on its way. Lock: the player.
CREATE FUNCTION void_bet(p_bet uuid, p_entry uuid, p_reason text, p_operator uuid) RETURNS bigint
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

-- ---------------------------------------------------------------- doubles that end in an abandoned race

-- The official dividends of the doubles that end in a race that was abandoned: it has no result to say them.
ALTER TABLE race ADD COLUMN void_declared jsonb CHECK (void_declared IS NULL OR status = 'abandoned');

GRANT SELECT, INSERT ON borne, jackpot_take, pool_void, bet_void TO club_app;
GRANT SELECT, INSERT, UPDATE ON jackpot_link TO club_app;
GRANT SELECT ON runner_stake TO club_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
