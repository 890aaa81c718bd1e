-- Closing and erasing an account (promise S28) also deletes photos of receipts and names of banks; the ledger and the
-- amounts stay. Runs with the owner's rights, since the server's role may not delete receipts.
CREATE OR REPLACE FUNCTION erase_money_papers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM top_up_receipt r USING top_up t WHERE t.id = r.top_up_id AND t.player_id = NEW.id;
  UPDATE withdrawal SET bank_name = '', last_digits = '', reason = NULL,
    paid_account = CASE WHEN paid_account IS NULL THEN NULL ELSE '\x00'::bytea END
  WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
