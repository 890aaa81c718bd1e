-- Meetings, races, runners, pools, results, settlements.

CREATE TABLE rule_set (
  name     text NOT NULL,
  version  integer NOT NULL CHECK (version > 0),
  rules    jsonb NOT NULL,
  PRIMARY KEY (name, version)
);

CREATE TABLE meeting (
  id          uuid PRIMARY KEY,
  country     text NOT NULL,
  code        text NOT NULL,
  date        date NOT NULL,                 -- the day in the venue's zone
  name        text NOT NULL,
  timezone    text NOT NULL,
  currency    text NOT NULL,
  event_type  text NOT NULL CHECK (event_type IN ('Races', 'Harness', 'Greyhounds')),
  rule_set    text NOT NULL,
  dividends   text NOT NULL CHECK (dividends IN ('club', 'declared')),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  UNIQUE (country, code, date)
);
CREATE INDEX meeting_date ON meeting (date);

CREATE TABLE race (
  id              uuid PRIMARY KEY,
  meeting_id      uuid NOT NULL REFERENCES meeting,
  number          smallint NOT NULL CHECK (number > 0),
  name            text NOT NULL,
  distance_m      integer,
  class           text,
  handicap        boolean NOT NULL DEFAULT false,
  going           text,
  start_time      timestamptz(3) NOT NULL,
  status          text NOT NULL DEFAULT 'draft'
                  CHECK (status IN ('draft', 'open', 'closed', 'interim', 'final', 'settled', 'abandoned')),
  runner_mask     bigint NOT NULL DEFAULT 0,   -- bit n: saddle number n runs in this race
  scratched_mask  bigint NOT NULL DEFAULT 0,   -- bit n: saddle number n is scratched
  opened_at       timestamptz(3),
  closed_at       timestamptz(3),              -- every bet has an earlier accepted_at
  abandoned_at    timestamptz(3),
  settled_at      timestamptz(3),
  note            text,                        -- reason of a delay or an abandonment
  draw_hash       text,                        -- demo: hash of the seed that will draw the result, shown before
  draw_seed       text,                        -- demo: shown after
  UNIQUE (meeting_id, number),
  CHECK (status = 'draft' OR opened_at IS NOT NULL OR status = 'abandoned'),
  CHECK (status NOT IN ('closed', 'interim', 'final', 'settled') OR closed_at IS NOT NULL)
);
CREATE INDEX race_due ON race (start_time) WHERE status = 'open';
CREATE INDEX race_start ON race (start_time);

CREATE TABLE runner (
  race_id       uuid NOT NULL REFERENCES race,
  number        smallint NOT NULL CHECK (number BETWEEN 1 AND 60),   -- a bit of the masks
  name          text NOT NULL,
  barrier       smallint,
  jockey        text,
  trainer       text,
  weight_kg     numeric(5, 1),
  form          text,
  silks         text,
  scratched_at  timestamptz(3),
  PRIMARY KEY (race_id, number)
);

-- One pool of a race; a double's pool belongs to the ordered pair race_id (leg 1), race_id2 (leg 2).
CREATE TABLE pool (
  id                   uuid PRIMARY KEY,
  code                 text NOT NULL CHECK (code IN ('WIN', 'PLACE', 'QUINELLA', 'EXACTA', 'TRIFECTA', 'FIRST4',
                         'DOUBLE_WIN', 'DOUBLE_PLACE')),
  race_id              uuid NOT NULL REFERENCES race,
  race_id2             uuid REFERENCES race,
  rule_set             text NOT NULL,
  rule_set_version     integer NOT NULL,          -- frozen when the pool opens
  dividends            text NOT NULL CHECK (dividends IN ('club', 'declared')),
  status               text NOT NULL DEFAULT 'OPEN'
                       CHECK (status IN ('OPEN', 'CLOSED', 'PAID', 'REFUND', 'REFUND_NO_WINNER', 'JACKPOT')),
  escrow_account       bigint NOT NULL,
  jackpot_in_cents     bigint CHECK (jackpot_in_cents >= 0),     -- null until the close takes the waiting jackpot
  late_scratched_mask  bigint NOT NULL DEFAULT 0,    -- doubles: leg-2 runners scratched after leg 1 started
  is_leg2_void_late    boolean NOT NULL DEFAULT false,  -- doubles: leg 2 abandoned after leg 1 started
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  FOREIGN KEY (rule_set, rule_set_version) REFERENCES rule_set (name, version),
  CHECK ((code IN ('DOUBLE_WIN', 'DOUBLE_PLACE')) = (race_id2 IS NOT NULL)),
  CHECK (race_id <> race_id2)
);
CREATE UNIQUE INDEX pool_single ON pool (race_id, code) WHERE race_id2 IS NULL;
CREATE UNIQUE INDEX pool_double ON pool (least(race_id, race_id2), greatest(race_id, race_id2), code)
  WHERE race_id2 IS NOT NULL;
CREATE INDEX pool_leg2 ON pool (race_id2) WHERE race_id2 IS NOT NULL;

-- Stakes of a pool. number 0 is the whole pool; WIN and PLACE have a row per saddle number too.
-- One delta row per group of bets; the event writer folds them, the close folds them finally.
CREATE TABLE pool_total (
  pool_id       uuid NOT NULL,
  number        smallint NOT NULL,
  stakes_cents  bigint NOT NULL,
  bets          integer NOT NULL,
  PRIMARY KEY (pool_id, number)
) WITH (fillfactor = 50);
CREATE TABLE pool_delta (
  pool_id       uuid NOT NULL,
  number        smallint NOT NULL,
  stakes_cents  bigint NOT NULL,
  bets          integer NOT NULL
);

-- Adds the waiting deltas to the totals and says which pools changed. Pass null for all pools.
CREATE FUNCTION fold_pool_deltas(p_pools uuid[] DEFAULT NULL) RETURNS SETOF uuid LANGUAGE sql VOLATILE AS $$
  WITH gone AS (
    DELETE FROM pool_delta WHERE p_pools IS NULL OR pool_id = ANY (p_pools) RETURNING *
  ), folded AS (
    INSERT INTO pool_total AS t (pool_id, number, stakes_cents, bets)
    SELECT pool_id, number, sum(stakes_cents), sum(bets) FROM gone GROUP BY pool_id, number ORDER BY pool_id, number
    ON CONFLICT (pool_id, number) DO UPDATE
      SET stakes_cents = t.stakes_cents + excluded.stakes_cents, bets = t.bets + excluded.bets
    RETURNING pool_id
  )
  SELECT DISTINCT pool_id FROM folded;
$$;

-- Totals with what is not folded yet: stakes accepted (refunds of scratchings are not taken off).
CREATE VIEW pool_stake AS
  SELECT pool_id, number, sum(stakes_cents)::bigint AS stakes_cents, sum(bets)::integer AS bets
  FROM (SELECT * FROM pool_total UNION ALL SELECT * FROM pool_delta) s GROUP BY pool_id, number;

-- Frozen at the close, before the result: RFC 6962 root over the race's leaves.
CREATE TABLE race_root (
  race_id    uuid PRIMARY KEY REFERENCES race,
  bets       integer NOT NULL,
  root       bytea NOT NULL,
  pools      jsonb NOT NULL,            -- stakes accepted per pool code
  closed_at  timestamptz(3) NOT NULL,
  made_at    timestamptz(3) NOT NULL DEFAULT club_now_ms()
);

CREATE TABLE result (
  race_id       uuid NOT NULL REFERENCES race,
  version       integer NOT NULL CHECK (version > 0),
  stage         text NOT NULL CHECK (stage IN ('interim', 'final')),
  placings      jsonb NOT NULL,          -- [[4],[7,9],[2]]
  declared      jsonb,                   -- declared dividends, as entered
  is_stale      boolean NOT NULL DEFAULT false,   -- a scratching came after it
  entered_by    uuid,
  confirmed_by  uuid,
  reason        text,
  entered_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (race_id, version),
  CHECK (confirmed_by <> entered_by)
);

-- One settlement of a pool by a result version of one of its races: the plan, then its execution (promise P8).
CREATE TABLE settlement (
  id              uuid PRIMARY KEY,
  pool_id         uuid NOT NULL REFERENCES pool,
  race_id         uuid NOT NULL REFERENCES race,
  result_version  integer NOT NULL,
  step            text NOT NULL DEFAULT 'computed' CHECK (step IN ('computed', 'posting', 'posted', 'announced')),
  facts           jsonb NOT NULL,          -- what the pure function was given
  outcome         jsonb NOT NULL,          -- what it said: the dividends stand once written
  cursor_bet      uuid,                    -- last bet paid
  paid_cents      bigint NOT NULL DEFAULT 0,
  refunded_cents  bigint NOT NULL DEFAULT 0,
  created_at      timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  posted_at       timestamptz(3),
  UNIQUE (pool_id, race_id, result_version)
);
CREATE INDEX settlement_race ON settlement (race_id, result_version);
CREATE INDEX settlement_unfinished ON settlement (created_at) WHERE step <> 'announced';

-- Refunds to be paid in chunks: a scratching, an abandoned race, doubles that fell with a leg.
-- The race is marked first, in one short transaction; settling waits until the job is done.
CREATE TABLE refund_job (
  id          uuid PRIMARY KEY,
  pool_id     uuid NOT NULL REFERENCES pool,
  race_id     uuid NOT NULL REFERENCES race,
  cause       text NOT NULL,              -- scratch:RACE:RUNNER or abandon:RACE
  leg         smallint NOT NULL DEFAULT 1 CHECK (leg IN (1, 2)),
  number      smallint,                   -- the runner scratched; null: everything still live
  masks       jsonb NOT NULL,             -- runners already void before, per leg
  cursor_bet  uuid,
  is_done     boolean NOT NULL DEFAULT false,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  UNIQUE (pool_id, cause)
);
CREATE INDEX refund_job_open ON refund_job (created_at) WHERE NOT is_done;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
