-- The table itself refuses sport bets while all betting is paused, whichever function accepts them.
CREATE OR REPLACE FUNCTION refuse_paused_bets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM added) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared(betting_lock_key());
  IF EXISTS (SELECT FROM club WHERE paused_by IS NOT NULL) THEN
    RAISE EXCEPTION 'betting is paused' USING ERRCODE = 'CLB01';
  END IF;
  RETURN NULL;
END $$;
