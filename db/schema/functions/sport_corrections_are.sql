-- Whether as many results have been corrected as were when bets were read: what these come to is then still what it was.
-- No correction is planned until the caller's transaction ends. Locks: that of all corrections, shared.
CREATE OR REPLACE FUNCTION sport_corrections_are(p_count bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(sport_corrections_key());
  RETURN p_count = (SELECT count(*) FROM sport_settlement WHERE version > 1);
END $$;

GRANT EXECUTE ON FUNCTION sport_corrections_are TO club_app;
