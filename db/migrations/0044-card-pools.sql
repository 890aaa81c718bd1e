-- The pools that the card said last, of a race and of several: where the club has others, the desk changed them.
ALTER TABLE race ADD COLUMN card_pools text[];
GRANT UPDATE (card_pools) ON race TO club_app;
ALTER TABLE meeting ADD COLUMN card_multi_pools jsonb;
GRANT UPDATE (card_multi_pools) ON meeting TO club_app;
