-- Marks a race as settled when all of its pools are posted; one that is being corrected is finished after that. Takes the
-- race's lock. Returns whether nothing of this version is left to pay.
CREATE OR REPLACE FUNCTION finish_race_settlement(p_race uuid, p_version integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(race_lock_key(p_race));
  IF EXISTS (SELECT FROM settlement WHERE race_id = p_race AND result_version = p_version
      AND step IN ('computed', 'posting')) THEN
    RETURN false;
  END IF;
  UPDATE race SET status = 'settled', settled_at = club_now_ms() WHERE id = p_race AND status = 'final'
    AND NOT EXISTS (SELECT FROM correction c WHERE c.race_id = p_race AND c.step <> 'done');
  IF FOUND THEN
    PERFORM tell('race:' || p_race, 'race', jsonb_build_object('race_id', p_race));
  END IF;
  RETURN true;
END $$;

GRANT EXECUTE ON FUNCTION finish_race_settlement TO club_app;
