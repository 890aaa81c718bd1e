-- Look-ups whose cost must not grow with what the club has behind it.

-- A bet is looked up by its player and key, under locks, with a plan that is made once and perhaps on empty tables. There
-- the index of a player's bets by id seemed as good as the one by key, and all of the player's bets were read for each
-- new one. Of indexes that seem equal PostgreSQL takes the newest: the one by key has to be it (a test reads the plans).
DROP INDEX bet_player_key;
CREATE UNIQUE INDEX bet_player_key ON bet (player_id, idem_key) WHERE idem_key IS NOT NULL;
DROP INDEX sport_bet_player_key;
CREATE UNIQUE INDEX sport_bet_player_key ON sport_bet (player_id, idem_key);

-- Totals with what is not folded yet: stakes accepted (refunds of scratchings are not taken off). Pool by pool: a view
-- that groups all pools at once cannot be asked for a few, and summed every pool of every day for one race's page.
CREATE OR REPLACE VIEW pool_stake AS
  SELECT p.id AS pool_id, s.number, s.stakes_cents, s.bets
  FROM pool p CROSS JOIN LATERAL (
    SELECT u.number, sum(u.stakes_cents)::bigint AS stakes_cents, sum(u.bets)::integer AS bets
    FROM (SELECT * FROM pool_total t WHERE t.pool_id = p.id
      UNION ALL SELECT * FROM pool_delta d WHERE d.pool_id = p.id) u
    GROUP BY u.number) s;

-- What scratchings and abandonments send back out of a pool, paid already or not.
CREATE VIEW pool_gone AS
  SELECT p.id AS pool_id, j.gone_cents
  FROM pool p CROSS JOIN LATERAL (
    SELECT coalesce(sum(greatest(coalesce(due_cents, 0), paid_cents)), 0) AS gone_cents
    FROM refund_job WHERE pool_id = p.id) j;

-- Live money of a pool: stakes accepted less what is sent back.
CREATE OR REPLACE VIEW pool_live AS
  SELECT s.pool_id, greatest(s.stakes_cents - g.gone_cents, 0)::bigint AS gross_cents, s.bets
  FROM pool_stake s JOIN pool_gone g ON g.pool_id = s.pool_id
  WHERE s.number = 0;

GRANT SELECT ON pool_gone TO club_app;
