-- The bank pays what a file has sent whatever we write, so recording that is allowed.
CREATE OR REPLACE FUNCTION withdrawal_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF waits_after_reset(NEW.player_id) AND NOT (NEW.status = 'paid' AND EXISTS (
      SELECT FROM payout_item i JOIN payout_file f ON f.id = i.file_id
      WHERE i.withdrawal_id = NEW.id AND i.is_live AND f.status = 'sent')) THEN
    RAISE EXCEPTION 'withdrawal % waits after a reset of the password', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
