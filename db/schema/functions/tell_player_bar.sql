CREATE OR REPLACE FUNCTION tell_player_bar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('club_session_ends', NEW.id::text);
  RETURN NULL;
END $$;
