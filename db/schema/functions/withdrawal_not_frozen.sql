-- A withdrawal already sent in a file or to a provider is paid whatever we record, so that may still be recorded.
CREATE OR REPLACE FUNCTION withdrawal_not_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF withdrawals_frozen(NEW.player_id) AND NOT (NEW.status = 'paid' AND (
      EXISTS (SELECT FROM payout_item i JOIN payout_file f ON f.id = i.file_id
        WHERE i.withdrawal_id = NEW.id AND i.is_live AND f.status = 'sent')
      OR EXISTS (SELECT FROM payout_order o WHERE o.withdrawal_id = NEW.id))) THEN
    RAISE EXCEPTION 'withdrawal % waits for the case of a payment', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
