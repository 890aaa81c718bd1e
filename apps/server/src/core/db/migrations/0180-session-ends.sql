-- Every process hears of a session that ended, and of a player who may do less now, so that it may believe the others
-- for longer than it takes to look each of them up.

CREATE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('club_session_ends', coalesce(NEW.player_id, NEW.operator_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER session_end AFTER UPDATE OF ended_at ON session
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_session_end();

CREATE FUNCTION tell_player_bar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('club_session_ends', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER player_bar AFTER UPDATE OF status, bar, bar_until ON player
  FOR EACH ROW WHEN ((OLD.status, OLD.bar, OLD.bar_until) IS DISTINCT FROM (NEW.status, NEW.bar, NEW.bar_until))
  EXECUTE FUNCTION tell_player_bar();
