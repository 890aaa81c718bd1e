-- A file made before the reset must not be sent to the bank after it.
CREATE OR REPLACE FUNCTION payout_file_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id
      WHERE i.file_id = NEW.id AND i.is_live AND waits_after_reset(w.player_id)) THEN
    RAISE EXCEPTION 'payout file % holds a withdrawal that waits after a reset', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
