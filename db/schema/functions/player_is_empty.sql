-- Whether a player has nothing open, so that the account may be closed and erased (promise S28): no balance, no bet
-- that may still be paid, no pending top-up, and nothing under way that would come to him afterwards. The caller holds
-- the player's lock.
CREATE OR REPLACE FUNCTION player_is_empty(p_player uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM wallet w WHERE w.player_id = p_player
      AND (w.cash_cents <> 0 OR w.held_cents <> 0 OR w.bonus_cents <> 0))
    AND NOT EXISTS (SELECT FROM top_up t WHERE t.player_id = p_player AND t.status IN ('created', 'submitted'))
    AND NOT EXISTS (SELECT FROM bet_view b WHERE b.player_id = p_player AND b.status = 'accepted')
    AND NOT EXISTS (SELECT FROM sport_bet_view b WHERE b.player_id = p_player AND b.status = 'accepted')
    -- A provider that refuses a refund makes it cash again; one that refuses a return leaves it to the desk.
    AND NOT EXISTS (SELECT FROM top_up t JOIN payment p ON p.top_up_id = t.id
      WHERE t.player_id = p_player AND p.state IN ('returning', 'refunding'))
    AND NOT EXISTS (SELECT FROM payment_arrival a WHERE a.player_id = p_player AND a.state IN ('open', 'returning'))
    AND NOT EXISTS (SELECT FROM correction c JOIN correction_line l ON l.correction_id = c.id
      WHERE c.step <> 'done' AND l.player_id = p_player AND NOT l.is_done)
    AND NOT EXISTS (SELECT FROM shop_order o WHERE o.player_id = p_player AND o.status = 'paid')
    AND NOT EXISTS (SELECT FROM approval a WHERE a.status = 'pending' AND a.player_id = p_player);
END $$;

GRANT EXECUTE ON FUNCTION player_is_empty TO club_app;
