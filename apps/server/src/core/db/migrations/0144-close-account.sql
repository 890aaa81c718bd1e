-- Closing and erasing an account (promise S28).

-- Whether nothing of a player is open: no money in any account, no bet or ticket that may still be paid, no top-up on
-- its way. The caller holds the player's lock.
CREATE FUNCTION player_is_empty(p_player uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM wallet w WHERE w.player_id = p_player
      AND (w.cash_cents <> 0 OR w.held_cents <> 0 OR w.bonus_cents <> 0))
    AND NOT EXISTS (SELECT FROM top_up t WHERE t.player_id = p_player AND t.status IN ('created', 'submitted'))
    AND NOT EXISTS (SELECT FROM bet_view b WHERE b.player_id = p_player AND b.status = 'accepted')
    AND NOT EXISTS (SELECT FROM sport_bet_view b WHERE b.player_id = p_player AND b.status = 'accepted');
END $$;

-- Takes everything of the person off the account and leaves its number, under which the ledger goes on. Keyed hashes of
-- somebody who barred himself stay in exclusion_list: whoever comes back is known.
CREATE FUNCTION erase_player(p_player uuid, p_outbox bytea) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  UPDATE player SET status = 'closed', user_name = 'closed-' || replace(id::text, '-', ''),
    user_name_key = 'closed-' || replace(id::text, '-', ''), password_hash = 'closed', phone_cipher = NULL, phone_hash = NULL,
    full_name = NULL, birth_cipher = NULL
  WHERE id = p_player;
  UPDATE player SET identity_hash = NULL WHERE id = p_player;
  DELETE FROM bank_card WHERE player_id = p_player;
  DELETE FROM passkey WHERE player_id = p_player;
  DELETE FROM push_subscription WHERE player_id = p_player;
  DELETE FROM favourite_venues WHERE player_id = p_player;
  DELETE FROM outbox WHERE to_hash = p_outbox;
  UPDATE session SET device = NULL, ended_at = coalesce(ended_at, club_now_ms()), end_reason = coalesce(end_reason, 'deleted')
    WHERE player_id = p_player;
END $$;

GRANT EXECUTE ON FUNCTION player_is_empty(uuid), erase_player(uuid, bytea) TO club_app;
