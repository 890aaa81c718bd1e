-- What the lines of the ledger came to up to a line, so that adding up the books every minute reads the last minutes
-- alone (promise P21); `verify` reads everything. A line is folded when it is over two minutes old: whatever was begun
-- before it has ended by then.
CREATE INDEX posting_by_id ON posting USING brin (id) WITH (pages_per_range = 32, autosummarize = on);
CREATE TABLE books_fold (
  id             smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  until_id       bigint NOT NULL DEFAULT 0,
  ledger_cents   numeric NOT NULL DEFAULT 0,
  players_cents  numeric NOT NULL DEFAULT 0,
  older_mark     bigint NOT NULL DEFAULT 0,     -- the newest line at the last two turns of a minute
  mark           bigint NOT NULL DEFAULT 0,
  marked_at      timestamptz(3) NOT NULL DEFAULT '-infinity'
);
INSERT INTO books_fold DEFAULT VALUES;
