-- The clock truncated to the millisecond: a plain cast would round up, possibly past a close.
CREATE OR REPLACE FUNCTION club_now_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  $$ SELECT date_trunc('milliseconds', club_now()) $$;

GRANT EXECUTE ON FUNCTION club_now_ms TO club_app;
