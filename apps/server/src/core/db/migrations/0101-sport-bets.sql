-- Sport bets: the function that accepts them, and the close of an event.

-- Key of the advisory lock of an event: shared by bets, exclusive to close, suspend, result, settle.
CREATE FUNCTION sport_lock_key(event_id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended(event_id::text, 11) $$;

-- What a bet returns if every leg wins: per line floor(unit x product of odds). docs/rules/sports.md, "What a bet returns".
CREATE FUNCTION sport_return(p_kind text, p_unit bigint, p_odds integer[]) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
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

-- Content of a sport bet's leaf in canonical JSON (RFC 8785): docs/rules/sports.md, "Receipts". p_legs is canonical already.
CREATE FUNCTION sport_leaf(p_id uuid, p_nonce bytea, p_kind text, p_legs text, p_unit bigint, p_cost bigint, p_at timestamptz)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"accepted_at":"' || iso_ms(p_at) || '","cost_cents":' || p_cost || ',"kind":"' || p_kind || '","legs":['
    || p_legs || '],"nonce":"' || encode(p_nonce, 'hex') || '","order_id":"' || p_id || '","unit_stake_cents":' || p_unit || '}'
$$;

-- The legs of a leaf, in their order.
CREATE FUNCTION sport_leaf_legs(p_bet uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg('{"event_id":"' || l.event_id || '","market_id":"' || l.market_id || '","odds_milli":' || l.odds_milli
    || ',"outcome_id":"' || l.outcome_id || '"}', ',' ORDER BY l.leg) FROM sport_leg l WHERE l.bet_id = p_bet $$;

-- What the first answer to a bet said.
CREATE FUNCTION sport_receipt(p_bet uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('accepted_at', iso_ms(b.accepted_at), 'receipt_hash', encode(b.receipt_hash, 'hex'),
    'max_payout_cents', b.max_payout_cents, 'balance_cents', p.balance_cents, 'legs',
    (SELECT jsonb_agg(jsonb_build_object('event_id', l.event_id, 'market_id', l.market_id, 'outcome_id', l.outcome_id,
        'odds_milli', l.odds_milli, 'seen_odds_milli', l.seen_odds_milli, 'market_version', l.market_version) ORDER BY l.leg)
      FROM sport_leg l WHERE l.bet_id = b.id))
  FROM sport_bet b JOIN posting p ON p.entry_id = b.id AND p.line = 1 WHERE b.id = p_bet $$;

-- Accepts a group of sport bets in one transaction, each with its own verdict, in order of arrival per player. An
-- element of p_bets: { id, player, key, fingerprint, nonce, kind, policy, lines, unit, legs: [{ event, market, outcome, odds }] }.
-- Locks: events by id (advisory, shared), players by id (row), events by id (row: their sums and their prices). The
-- clock is read, then prices are: no price, no start and no suspension can come between them and the commit.
-- Verdicts: ok and replay with the receipt in params, or a refusal code with its params.
CREATE FUNCTION place_sport_bets(p_bets jsonb, p_max_payout bigint, p_player_limit bigint)
RETURNS TABLE (ord integer, verdict text, bet_id uuid, balance_cents bigint, params jsonb)
LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  b record;
  s record;
  v_at timestamptz;
  v_newest timestamptz;
  v_book bigint;
  v_events uuid[];
  v_outcomes uuid[];
  v_odds integer[];
  v_legs jsonb;
  v_moved jsonb;
  v_closed jsonb;
  v_known integer;
  v_related boolean;
  v_cost bigint;
  v_pays bigint;
  v_exposure bigint;
  v_room bigint;
  v_player_room bigint;
  v_scope text;
  v_hash bytea;
  v_text text;
  v_market uuid;
  v_worst bigint;
  v_cash_account bigint;
  v_balances jsonb := '{}';
  v_entries uuid[] := '{}';
  v_touched uuid[] := '{}';
BEGIN
  SELECT array_agg(DISTINCT x ORDER BY x) INTO v_events
    FROM (SELECT (l ->> 'event')::uuid AS x FROM jsonb_array_elements(p_bets) e, jsonb_array_elements(e -> 'legs') l) i;
  PERFORM pg_advisory_xact_lock_shared(sport_lock_key(r.id)) FROM (SELECT unnest(v_events) AS id ORDER BY 1) r;
  PERFORM 1 FROM wallet w WHERE w.player_id IN (SELECT (e ->> 'player')::uuid FROM jsonb_array_elements(p_bets) e)
    ORDER BY w.player_id FOR NO KEY UPDATE;
  PERFORM 1 FROM sport_event v WHERE v.id = ANY (v_events) ORDER BY v.id FOR NO KEY UPDATE;
  v_at := club_now_ms();
  SELECT c.newest_at INTO v_newest FROM club c;
  SELECT a.id INTO v_book FROM account a WHERE a.kind = 'sports_book';

  FOR b IN
    SELECT i.n::integer AS n, (i.e ->> 'id')::uuid AS id, (i.e ->> 'player')::uuid AS player, i.e ->> 'key' AS key,
      decode(i.e ->> 'fingerprint', 'hex') AS fingerprint, decode(i.e ->> 'nonce', 'hex') AS nonce, i.e ->> 'kind' AS kind,
      i.e ->> 'policy' AS policy, (i.e ->> 'lines')::integer AS lines, (i.e ->> 'unit')::bigint AS unit, i.e -> 'legs' AS legs
    FROM jsonb_array_elements(p_bets) WITH ORDINALITY AS i (e, n) ORDER BY 3, 1
  LOOP
    ord := b.n; verdict := NULL; bet_id := NULL; params := NULL; balance_cents := NULL;
    v_cost := b.lines * b.unit;

    SELECT k.id, k.fingerprint INTO s FROM sport_bet k WHERE k.player_id = b.player AND k.idem_key = b.key;
    IF FOUND THEN
      verdict := CASE WHEN s.fingerprint = b.fingerprint THEN 'replay' ELSE 'idempotency.mismatch' END;
      bet_id := s.id;
      IF verdict = 'replay' THEN params := sport_receipt(s.id); END IF;
      RETURN NEXT; CONTINUE;
    END IF;
    SELECT x.kind INTO s FROM (
      SELECT i.kind FROM idempotency i WHERE i.player_id = b.player AND i.key = b.key
      UNION ALL SELECT 'bet' FROM bet k WHERE k.player_id = b.player AND k.idem_key = b.key) x LIMIT 1;
    IF FOUND THEN
      verdict := CASE WHEN s.kind = 'burned' THEN 'bet.abandoned' ELSE 'idempotency.mismatch' END;
      RETURN NEXT; CONTINUE;
    END IF;
    IF v_at < v_newest - interval '1 second' THEN verdict := 'club.clock'; RETURN NEXT; CONTINUE; END IF;

    SELECT m.verdict, m.room_cents INTO s FROM player_may_bet(b.player, v_cost, v_at) m;
    IF s.verdict IS NOT NULL THEN
      verdict := s.verdict;
      IF s.room_cents IS NOT NULL THEN
        params := jsonb_build_object('left_cents', s.room_cents, 'cost_cents', v_cost);
      END IF;
      RETURN NEXT; CONTINUE;
    END IF;

    -- Every leg as it stands now, under the events' locks.
    SELECT count(v.id), array_agg(o.id ORDER BY l.n), array_agg(o.odds_milli ORDER BY l.n),
      count(DISTINCT l.e ->> 'event') < count(*) AND NOT bool_and(m.combines)
        OR count(DISTINCT l.e ->> 'outcome') < count(*),
      jsonb_agg(jsonb_build_object('event_id', v.id, 'market_id', m.id, 'outcome_id', o.id, 'odds_milli', o.odds_milli,
        'seen_odds_milli', (l.e ->> 'odds')::integer, 'market_version', m.version) ORDER BY l.n),
      jsonb_agg(m.id ORDER BY l.n) FILTER (WHERE v.status <> 'open' OR v.is_suspended OR v.is_stale
        OR v_at >= v.start_time OR m.status <> 'open'),
      jsonb_agg(o.id ORDER BY l.n) FILTER (WHERE CASE b.policy WHEN 'any' THEN false
        WHEN 'better' THEN o.odds_milli < (l.e ->> 'odds')::integer ELSE o.odds_milli <> (l.e ->> 'odds')::integer END)
    INTO v_known, v_outcomes, v_odds, v_related, v_legs, v_closed, v_moved
    FROM jsonb_array_elements(b.legs) WITH ORDINALITY AS l (e, n)
    LEFT JOIN sport_outcome o ON o.id = (l.e ->> 'outcome')::uuid AND o.market_id = (l.e ->> 'market')::uuid
      AND o.event_id = (l.e ->> 'event')::uuid
    LEFT JOIN sport_market m ON m.id = o.market_id
    LEFT JOIN sport_event v ON v.id = o.event_id AND v.status <> 'draft';

    IF v_known < jsonb_array_length(b.legs) THEN
      verdict := 'sport.outcome_unknown';
    ELSIF v_related THEN
      verdict := 'sport.related_legs';
    ELSIF v_closed IS NOT NULL THEN
      verdict := 'market.closed'; params := jsonb_build_object('market_ids', v_closed);
    ELSIF v_moved IS NOT NULL THEN
      verdict := 'odds.changed'; params := jsonb_build_object('legs', v_legs, 'outcome_ids', v_moved);
    END IF;
    IF verdict IS NOT NULL THEN RETURN NEXT; CONTINUE; END IF;

    v_pays := least(sport_return(b.kind, b.unit, v_odds), p_max_payout)::bigint;
    IF v_cost > p_max_payout THEN
      verdict := 'bet.over_limit'; params := jsonb_build_object('most_cents', p_max_payout);
      RETURN NEXT; CONTINUE;
    END IF;
    v_exposure := v_pays - v_cost;

    -- How much the book may still lose by this bet: the least room of its market, its events and its player there.
    v_room := NULL; v_scope := NULL;
    FOR s IN
      SELECT v.id, v.max_liability_cents - v.worst_cents - v.multiple_exposure_cents AS event_room,
        coalesce(x.exposure_cents, 0) AS player_exposure, m.id AS market, m.max_liability_cents AS market_limit,
        m.worst_cents AS market_worst, o.pays_cents - m.stakes_cents AS market_loss
      FROM (SELECT DISTINCT (l ->> 'event_id')::uuid AS id FROM jsonb_array_elements(v_legs) l) d
      JOIN sport_event v ON v.id = d.id
      LEFT JOIN sport_exposure x ON x.player_id = b.player AND x.event_id = d.id
      LEFT JOIN sport_outcome o ON b.kind = 'single' AND o.id = v_outcomes[1]
      LEFT JOIN sport_market m ON m.id = o.market_id
      ORDER BY v.id
    LOOP
      IF s.market IS NOT NULL THEN
        IF v_room IS NULL OR s.market_limit - s.market_loss < v_room THEN
          v_room := s.market_limit - s.market_loss; v_scope := 'market';
        END IF;
        s.event_room := s.event_room + s.market_worst - s.market_loss;
      END IF;
      IF v_room IS NULL OR s.event_room < v_room THEN v_room := s.event_room; v_scope := 'event'; END IF;
      v_player_room := p_player_limit - s.player_exposure;
      IF v_player_room < v_room THEN v_room := v_player_room; v_scope := 'player'; END IF;
    END LOOP;
    IF v_exposure > v_room THEN
      verdict := 'sport.over_liability';
      params := jsonb_build_object('scope', v_scope, 'max_stake_cents',
        CASE WHEN v_room <= 0 THEN 0 ELSE floor(b.unit::numeric * v_room / (v_exposure + b.lines))::bigint END);
      RETURN NEXT; CONTINUE;
    END IF;

    SELECT w.cash_cents, w.cash_account INTO s FROM wallet w WHERE w.player_id = b.player;
    IF NOT FOUND OR s.cash_cents < v_cost THEN
      verdict := 'funds.insufficient';
      params := jsonb_build_object('balance_cents', s.cash_cents, 'cost_cents', v_cost);
      RETURN NEXT; CONTINUE;
    END IF;
    v_cash_account := s.cash_account;

    -- Accepted.
    SELECT string_agg('{"event_id":"' || (l ->> 'event_id') || '","market_id":"' || (l ->> 'market_id') || '","odds_milli":'
      || (l ->> 'odds_milli') || ',"outcome_id":"' || (l ->> 'outcome_id') || '"}', ',' ORDER BY n) INTO v_text
      FROM jsonb_array_elements(v_legs) WITH ORDINALITY AS i (l, n);
    v_hash := sha256('\x00'::bytea
      || convert_to(sport_leaf(b.id, b.nonce, b.kind, v_text, b.unit, v_cost, v_at), 'UTF8'));
    verdict := 'ok'; bet_id := b.id; balance_cents := s.cash_cents - v_cost;

    INSERT INTO sport_bet (id, player_id, idem_key, fingerprint, kind, price_policy, lines, unit_stake_cents, cost_cents,
      max_payout_cents, accepted_at, nonce, receipt_hash)
      VALUES (b.id, b.player, b.key, b.fingerprint, b.kind, b.policy, b.lines, b.unit, v_cost, v_pays, v_at, b.nonce, v_hash);
    INSERT INTO sport_leg (bet_id, leg, player_id, event_id, market_id, outcome_id, odds_milli, seen_odds_milli, market_version)
      SELECT b.id, n - 1, b.player, (l ->> 'event_id')::uuid, (l ->> 'market_id')::uuid, (l ->> 'outcome_id')::uuid,
        (l ->> 'odds_milli')::integer, (l ->> 'seen_odds_milli')::integer, (l ->> 'market_version')::integer
      FROM jsonb_array_elements(v_legs) WITH ORDINALITY AS i (l, n);
    -- A race bet with this key is refused by its own look-up here.
    INSERT INTO idempotency (player_id, key, kind, body_hash) VALUES (b.player, b.key, 'sport_bet', b.fingerprint);
    INSERT INTO entry (id, kind, cause, at, reference, digest)
      VALUES (b.id, 'sport_bet', 'sport_bet:' || b.id, v_at, b.id::text, v_hash);
    INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
      VALUES (b.id, 1, v_cash_account, -v_cost, balance_cents), (b.id, 2, v_book, v_cost, NULL);
    UPDATE wallet w SET cash_cents = balance_cents WHERE w.player_id = b.player;

    INSERT INTO sport_exposure AS x (player_id, event_id, exposure_cents)
      SELECT DISTINCT b.player, (l ->> 'event_id')::uuid, v_exposure FROM jsonb_array_elements(v_legs) l
      ON CONFLICT (player_id, event_id) DO UPDATE SET exposure_cents = x.exposure_cents + excluded.exposure_cents;
    IF b.kind = 'single' THEN
      UPDATE sport_outcome o SET stakes_cents = o.stakes_cents + v_cost, pays_cents = o.pays_cents + v_pays, bets = o.bets + 1
        WHERE o.id = v_outcomes[1] RETURNING o.market_id INTO v_market;
      PERFORM sport_recount(v_market, v_cost);
      UPDATE sport_event v SET bets = v.bets + 1 WHERE v.id = (v_legs -> 0 ->> 'event_id')::uuid;
    ELSE
      UPDATE sport_event v SET bets = v.bets + 1, multiple_stakes_cents = v.multiple_stakes_cents + v_cost,
        multiple_exposure_cents = v.multiple_exposure_cents + v_exposure
        WHERE v.id IN (SELECT (l ->> 'event_id')::uuid FROM jsonb_array_elements(v_legs) l);
    END IF;
    params := jsonb_build_object('accepted_at', iso_ms(v_at), 'receipt_hash', encode(v_hash, 'hex'), 'max_payout_cents', v_pays,
      'balance_cents', balance_cents, 'legs', v_legs);
    v_balances := v_balances || jsonb_build_object(b.player::text, balance_cents);
    v_entries := v_entries || b.id;
    v_touched := v_touched || ARRAY(SELECT (l ->> 'event_id')::uuid FROM jsonb_array_elements(v_legs) l);
    RETURN NEXT;
  END LOOP;

  IF cardinality(v_entries) > 0 THEN
    INSERT INTO event_inbox (topic, kind, payload, entry_ids)
      VALUES ('bets', 'bets', jsonb_build_object('players', v_balances), v_entries);
    PERFORM tell('operator', 'sport_book', jsonb_build_object('event_ids',
      (SELECT jsonb_agg(DISTINCT x) FROM unnest(v_touched) x)));
  END IF;
END $$;

-- Adds to the stakes of a market and works out anew what its singles lose at worst; the event's sum follows.
-- The caller holds the event's row.
CREATE FUNCTION sport_recount(p_market uuid, p_stakes bigint) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
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

-- Writes the version of a market as it stands now.
CREATE FUNCTION sport_note_price(p_market uuid, p_source text, p_operator uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO sport_price (market_id, version, status, odds, source, operator_id, at)
  SELECT m.id, m.version, m.status, (SELECT jsonb_object_agg(o.id, o.odds_milli) FROM sport_outcome o WHERE o.market_id = m.id),
    p_source, p_operator, m.changed_at
  FROM sport_market m WHERE m.id = p_market $$;

-- Sets odds of a market as its next version; returns the version, or null where nothing differs. Takes the event's row.
CREATE FUNCTION set_sport_price(p_market uuid, p_outcomes uuid[], p_odds integer[], p_source text, p_operator uuid)
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

-- Suspends or resumes a market: a version of its own. Null: it is not in a state for it.
CREATE FUNCTION set_sport_market_status(p_market uuid, p_status text, p_operator uuid) RETURNS integer
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

-- Closes an open event: waits for the bets in flight, writes closed_at. Null: it was not open. Every bet of it has an
-- earlier accepted_at.
CREATE FUNCTION close_sport_event(p_event uuid) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
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

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
