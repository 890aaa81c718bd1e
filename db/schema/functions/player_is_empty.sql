-- Whether a player has nothing open, so that the account may be closed and erased (promise S28): no balance, no bet
-- that may still be paid, no pending top-up. The caller holds the player's lock.
CREATE OR REPLACE FUNCTION player_is_empty(p_player uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM wallet w WHERE w.player_id = p_player
      AND (w.cash_cents <> 0 OR w.held_cents <> 0 OR w.bonus_cents <> 0))
    AND NOT EXISTS (SELECT FROM top_up t WHERE t.player_id = p_player AND t.status IN ('created', 'submitted'))
    AND NOT EXISTS (SELECT FROM bet_view b WHERE b.player_id = p_player AND b.status = 'accepted')
    AND NOT EXISTS (SELECT FROM sport_bet_view b WHERE b.player_id = p_player AND b.status = 'accepted');
END $$;

GRANT EXECUTE ON FUNCTION player_is_empty TO club_app;
