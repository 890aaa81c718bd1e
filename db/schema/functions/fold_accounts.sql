CREATE OR REPLACE FUNCTION fold_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_fold AS f (account_id, amount_cents, postings)
    SELECT account_id, sum(amount_cents), count(*) FROM posting
    WHERE id > OLD.until_id AND id <= NEW.until_id GROUP BY account_id
    ON CONFLICT (account_id) DO UPDATE
      SET amount_cents = f.amount_cents + excluded.amount_cents, postings = f.postings + excluded.postings;
  RETURN NULL;
END $$;
