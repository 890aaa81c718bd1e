-- What the bank reported never changes. A match may be undone, a booking may not.
CREATE OR REPLACE FUNCTION bank_line_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.import_id, OLD.key, OLD.day, OLD.amount_cents, OLD.reference, OLD.name, OLD.details, OLD.bank_id)
      IS DISTINCT FROM (NEW.id, NEW.import_id, NEW.key, NEW.day, NEW.amount_cents, NEW.reference, NEW.name, NEW.details, NEW.bank_id)
    OR OLD.status = 'booked'
  THEN
    RAISE EXCEPTION 'bank line % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
