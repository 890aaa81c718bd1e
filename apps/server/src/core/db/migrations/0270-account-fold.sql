-- What each account holds up to the line that the books are folded to: the trial balance of a large ledger adds up the
-- last minutes alone. It moves with books_fold, in the same transaction, whichever release folds; `verify` compares it
-- with the lines themselves.
CREATE TABLE account_fold (
  account_id    bigint PRIMARY KEY,
  amount_cents  numeric NOT NULL,
  postings      bigint NOT NULL
);

CREATE FUNCTION fold_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_fold AS f (account_id, amount_cents, postings)
    SELECT account_id, sum(amount_cents), count(*) FROM posting
    WHERE id > OLD.until_id AND id <= NEW.until_id GROUP BY account_id
    ON CONFLICT (account_id) DO UPDATE
      SET amount_cents = f.amount_cents + excluded.amount_cents, postings = f.postings + excluded.postings;
  RETURN NULL;
END $$;
CREATE TRIGGER books_fold_accounts AFTER UPDATE OF until_id ON books_fold
  FOR EACH ROW WHEN (NEW.until_id > OLD.until_id) EXECUTE FUNCTION fold_accounts();

LOCK TABLE books_fold IN EXCLUSIVE MODE;
INSERT INTO account_fold (account_id, amount_cents, postings)
  SELECT p.account_id, sum(p.amount_cents), count(*) FROM books_fold f JOIN posting p ON p.id <= f.until_id
  GROUP BY p.account_id;
