-- What the win pool of a race would have paid, over time: for the small plots of a race's page. One point a race every
-- half minute at most, while its prices move; a week after the race they are forgotten. Nothing is paid by them.
CREATE TABLE price_point (
  race_id  uuid NOT NULL REFERENCES race,
  at       timestamptz(3) NOT NULL,
  win      jsonb NOT NULL,               -- cents per 1.00 by saddle number
  PRIMARY KEY (race_id, at)
);

-- Pools that are not paid yet: the oldest of them bounds where a player's open bets can begin.
CREATE INDEX pool_unsettled ON pool (created_at) WHERE status IN ('OPEN', 'CLOSED');
