-- Key of the advisory lock of an event: shared by bets, exclusive to close, suspend, result, settle.
CREATE OR REPLACE FUNCTION sport_lock_key(event_id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended(event_id::text, 11) $$;

GRANT EXECUTE ON FUNCTION sport_lock_key TO club_app;
