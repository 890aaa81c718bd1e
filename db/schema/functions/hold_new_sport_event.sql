-- An event that opens while its sport is on hold is suspended as well, whoever opens it.
CREATE OR REPLACE FUNCTION hold_new_sport_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_advisory_xact_lock_shared(sport_hold_key());
  END IF;
  IF EXISTS (SELECT FROM sport_hold h WHERE h.ended_at IS NULL AND (h.sport IS NULL OR h.sport = NEW.sport)) THEN
    NEW.is_suspended := true;
    NEW.is_held := true;
  END IF;
  RETURN NEW;
END $$;
