-- The last time that the whole ledger was added up, for everybody to see.
CREATE TABLE books_look (
  id           smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  balanced     boolean NOT NULL,
  checked_at   timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON books_look TO club_app;
