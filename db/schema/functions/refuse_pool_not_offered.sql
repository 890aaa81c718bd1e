-- No pool can be created that its race, or either leg of a double, does not offer, whoever tries. Pools of three races
-- and more are laid out for a meeting.
CREATE OR REPLACE FUNCTION refuse_pool_not_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name IS NULL AND EXISTS (SELECT FROM race r WHERE r.id IN (NEW.race_id, NEW.race_id2) AND NOT NEW.code = ANY (r.offered)) THEN
    RAISE EXCEPTION 'pool % is not offered', NEW.code USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
