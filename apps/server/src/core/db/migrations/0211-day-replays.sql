-- Days made again from stored facts by the nightly job or by the keeper's command, and what that found (promise P22).
CREATE TABLE day_replay (
  day          date PRIMARY KEY,
  is_equal     boolean NOT NULL,
  checks       integer NOT NULL CHECK (checks >= 0),
  differences  jsonb NOT NULL,                -- the first ten, as the day's report words them
  took_ms      integer NOT NULL,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE ON day_replay TO club_app;
