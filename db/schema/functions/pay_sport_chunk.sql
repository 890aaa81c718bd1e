-- Pays one chunk: bets up to p_to, each with the revision that it gets, what it comes to and its entry. A bet
-- that has moved on since it was read (another event of it was settled or corrected, or it was cancelled) makes the
-- chunk 'stale': nothing is written, the caller reads again. A later revision books the difference; of a player's bets
-- those that get more come first.
-- Locks: the settlement's row (skipped when another worker has it), players by id. Says 'paid', 'busy', 'moved', 'stale'.
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
