-- At commit, an adjustment must match both its approval and its entry.
CREATE OR REPLACE FUNCTION house_adjustment_is_as_approved() RETURNS trigger LANGUAGE plpgsql AS $$
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
