-- Treble, Quaddie and Pick 6: pools of three races and more, laid out for a meeting.
ALTER TABLE pool DROP CONSTRAINT pool_code_check;
ALTER TABLE pool ADD CONSTRAINT pool_code_check CHECK (code IN ('WIN', 'PLACE', 'QUINELLA', 'EXACTA', 'TRIFECTA', 'FIRST4',
  'DOUBLE_WIN', 'DOUBLE_PLACE', 'QUINELLA_PLACE', 'TRIO', 'ANY4', 'TREBLE', 'QUADDIE', 'PICK6'));
ALTER TABLE pool DROP CONSTRAINT pool_status_check;
ALTER TABLE pool ADD CONSTRAINT pool_status_check CHECK (status IN ('OPEN', 'CLOSED', 'PAID', 'REFUND', 'REFUND_NO_WINNER',
  'JACKPOT', 'JACKPOT_MINOR_PAID'));
ALTER TABLE pool ADD COLUMN name text CHECK (btrim(name) <> '');
ALTER TABLE pool ADD COLUMN guarantee_cents bigint CHECK (guarantee_cents >= 0);
ALTER TABLE pool DROP CONSTRAINT pool_check;
ALTER TABLE pool ADD CONSTRAINT pool_check CHECK ((code IN ('DOUBLE_WIN', 'DOUBLE_PLACE', 'TREBLE', 'QUADDIE', 'PICK6'))
  = (race_id2 IS NOT NULL));
ALTER TABLE pool ADD CONSTRAINT pool_multi CHECK ((code IN ('TREBLE', 'QUADDIE', 'PICK6')) = (name IS NOT NULL)
  AND (name IS NULL) = (guarantee_cents IS NULL));
DROP INDEX pool_double;
CREATE UNIQUE INDEX pool_double ON pool (least(race_id, race_id2), greatest(race_id, race_id2), code)
  WHERE race_id2 IS NOT NULL AND name IS NULL;

CREATE TABLE pool_leg (
  pool_id              uuid NOT NULL REFERENCES pool,
  leg                  smallint NOT NULL CHECK (leg BETWEEN 1 AND 6),
  race_id              uuid NOT NULL REFERENCES race,
  late_scratched_mask  bigint NOT NULL DEFAULT 0,
  is_void_late         boolean NOT NULL DEFAULT false,
  PRIMARY KEY (pool_id, leg),
  UNIQUE (pool_id, race_id)
);
CREATE INDEX pool_leg_race ON pool_leg (race_id);
GRANT SELECT, INSERT, UPDATE (is_void_late, late_scratched_mask), DELETE ON pool_leg TO club_app;

CREATE VIEW race_of_pool AS
  SELECT id AS pool_id, race_id, 1::smallint AS leg FROM pool WHERE name IS NULL
  UNION ALL SELECT id, race_id2, 2::smallint FROM pool WHERE race_id2 IS NOT NULL AND name IS NULL
  UNION ALL SELECT pool_id, race_id, leg FROM pool_leg;
GRANT SELECT ON race_of_pool TO club_app;

ALTER TABLE bet DROP CONSTRAINT bet_combinations_check;
ALTER TABLE bet ADD CONSTRAINT bet_combinations_check CHECK (combinations BETWEEN 1 AND 100000);
ALTER TABLE refund_job DROP CONSTRAINT refund_job_leg_check;
ALTER TABLE refund_job ADD CONSTRAINT refund_job_leg_check CHECK (leg BETWEEN 1 AND 6);
INSERT INTO account (kind, pool_code) VALUES ('jackpot', 'TREBLE'), ('jackpot', 'QUADDIE'), ('jackpot', 'PICK6');
-- The leaf of a bet takes its pool too: the function file makes it anew.
DROP FUNCTION bet_leaf(uuid, bytea, uuid, uuid, smallint, text, bigint, bigint, bigint, timestamptz);
