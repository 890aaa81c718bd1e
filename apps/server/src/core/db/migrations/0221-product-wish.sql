-- Who wants to know when something sold out is there again. The stock itself notes it, whoever moves it.
CREATE TABLE product_wish (
  player_id   uuid NOT NULL REFERENCES player,
  product_id  uuid NOT NULL REFERENCES product,
  wished_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  back_at     timestamptz(3),                   -- when it was there again
  PRIMARY KEY (player_id, product_id)
);
CREATE INDEX product_wish_waiting ON product_wish (product_id) WHERE back_at IS NULL;

CREATE FUNCTION note_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_wish SET back_at = club_now_ms() WHERE product_id = NEW.id AND back_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER product_back AFTER UPDATE OF stock ON product FOR EACH ROW
  WHEN (OLD.stock = 0 AND NEW.stock > 0) EXECUTE FUNCTION note_back();

-- Who is barred or frozen is offered nothing more, from the same transaction on (promise G7).
CREATE FUNCTION forget_wishes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_wish WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER player_forget_wishes AFTER UPDATE OF status, bar ON player FOR EACH ROW
  WHEN (NEW.status <> 'active' OR NEW.bar IS NOT NULL) EXECUTE FUNCTION forget_wishes();

GRANT SELECT, INSERT, UPDATE, DELETE ON product_wish TO club_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
