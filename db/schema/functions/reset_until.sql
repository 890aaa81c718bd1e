-- Until when withdrawals wait after a password reset; null or past: they do not wait.
CREATE OR REPLACE FUNCTION reset_until(p_reset_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
  $$ SELECT p_reset_at + interval '24 hours' $$;

GRANT EXECUTE ON FUNCTION reset_until TO club_app;
