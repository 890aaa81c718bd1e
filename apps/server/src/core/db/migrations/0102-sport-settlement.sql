-- The payment of sport bets: plan, chunks, end, cancellation.

-- Writes the plan of a result: what became of every outcome. From now the result cannot change but by a correction.
-- p_is_correction: the event is settled already. Null: not in a state for it.
CREATE FUNCTION plan_sport_settlement(p_event uuid, p_version integer, p_is_correction boolean) RETURNS text
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

-- A page of the bets with a leg in an event, in order of id: what they are, what they came to, and their legs as
-- [outcome, odds, result, tied, places]. By indexes alone: the plan is made once, perhaps on empty tables.
CREATE FUNCTION read_sport_leg_bets(p_event uuid, p_after uuid, p_limit integer)
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

-- Pays one chunk: bets up to p_to, each with the revision that it gets, what it comes to and up to two entries. A bet
-- that has moved on since it was read (another event of it was settled or corrected, or it was cancelled) makes the
-- chunk 'stale': nothing is written, the caller reads again. A later revision books the new amount first and then
-- reverses the old one; what the player's cash does not cover stands against adjustments.
-- Locks: the settlement's row (skipped when another worker has it), players by id. Says 'paid', 'busy', 'moved', 'stale'.
CREATE FUNCTION pay_sport_chunk(p_event uuid, p_version integer, p_from uuid, p_to uuid, p_bet uuid[], p_revision smallint[],
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
        ORDER BY i.ord
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

-- One bet's later revision: the new amount, then the reversal of the old one. Returns the entries. Caller: see above.
CREATE FUNCTION pay_sport_revision(p_bet uuid, p_revision smallint, p_player uuid, p_old bigint, p_new bigint,
  p_is_refund boolean, p_entry uuid, p_entry2 uuid) RETURNS uuid[] LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_cash bigint;
  v_account bigint;
  v_book bigint;
  v_adjust bigint;
  v_short bigint;
  v_entries uuid[] := '{}';
BEGIN
  SELECT a.id INTO v_book FROM account a WHERE a.kind = 'sports_book';
  SELECT a.id INTO v_adjust FROM account a WHERE a.kind = 'adjustments';
  IF p_new > 0 THEN
    SELECT w.cash_account INTO v_account FROM wallet w WHERE w.player_id = p_player;
    v_entries := v_entries || post_entry(p_entry, CASE WHEN p_is_refund THEN 'sport_refund' ELSE 'sport_payout' END,
      'sport:' || p_bet || ':' || p_revision, p_bet::text, ARRAY[v_book, v_account], ARRAY[-p_new, p_new]);
  END IF;
  IF p_old > 0 THEN
    SELECT w.cash_account, w.cash_cents INTO v_account, v_cash FROM wallet w WHERE w.player_id = p_player;
    v_short := greatest(p_old - v_cash, 0);
    v_entries := v_entries || post_entry(p_entry2, 'sport_correction', 'sport:' || p_bet || ':' || p_revision || ':undo', p_bet::text,
      ARRAY(SELECT a FROM (VALUES (1, v_account, v_short - p_old), (2, v_adjust, -v_short), (3, v_book, p_old)) l (n, a, x)
        WHERE x <> 0 ORDER BY n),
      ARRAY(SELECT x FROM (VALUES (1, v_account, v_short - p_old), (2, v_adjust, -v_short), (3, v_book, p_old)) l (n, a, x)
        WHERE x <> 0 ORDER BY n));
  END IF;
  RETURN v_entries;
END $$;

-- The end of a settlement: the event is settled, or void where nothing was won or lost. Says whether it is done.
CREATE FUNCTION finish_sport_settlement(p_event uuid, p_version integer, p_from uuid) RETURNS boolean
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

-- Cancels a bet that is not settled: its cost comes back, its part of the book's sums goes. Null: it is settled.
-- Locks: the events (advisory, shared), the player, the events' rows.
CREATE FUNCTION void_sport_bet(p_bet uuid, p_entry uuid, p_reason text) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
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

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
