-- Every process hears of a session that ended, and of a player who may do less now, so that it may believe the others
-- for longer than it takes to look each of them up.
CREATE OR REPLACE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('club_session_ends', coalesce(NEW.player_id, NEW.operator_id)::text);
  RETURN NULL;
END $$;
