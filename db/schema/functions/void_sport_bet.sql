-- Cancels a bet that is not settled: its cost comes back and its share of the book's sums goes. Null: it is settled.
-- Locks: the events (advisory, shared), the player, the events' rows.
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
