-- What a new club begins with.

-- The accounts of the house, and a jackpot of each pool.
INSERT INTO account (kind) VALUES ('takeout'), ('breakage'), ('house_topup'), ('book_result'),
  ('sports_book'), ('bank_clearing'), ('shop_sales'), ('adjustments');
INSERT INTO account (kind, pool_code) VALUES ('jackpot', 'WIN'), ('jackpot', 'PLACE'), ('jackpot', 'QUINELLA'),
  ('jackpot', 'EXACTA'), ('jackpot', 'TRIFECTA'), ('jackpot', 'FIRST4'), ('jackpot', 'DOUBLE_WIN'),
  ('jackpot', 'DOUBLE_PLACE');
INSERT INTO account (kind) VALUES ('chargebacks'), ('payment_fees');
INSERT INTO account (kind, pool_code) VALUES ('jackpot', 'QUINELLA_PLACE'), ('jackpot', 'TRIO'), ('jackpot', 'ANY4');
INSERT INTO account (kind, pool_code) VALUES ('jackpot', 'TREBLE'), ('jackpot', 'QUADDIE'), ('jackpot', 'PICK6');

INSERT INTO books_fold DEFAULT VALUES;

-- A new club hashes the sports part of every entry from the start.
INSERT INTO chain_text (part, since) VALUES ('sports', '-infinity');
