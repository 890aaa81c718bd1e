-- The one clock (promise P19). A test database may replace this function, nothing else may.
CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

GRANT EXECUTE ON FUNCTION club_now TO club_app;
