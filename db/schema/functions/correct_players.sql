-- Corrects the next p_players players in one transaction. Each bet gets the difference between what it should have and
-- what is booked; increases come first. Locks: the correction's row, then the players. Returns how many players were
-- corrected, or null when another worker has the row.
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
    -- A payout that becomes a refund has one line for each.
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
    -- The part that the club bears is put on the lines that lose most.
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
