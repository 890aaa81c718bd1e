-- Whoever wished is told each time that it is back: it may have sold out again before they came.
CREATE OR REPLACE FUNCTION note_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_wish SET back_at = club_now_ms() WHERE product_id = NEW.id;
  RETURN NULL;
END $$;
