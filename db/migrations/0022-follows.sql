-- Whom a player follows: runners, jockeys, trainers and teams by name.
CREATE TABLE follow (
  player_id   uuid NOT NULL REFERENCES player,
  kind        text NOT NULL CHECK (kind IN ('runner', 'jockey', 'trainer', 'team')),
  scope       text NOT NULL,                  -- the kind of race, or the sport
  name        text NOT NULL,
  key         text GENERATED ALWAYS AS (lower(name)) STORED,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, kind, scope, key)
);
-- Who is told before a race or a match.
CREATE INDEX follow_key ON follow (kind, key);
GRANT SELECT, INSERT, DELETE ON follow TO club_app;

ALTER TABLE push_subscription DROP CONSTRAINT push_subscription_kinds_check;
ALTER TABLE push_subscription ADD CONSTRAINT push_subscription_kinds_check
  CHECK (kinds <@ ARRAY['race', 'follow', 'settled', 'top_up']);
