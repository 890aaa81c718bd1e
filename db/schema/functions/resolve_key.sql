-- Settles the doubt about a key under the player's lock (promise P3): returns the bet that has it, on a race or on
-- sports, or burns the key so that a late original is refused. A single call holds the lock only for its own work,
-- however far away the caller is.
CREATE OR REPLACE FUNCTION resolve_key(p_player uuid, p_key text, OUT bet_id uuid, OUT sport_bet_id uuid)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM 1 FROM wallet WHERE player_id = p_player FOR NO KEY UPDATE;
  SELECT b.id INTO bet_id FROM bet b WHERE b.player_id = p_player AND b.idem_key = p_key;
  IF bet_id IS NOT NULL THEN RETURN; END IF;
  SELECT b.id INTO sport_bet_id FROM sport_bet b WHERE b.player_id = p_player AND b.idem_key = p_key;
  IF sport_bet_id IS NOT NULL THEN RETURN; END IF;
  INSERT INTO idempotency (player_id, key, kind, body_hash) VALUES (p_player, p_key, 'burned', '') ON CONFLICT DO NOTHING;
END $$;

GRANT EXECUTE ON FUNCTION resolve_key TO club_app;
