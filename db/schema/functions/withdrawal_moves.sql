-- The allowed transitions of a withdrawal; the request itself never changes.
CREATE OR REPLACE FUNCTION withdrawal_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.player_id, OLD.amount_cents, OLD.reference, OLD.requested_at)
      IS DISTINCT FROM (NEW.id, NEW.player_id, NEW.amount_cents, NEW.reference, NEW.requested_at)
    OR NOT (OLD.status = NEW.status
      OR OLD.status = 'requested' AND NEW.status IN ('approved', 'rejected', 'cancelled')
      OR OLD.status = 'approved' AND NEW.status IN ('paid', 'rejected'))
    OR OLD.status = NEW.status AND NEW.cooling_cents > OLD.cooling_cents
  THEN
    RAISE EXCEPTION 'withdrawal % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
