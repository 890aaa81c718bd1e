-- Shared by all who create an open event, exclusive to a hold, so that no event is created unseen while a hold begins. A draft that is
-- published needs no key: a hold takes the rows of drafts.
CREATE OR REPLACE FUNCTION sport_hold_key() RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('sports on hold', 9) $$;

GRANT EXECUTE ON FUNCTION sport_hold_key TO club_app;
