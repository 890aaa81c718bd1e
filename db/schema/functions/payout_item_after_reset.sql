CREATE OR REPLACE FUNCTION payout_item_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM withdrawal w WHERE w.id = NEW.withdrawal_id AND waits_after_reset(w.player_id)) THEN
    RAISE EXCEPTION 'withdrawal % waits after a reset of the password', NEW.withdrawal_id USING ERRCODE = 'check_violation';
  END IF;
  -- What a provider was asked for goes into no file as well.
  IF EXISTS (SELECT FROM payout_order o WHERE o.withdrawal_id = NEW.withdrawal_id) THEN
    RAISE EXCEPTION 'withdrawal % is with a provider', NEW.withdrawal_id USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM withdrawal w WHERE w.id = NEW.withdrawal_id AND withdrawals_frozen(w.player_id)) THEN
    RAISE EXCEPTION 'withdrawal % waits for the case of a payment', NEW.withdrawal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
