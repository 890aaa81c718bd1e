-- While a request is on its way to the provider of payouts, nobody marks what became of it.
ALTER TABLE payout_order ADD COLUMN leased_until timestamptz(3);
GRANT UPDATE (leased_until) ON payout_order TO club_app;
