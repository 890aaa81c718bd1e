-- Key of the advisory lock of all betting: shared by every bet, exclusive to a pause of everything.
CREATE OR REPLACE FUNCTION betting_lock_key() RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('betting', 9) $$;

GRANT EXECUTE ON FUNCTION betting_lock_key TO club_app;
