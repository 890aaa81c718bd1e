-- What a new club begins with.

-- The accounts of the house. The jackpot of each pool comes with its type (put-pool-types.ts).
INSERT INTO account (kind) VALUES ('takeout'), ('breakage'), ('house_topup'), ('book_result'),
  ('sports_book'), ('bank_clearing'), ('shop_sales'), ('adjustments');
INSERT INTO account (kind) VALUES ('chargebacks'), ('payment_fees');

INSERT INTO books_fold DEFAULT VALUES;

-- A new club hashes the sports part of every entry from the start.
INSERT INTO chain_text (part, since) VALUES ('sports', '-infinity');
