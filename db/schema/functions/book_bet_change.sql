-- Books the difference between what a bet should have and what is booked for it, as one entry. p_accounts and p_amounts
-- are the lines of its pools or of the sports book; the player gets the opposite of their sum. An increase first repays
-- what the club bore for this bet. A decrease takes what cash there is and the club bears the rest. The caller holds
-- the player's lock. Null: nothing to book.
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
