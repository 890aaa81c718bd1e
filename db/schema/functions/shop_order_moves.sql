-- An order is paid, then handed over or refunded; nothing else about it ever changes.
CREATE OR REPLACE FUNCTION shop_order_moves() RETURNS trigger LANGUAGE plpgsql AS $$
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
