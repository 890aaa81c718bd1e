-- Tells every process about ended sessions and newly restricted players, so that they may cache all the others for
-- longer.
CREATE OR REPLACE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('club_session_ends', coalesce(NEW.player_id, NEW.operator_id)::text);
  RETURN NULL;
END $$;
