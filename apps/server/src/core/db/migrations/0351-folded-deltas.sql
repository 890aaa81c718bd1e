-- Folded deltas leave dead rows behind, some twenty a bet group: the leader sweeps them every two seconds. PostgreSQL's own
-- sweeper comes once a minute, and a busy minute's rows were read through at every fold, close, quote and run sheet.
-- Before version 17 the right to sweep cannot be given: there the table waits for PostgreSQL's own.
DO $$ BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE 'GRANT MAINTAIN ON pool_delta TO club_app';
  END IF;
END $$;
