-- A movement between two accounts of the house: asked for by one operator, carried out by another, always. Never
-- players' money, escrows, jackpots, the sports book or the bank: those move with what causes them alone.
CREATE TABLE house_adjustment (
  approval_id   uuid PRIMARY KEY REFERENCES approval,
  entry_id      uuid NOT NULL UNIQUE,
  kind          text NOT NULL CHECK (kind IN ('wrong_account', 'write_off', 'opening', 'other')),
  from_account  text NOT NULL CHECK (from_account IN
                  ('takeout', 'breakage', 'house_topup', 'book_result', 'shop_sales', 'adjustments')),
  to_account    text NOT NULL CHECK (to_account IN
                  ('takeout', 'breakage', 'house_topup', 'book_result', 'shop_sales', 'adjustments')),
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  reason        text NOT NULL CHECK (reason <> ''),
  asked_by      uuid NOT NULL REFERENCES operator,
  approved_by   uuid NOT NULL REFERENCES operator,
  at            timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK (from_account <> to_account),
  CONSTRAINT house_adjustment_four_eyes CHECK (approved_by <> asked_by)
);
CREATE TRIGGER house_adjustment_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON house_adjustment
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON house_adjustment FROM club_app;

-- What stands here is what was approved and what was posted, looked at when the transaction ends.
CREATE FUNCTION house_adjustment_is_as_approved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM approval a WHERE a.id = NEW.approval_id AND a.kind = 'ledger.adjust' AND a.status = 'approved'
      AND a.requested_by = NEW.asked_by AND a.approved_by = NEW.approved_by
      AND a.payload ->> 'from' = NEW.from_account AND a.payload ->> 'to' = NEW.to_account
      AND (a.payload ->> 'amount_cents')::bigint = NEW.amount_cents) THEN
    RAISE EXCEPTION 'house adjustment % is not what was approved', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT coalesce(array_agg(a.kind || ' ' || p.amount_cents ORDER BY p.amount_cents), '{}')
      FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
      WHERE e.id = NEW.entry_id AND e.kind = 'house_adjustment' AND e.cause = 'house:' || NEW.approval_id)
    <> ARRAY[NEW.from_account || ' ' || -NEW.amount_cents, NEW.to_account || ' ' || NEW.amount_cents] THEN
    RAISE EXCEPTION 'house adjustment % is not what was posted', NEW.approval_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER house_adjustment_as_approved AFTER INSERT ON house_adjustment DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION house_adjustment_is_as_approved();
