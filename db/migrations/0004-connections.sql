-- Connections: what crosses the club's walls, one provider a kind. A row is what was set at the console; what the
-- machine's environment sets has a row only once it was turned off or on. Secrets are sealed for their row.
CREATE TABLE connection (
  kind        text PRIMARY KEY CHECK (kind IN ('mail', 'sms', 'payment', 'payout', 'identity', 'exclusion', 'alerts')),
  provider    text,                                   -- null: the environment's
  settings    jsonb NOT NULL DEFAULT '{}',            -- what is no secret
  secrets     bytea,
  is_on       boolean NOT NULL,
  changed_by  uuid REFERENCES operator,
  changed_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (changed_at, changed_by, is_on, provider, secrets, settings) ON connection TO club_app;

-- How the connections fared, by the club's day.
CREATE TABLE connection_day (
  kind       text NOT NULL,
  day        date NOT NULL,
  succeeded  integer NOT NULL DEFAULT 0,
  failed     integer NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, day)
);
GRANT SELECT, INSERT, UPDATE (failed, succeeded), DELETE ON connection_day TO club_app;

-- How the last use of each went.
CREATE TABLE connection_health (
  kind          text PRIMARY KEY,
  succeeded_at  timestamptz(3),
  failed_at     timestamptz(3),
  failure       text,                                 -- why the last failure
  said          text NOT NULL DEFAULT ''              -- what the provider said of it
);
GRANT SELECT, INSERT, UPDATE (failed_at, failure, said, succeeded_at) ON connection_health TO club_app;
