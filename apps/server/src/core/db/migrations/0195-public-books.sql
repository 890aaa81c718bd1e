-- What the newest full verification of the books found: the public books page shows its checks by name, the console all
-- of it. One row: a newer one takes its place.
CREATE TABLE books_verification (
  id        smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  at        timestamptz(3) NOT NULL,        -- the moment that all checks looked at
  verified  jsonb NOT NULL                  -- the answer of POST /api/operator/ledger/verify
);
GRANT SELECT, INSERT, UPDATE ON books_verification TO club_app;
