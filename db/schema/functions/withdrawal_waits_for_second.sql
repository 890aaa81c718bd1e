-- Checked at commit: a withdrawal that needs a second operator cannot be approved without one.
CREATE OR REPLACE FUNCTION withdrawal_waits_for_second() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM approval a WHERE a.kind = 'withdrawal' AND a.target = NEW.id::text AND a.status = 'pending') THEN
    RAISE EXCEPTION 'withdrawal % waits for a second operator', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
