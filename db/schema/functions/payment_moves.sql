-- The allowed transitions of a payment. Booked is final, what was taken back may be given back, and a payment never
-- changes hands.
CREATE OR REPLACE FUNCTION payment_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
      WHEN 'asked' THEN NEW.state IN ('open', 'failed', 'paid', 'returning', 'refunded', 'disputed')
      WHEN 'open' THEN NEW.state IN ('failed', 'paid', 'returning', 'refunded', 'disputed')
      WHEN 'failed' THEN NEW.state IN ('paid', 'returning', 'refunded', 'disputed')
      WHEN 'paid' THEN NEW.state IN ('refunding', 'refunded', 'disputed')
      WHEN 'refunding' THEN NEW.state IN ('refunded', 'paid')
      WHEN 'returning' THEN NEW.state = 'returned'
      WHEN 'refunded' THEN NEW.state = CASE WHEN OLD.booked_at IS NULL THEN 'open' ELSE 'paid' END
      WHEN 'disputed' THEN NEW.state = CASE WHEN OLD.booked_at IS NULL THEN 'open' ELSE 'paid' END
      ELSE false END) THEN
    RAISE EXCEPTION 'payment % cannot go from % to %', NEW.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.booked_at IS NOT NULL AND NEW.booked_at IS DISTINCT FROM OLD.booked_at
    OR OLD.payment_id IS NOT NULL AND NEW.payment_id IS DISTINCT FROM OLD.payment_id
    OR OLD.booked_at IS NOT NULL AND (NEW.amount_cents, NEW.top_up_id) IS DISTINCT FROM (OLD.amount_cents, OLD.top_up_id)
    OR NEW.top_up_id <> OLD.top_up_id AND NOT EXISTS (SELECT FROM top_up a JOIN top_up b ON b.player_id = a.player_id
      WHERE a.id = OLD.top_up_id AND b.id = NEW.top_up_id) THEN
    RAISE EXCEPTION 'payment % stays as it was booked', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
