-- The shop: what the club sells for club money, and what players bought. Lock order: the player, then the product.

CREATE TABLE product (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('goods', 'day')),
  picture      text NOT NULL,                    -- which drawing the apps show
  texts        jsonb NOT NULL CHECK (texts #>> '{en,name}' <> ''),  -- per language: name, about
  price_cents  bigint NOT NULL CHECK (price_cents > 0),
  stock        integer NOT NULL CHECK (stock >= 0),
  happens_at   timestamptz(3),
  status       text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'withdrawn')),
  version      integer NOT NULL DEFAULT 1,       -- goes up with each change of texts or price, not with the stock
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((kind = 'day') = (happens_at IS NOT NULL))
);
CREATE INDEX product_status ON product (status, id);

-- What was bought stays as it was at that moment, whatever becomes of the product.
CREATE TABLE shop_order (
  id           uuid PRIMARY KEY,
  player_id    uuid NOT NULL REFERENCES player,
  product_id   uuid NOT NULL REFERENCES product,
  order_no     text NOT NULL UNIQUE,
  texts        jsonb NOT NULL,
  picture      text NOT NULL,
  quantity     integer NOT NULL CHECK (quantity > 0),
  unit_cents   bigint NOT NULL CHECK (unit_cents > 0),
  cost_cents   bigint NOT NULL CHECK (cost_cents = quantity * unit_cents),
  bonus_cents  bigint NOT NULL CHECK (bonus_cents BETWEEN 0 AND cost_cents),  -- what of it the bonus paid
  status       text NOT NULL DEFAULT 'paid' CHECK (status IN ('paid', 'handed_over', 'refunded')),
  bought_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at     timestamptz(3),
  ended_by     uuid REFERENCES operator,
  reason       text,
  CHECK ((status = 'paid') = (ended_at IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK (status <> 'refunded' OR reason IS NOT NULL)
);
CREATE INDEX shop_order_player ON shop_order (player_id, id);
CREATE INDEX shop_order_status ON shop_order (status, id);
CREATE INDEX shop_order_product ON shop_order (product_id);
REVOKE DELETE, TRUNCATE ON product, shop_order FROM club_app;

-- Paid, then handed over or refunded; nothing else of an order ever changes.
CREATE FUNCTION shop_order_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.player_id, OLD.product_id, OLD.order_no, OLD.texts, OLD.quantity, OLD.unit_cents, OLD.cost_cents,
      OLD.bonus_cents, OLD.bought_at)
    IS DISTINCT FROM (NEW.id, NEW.player_id, NEW.product_id, NEW.order_no, NEW.texts, NEW.quantity, NEW.unit_cents,
      NEW.cost_cents, NEW.bonus_cents, NEW.bought_at)
    OR OLD.status <> 'paid' OR NEW.status = 'paid'
  THEN
    RAISE EXCEPTION 'shop order % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shop_order_moves BEFORE UPDATE ON shop_order FOR EACH ROW EXECUTE FUNCTION shop_order_moves();
