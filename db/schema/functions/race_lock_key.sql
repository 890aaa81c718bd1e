-- Key of the advisory lock of a race: shared by bets, exclusive to close, scratch, abandon, delay, settle, correct.
CREATE OR REPLACE FUNCTION race_lock_key(race_id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended(race_id::text, 7) $$;

GRANT EXECUTE ON FUNCTION race_lock_key TO club_app;
