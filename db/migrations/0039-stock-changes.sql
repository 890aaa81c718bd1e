-- A change of a product's stock that comes again with its key is made once.
CREATE TABLE stock_change (
  made_by          uuid NOT NULL REFERENCES operator,
  idempotency_key  text NOT NULL,
  product_id       uuid NOT NULL REFERENCES product,
  change           integer NOT NULL CHECK (change <> 0),
  made_at          timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (made_by, idempotency_key)
);
GRANT SELECT, INSERT ON stock_change TO club_app;
