-- Only an approved withdrawal that is in no file goes to a provider, so that it is paid once.
CREATE OR REPLACE FUNCTION payout_order_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM withdrawal w WHERE w.id = NEW.withdrawal_id AND w.status = 'approved'
      AND NOT waits_after_reset(w.player_id))
    OR EXISTS (SELECT FROM payout_item i WHERE i.withdrawal_id = NEW.withdrawal_id AND i.is_live)
  THEN
    RAISE EXCEPTION 'withdrawal % cannot go to a provider', NEW.withdrawal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
