CREATE OR REPLACE FUNCTION audit_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_pending VALUES (NEW.id);
  RETURN NULL;
END $$;
