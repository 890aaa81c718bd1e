CREATE OR REPLACE FUNCTION webhook_race() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('race.' || NEW.status, jsonb_build_object('race_id', NEW.id, 'status', NEW.status));
  RETURN NULL;
END $$;
