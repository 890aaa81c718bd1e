-- A movement at the bank that belongs to no player goes back to whom it came from.
ALTER TABLE bank_line ADD COLUMN is_sent_back boolean NOT NULL DEFAULT false;
GRANT UPDATE (is_sent_back) ON bank_line TO club_app;
