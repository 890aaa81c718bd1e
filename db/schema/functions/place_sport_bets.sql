-- Accepts a group of sport bets in one transaction, each with its own verdict, in order of arrival: what a bet adds to
-- a limit counts for the next one, and one that is refused adds nothing. One element a bet in p_id .. p_leg_count; the
-- legs of all bets one after the other in p_leg_*; whatever several bets name (players, events, markets, outcomes, a
-- player's book in an event) stands once in the arrays below those and is named by its place, from 1.
-- Locks: events by id (advisory, shared), players by id (row), events by id (row: their sums and their prices). The
-- clock is read, then prices are: no price, no start and no suspension can come between them and the commit. Sums are
-- written as differences, a row each for the group. The plans are made once, perhaps on empty tables: every look-up is
-- lateral with a limit, every update by a list of keys, so that no plan can read a whole table for a group.
-- Verdicts: ok; replay with its receipt in params; or a refusal code with its params.
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
  v_return numeric;
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
      WHEN p.is_barred_staff THEN 'bet.staff'
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
    v_return := sport_return(b.kind, b.unit, v_odds);
    v_pays := least(v_return, p_max_payout)::bigint;
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
      -- What a smaller stake returns is in proportion to the return without its cap.
      params := jsonb_build_object('scope', v_scope, 'max_stake_cents',
        CASE WHEN v_room <= 0 THEN 0 ELSE floor(b.unit::numeric * v_room / (v_return - v_cost + b.lines))::bigint END);
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
