-- A file made before a password reset, or before a payment was taken back, is not sent to the bank afterwards.
CREATE OR REPLACE FUNCTION payout_file_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id
      WHERE i.file_id = NEW.id AND i.is_live AND waits_after_reset(w.player_id)) THEN
    RAISE EXCEPTION 'payout file % holds a withdrawal that waits after a reset', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id
      WHERE i.file_id = NEW.id AND i.is_live AND withdrawals_frozen(w.player_id)) THEN
    RAISE EXCEPTION 'payout file % holds a withdrawal that waits for the case of a payment', NEW.id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
