-- Barred or frozen players get no offers from the same transaction on (promise G7).
CREATE OR REPLACE FUNCTION forget_wishes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_wish WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
