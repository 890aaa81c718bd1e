-- Removes everything personal from an account and keeps its id, which the ledger refers to. The keyed hashes of
-- somebody who excluded themselves stay in exclusion_list, so that they are recognised if they return.
CREATE OR REPLACE FUNCTION erase_player(p_player uuid, p_outbox bytea) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  UPDATE player SET status = 'closed', user_name = 'closed-' || replace(id::text, '-', ''),
    user_name_key = 'closed-' || replace(id::text, '-', ''), password_hash = 'closed', phone_cipher = NULL, phone_hash = NULL,
    full_name = NULL, birth_cipher = NULL, home_cipher = NULL, email_cipher = NULL, email_proved_at = NULL,
    messages_off = '{}'
  WHERE id = p_player;
  UPDATE player SET identity_hash = NULL WHERE id = p_player;
  DELETE FROM email_change WHERE player_id = p_player;
  DELETE FROM bank_card WHERE player_id = p_player;
  DELETE FROM passkey WHERE player_id = p_player;
  DELETE FROM push_subscription WHERE player_id = p_player;
  DELETE FROM favourite_venues WHERE player_id = p_player;
  DELETE FROM follow WHERE player_id = p_player;
  DELETE FROM delivery WHERE to_hash = p_outbox;
  UPDATE session SET device = NULL, ended_at = coalesce(ended_at, club_now_ms()), end_reason = coalesce(end_reason, 'deleted')
    WHERE player_id = p_player;
END $$;

GRANT EXECUTE ON FUNCTION erase_player TO club_app;
