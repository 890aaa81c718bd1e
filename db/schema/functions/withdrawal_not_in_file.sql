-- A withdrawal in a file that may still go to the bank, or with a provider, is neither returned nor paid by hand: that
-- would pay it twice.
CREATE OR REPLACE FUNCTION withdrawal_not_in_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payout_item i JOIN payout_file f ON f.id = i.file_id
      WHERE i.withdrawal_id = NEW.id AND i.is_live AND f.status = 'made') THEN
    RAISE EXCEPTION 'withdrawal % is in a payout file', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM payout_order o WHERE o.withdrawal_id = NEW.id AND o.state IN ('asking', 'taken')) THEN
    RAISE EXCEPTION 'withdrawal % is with a provider', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
