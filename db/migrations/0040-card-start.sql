-- The start that the card said last: where the race's own is another, the desk moved it.
ALTER TABLE race ADD COLUMN card_start timestamptz(3);
GRANT UPDATE (card_start) ON race TO club_app;
