-- Corrections of settled races (promise P9): what stood is reversed, what is right is paid anew, one player at a time as
-- a whole. Two people: a correction is an approval that was carried out, and nobody approves his own.

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

-- Every bet that a correction pays another amount. borne_cents: what the player no longer had, so the club bears it.
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
REVOKE DELETE, TRUNCATE ON correction, correction_line FROM club_app;

-- Takes a pool's jackpot line back where the money is: in the jackpot, or, when a later pool has taken it, in adjustments.
CREATE FUNCTION jackpot_or_adjustments(p_pool pool) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (
      SELECT FROM posting x WHERE x.account_id = j.id AND x.amount_cents < 0 AND x.id > (
        SELECT max(l.id) FROM settlement s JOIN entry e ON e.cause = settlement_cause('settle', s) || 'close'
          JOIN posting l ON l.entry_id = e.id AND l.account_id = j.id
        WHERE s.pool_id = (p_pool).id))
    THEN (SELECT a.id FROM account a WHERE a.kind = 'adjustments') ELSE j.id END
  FROM account j WHERE j.kind = 'jackpot' AND j.pool_code = (p_pool).code
$$;

-- Corrects the next p_players players: first what is right is paid, then what was paid is taken back, as far as the
-- player has it; the rest goes to adjustments. One call is one transaction. Locks: the correction's row, then the
-- players. Returns how many players it did, null when another worker is at it.
CREATE FUNCTION correct_players(p_correction uuid, p_players integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET jit = off AS $$
DECLARE
  c correction;
  s settlement;
  l record;
  v_players uuid[];
  v_cash bigint;
  v_short bigint;
  v_cause text;
  v_adjustments bigint;
  v_entries uuid[] := '{}';
BEGIN
  SELECT * INTO c FROM correction WHERE id = p_correction AND step = 'planned' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT array_agg(t.player_id ORDER BY t.player_id) INTO v_players FROM (
    SELECT DISTINCT player_id FROM correction_line WHERE correction_id = c.id AND NOT is_done
    ORDER BY player_id LIMIT p_players) t;
  IF v_players IS NULL THEN RETURN 0; END IF;
  PERFORM 1 FROM wallet w WHERE w.player_id = ANY (v_players) ORDER BY w.player_id FOR NO KEY UPDATE;
  SELECT id INTO STRICT v_adjustments FROM account WHERE kind = 'adjustments';

  FOR l IN
    SELECT t.*, q.escrow_account, w.cash_account, d.is_pay,
      CASE WHEN d.is_pay THEN t.new_cents ELSE t.old_cents END AS amount,
      CASE WHEN d.is_pay THEN t.new_kind ELSE t.old_kind END AS kind,
      q.id || ':' || CASE WHEN q.race_id2 IS NULL THEN '' ELSE c.race_id || '/' END || c.version || ':' || t.bet_id AS tail
    FROM correction_line t JOIN pool q ON q.id = t.pool_id JOIN wallet w ON w.player_id = t.player_id
    CROSS JOIN (VALUES (true), (false)) AS d (is_pay)
    WHERE t.correction_id = c.id AND t.player_id = ANY (v_players) AND NOT t.is_done
      AND CASE WHEN d.is_pay THEN t.new_cents ELSE t.old_cents END > 0
    ORDER BY t.player_id, d.is_pay DESC, t.bet_id, t.pool_id
  LOOP
    v_entries := v_entries || gen_random_uuid();
    v_short := 0;
    IF l.is_pay THEN
      v_cause := CASE WHEN l.kind = 'refund' THEN 'refund:' ELSE 'settle:' END || l.tail;
      PERFORM post_entry(v_entries[cardinality(v_entries)], l.kind, v_cause, l.bet_id::text,
        ARRAY[l.escrow_account, l.cash_account], ARRAY[-l.amount, l.amount]);
    ELSE
      v_cause := 'reverse:' || l.tail;
      SELECT cash_cents INTO v_cash FROM wallet WHERE player_id = l.player_id;
      v_short := greatest(l.amount - v_cash, 0);
      PERFORM post_entry(v_entries[cardinality(v_entries)], 'reversal', v_cause, l.bet_id::text,
        (SELECT array_agg(x.account ORDER BY x.n) FROM (VALUES (1, l.escrow_account, l.amount),
          (2, l.cash_account, v_short - l.amount), (3, v_adjustments, -v_short)) x (n, account, amount) WHERE x.amount <> 0),
        (SELECT array_agg(x.amount ORDER BY x.n) FROM (VALUES (1, l.amount), (2, v_short - l.amount), (3, -v_short))
          x (n, amount) WHERE x.amount <> 0));
    END IF;
    INSERT INTO bet_credit (bet_id, cause, kind, pool_id, amount_cents, at)
      VALUES (l.bet_id, v_cause, l.kind, l.pool_id, CASE WHEN l.is_pay THEN l.amount ELSE -l.amount END, club_now_ms());
    IF v_short > 0 THEN
      UPDATE correction_line SET borne_cents = v_short WHERE correction_id = c.id AND player_id = l.player_id
        AND bet_id = l.bet_id AND pool_id = l.pool_id;
    END IF;
  END LOOP;

  UPDATE correction_line SET is_done = true WHERE correction_id = c.id AND player_id = ANY (v_players);
  PERFORM tell('players', 'wallet', jsonb_build_object('players',
    (SELECT jsonb_object_agg(w.player_id, w.cash_cents) FROM wallet w WHERE w.player_id = ANY (v_players))), v_entries);
  RETURN cardinality(v_players);
END $$;

-- The last transaction of a correction: takes the close of every pool back and posts the right one, writes the new
-- settlements as posted, and leaves the race to be finished like any other. Nothing is left in escrow, or nothing
-- happens. Says 'done', 'busy' or 'waits' (players are left).
CREATE FUNCTION finish_correction(p_correction uuid) RETURNS text LANGUAGE plpgsql VOLATILE SET jit = off AS $$
DECLARE
  c correction;
  s settlement;
  t settlement;
  q pool;
  n record;
  v_close uuid;
  v_accounts bigint[];
  v_amounts bigint[];
  v_left bigint;
  v_escrow bigint;
  v_credited bigint;
  v_jackpot bigint;
  v_entries uuid[] := '{}';
BEGIN
  SELECT * INTO c FROM correction WHERE id = p_correction AND step = 'planned' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 'busy'; END IF;
  IF EXISTS (SELECT FROM correction_line WHERE correction_id = c.id AND NOT is_done) THEN RETURN 'waits'; END IF;
  PERFORM 1 FROM account WHERE kind = 'jackpot' ORDER BY id FOR NO KEY UPDATE;

  FOR n IN SELECT (x ->> 'settlement_id')::uuid AS settlement_id, (x ->> 'pool_id')::uuid AS pool_id, x -> 'facts' AS facts,
      x -> 'outcome' AS outcome FROM jsonb_array_elements(c.pools) x
  LOOP
    SELECT * INTO STRICT q FROM pool WHERE id = n.pool_id FOR NO KEY UPDATE;
    SELECT * INTO STRICT t FROM settlement WHERE pool_id = q.id AND step IN ('posted', 'announced')
      ORDER BY created_at DESC, id DESC LIMIT 1;
    v_jackpot := jackpot_or_adjustments(q);

    SELECT id INTO v_close FROM entry WHERE cause = settlement_cause('settle', t) || 'close';
    IF FOUND THEN
      SELECT array_agg(p.account ORDER BY p.line), array_agg(-p.amount_cents ORDER BY p.line) INTO v_accounts, v_amounts
      FROM (SELECT l.line, l.amount_cents, CASE WHEN a.kind = 'jackpot' THEN v_jackpot ELSE l.account_id END AS account
        FROM posting l JOIN account a ON a.id = l.account_id WHERE l.entry_id = v_close) p;
      v_entries := v_entries || gen_random_uuid();
      PERFORM post_entry(v_entries[cardinality(v_entries)], 'pool_close', settlement_cause('reverse', t) || 'close',
        q.id::text, v_accounts, v_amounts);
    END IF;

    INSERT INTO settlement (id, pool_id, race_id, result_version, step, facts, outcome, posted_at)
      VALUES (n.settlement_id, q.id, c.race_id, c.version, 'posted', n.facts, n.outcome, club_now_ms()) RETURNING * INTO s;
    SELECT coalesce(sum(b.amount_cents), 0) INTO v_credited FROM bet_credit b
      WHERE b.pool_id = q.id AND (b.cause ^@ ('settle:' || q.id) OR b.cause ^@ ('refund:' || q.id) OR b.cause ^@ ('reverse:' || q.id));
    IF (s.outcome ->> 'grossCents')::bigint > 0 AND v_credited <> (s.outcome ->> 'paidCents')::bigint THEN
      RAISE EXCEPTION 'correction %: pool % has credited %, the plan says %', c.id, q.id, v_credited,
        s.outcome ->> 'paidCents' USING ERRCODE = 'check_violation';
    END IF;
    UPDATE settlement SET
      paid_cents = CASE WHEN s.outcome ->> 'status' IN ('REFUND', 'REFUND_NO_WINNER') THEN 0 ELSE v_credited END,
      refunded_cents = CASE WHEN s.outcome ->> 'status' IN ('REFUND', 'REFUND_NO_WINNER') THEN v_credited ELSE 0 END
      WHERE id = s.id;

    SELECT array_agg(l.account ORDER BY l.line), array_agg(l.amount ORDER BY l.line), coalesce(sum(l.amount), 0)
      INTO v_accounts, v_amounts, v_left
    FROM (VALUES (1, (SELECT id FROM account WHERE kind = 'takeout'), (s.outcome ->> 'takeoutCents')::bigint),
      (2, (SELECT id FROM account WHERE kind = 'breakage'), (s.outcome ->> 'breakageCents')::bigint),
      (3, (SELECT id FROM account WHERE kind = 'house_topup'), -(s.outcome ->> 'houseTopUpCents')::bigint),
      (4, v_jackpot, (s.outcome ->> 'jackpotOutCents')::bigint),
      (5, (SELECT id FROM account WHERE kind = 'book_result'), (s.outcome ->> 'bookResultCents')::bigint)) l (line, account, amount)
    WHERE l.amount <> 0;
    SELECT coalesce(sum(amount_cents), 0) INTO v_escrow FROM posting WHERE account_id = q.escrow_account;
    IF v_escrow <> v_left THEN
      RAISE EXCEPTION 'correction %: % is left in the escrow of pool %, the plan says %', c.id, v_escrow, q.id, v_left
        USING ERRCODE = 'check_violation';
    END IF;
    IF v_accounts IS NOT NULL THEN
      IF v_left <> 0 THEN
        v_accounts := q.escrow_account || v_accounts;
        v_amounts := -v_left || v_amounts;
      END IF;
      v_entries := v_entries || gen_random_uuid();
      PERFORM post_entry(v_entries[cardinality(v_entries)], 'pool_close', settlement_cause('settle', s) || 'close',
        q.id::text, v_accounts, v_amounts);
    END IF;
    UPDATE pool SET status = s.outcome ->> 'status' WHERE id = q.id;
  END LOOP;

  UPDATE correction SET step = 'done', done_at = club_now_ms() WHERE id = c.id;
  PERFORM tell('race:' || c.race_id, 'race', jsonb_build_object('race_id', c.race_id), v_entries);
  RETURN 'done';
END $$;

-- What is taken back of a payout counts against payouts.
CREATE OR REPLACE FUNCTION activity_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'sport_bet') THEN 'bet'
    WHEN p_kind LIKE '%refund' OR p_kind LIKE '%void' THEN 'refund'
    WHEN p_kind LIKE '%payout' OR p_kind LIKE '%correction' OR p_kind LIKE '%reversal' THEN 'payout'
    WHEN p_kind = 'top_up' THEN 'top_up'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

CREATE OR REPLACE FUNCTION statement_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'payout', 'refund', 'top_up', 'adjustment') THEN p_kind
    WHEN p_kind = 'sport_bet' THEN 'bet'
    WHEN p_kind IN ('reversal', 'sport_payout', 'sport_correction') THEN 'payout'
    WHEN p_kind IN ('void', 'sport_refund', 'sport_void') THEN 'refund'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
