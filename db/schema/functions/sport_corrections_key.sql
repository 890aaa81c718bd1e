-- Key of the advisory lock of all corrections of sports: shared by chunks that are paid, exclusive to a plan.
CREATE OR REPLACE FUNCTION sport_corrections_key() RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('sport corrections', 11) $$;

GRANT EXECUTE ON FUNCTION sport_corrections_key TO club_app;
