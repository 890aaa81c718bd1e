-- When held money returns to a player's cash, what the club has borne for the player since the request is deducted from
-- it, with one entry for each bet. Returns the amount deducted. Caller: holds the player's lock.
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
