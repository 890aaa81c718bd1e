-- Barred or frozen players get no push messages from the same transaction on (promise G7).
CREATE OR REPLACE FUNCTION forget_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'active' OR to_jsonb(NEW) ->> 'bar' IS NOT NULL THEN
    DELETE FROM push_subscription WHERE player_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
