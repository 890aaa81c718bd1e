CREATE OR REPLACE FUNCTION note_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_wish SET back_at = club_now_ms() WHERE product_id = NEW.id AND back_at IS NULL;
  RETURN NULL;
END $$;
