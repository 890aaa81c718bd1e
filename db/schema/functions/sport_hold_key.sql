-- Shared by everything that creates an open event, exclusive to a hold, so that no event is created unseen while a hold
-- begins. Publishing a draft needs no key, since a hold locks the rows of drafts.
CREATE OR REPLACE FUNCTION sport_hold_key() RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('sports on hold', 9) $$;

GRANT EXECUTE ON FUNCTION sport_hold_key TO club_app;
