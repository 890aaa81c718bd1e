-- The one clock (promise P19). Only a test database may replace this function.
CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

GRANT EXECUTE ON FUNCTION club_now TO club_app;
