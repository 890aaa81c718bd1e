-- Until when a player's withdrawals wait after a reset; null or past: they do not.
CREATE OR REPLACE FUNCTION reset_until(p_reset_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
  $$ SELECT p_reset_at + interval '24 hours' $$;

GRANT EXECUTE ON FUNCTION reset_until TO club_app;
