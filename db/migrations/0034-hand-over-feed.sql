-- A market that an operator suspended stays so until an operator resumes it, whatever its feed says.
ALTER TABLE sport_market ADD COLUMN is_held boolean NOT NULL DEFAULT false;
GRANT UPDATE (is_held) ON sport_market TO club_app;
UPDATE sport_market m SET is_held = true
WHERE m.status = 'suspended' AND EXISTS (
  SELECT FROM sport_price p WHERE p.market_id = m.id AND p.status = 'suspended' AND p.operator_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM sport_price o WHERE o.market_id = m.id AND o.status = 'open' AND o.version > p.version));

-- What a feed last said of an event's start: what it repeats does not move a start that was set by hand.
ALTER TABLE sport_event ADD COLUMN fed_start timestamptz(3);
GRANT UPDATE (fed_start) ON sport_event TO club_app;
