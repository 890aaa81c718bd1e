-- Sessions of players and operators. Tokens are random; only their SHA-256 is stored (promise S2).

-- One sign-in and all tokens that came of it: the family that ends as a whole.
CREATE TABLE session (
  id                   uuid PRIMARY KEY,
  player_id            uuid REFERENCES player,
  operator_id          uuid REFERENCES operator,
  device               text,                                             -- what the browser says it is
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_action_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),    -- heartbeat and refresh are no action
  active_since         timestamptz(3) NOT NULL DEFAULT club_now_ms(),    -- sign-in, or the last pause of 15 minutes
  active_from_posting  bigint NOT NULL DEFAULT 0,                        -- last cash posting before active_since
  ended_at             timestamptz(3),
  end_reason           text CHECK (end_reason IN ('signout', 'reuse', 'password', 'freeze', 'exclusion', 'deleted')),
  CHECK (num_nonnulls(player_id, operator_id) = 1),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX session_player ON session (player_id, id) WHERE ended_at IS NULL AND player_id IS NOT NULL;
CREATE INDEX session_operator ON session (operator_id, id) WHERE ended_at IS NULL AND operator_id IS NOT NULL;

-- A refresh token stays good until a successor of it is first used; then it and its other successors are retired.
CREATE TABLE session_refresh (
  hash        bytea PRIMARY KEY,
  session_id  uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  parent      bytea,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  used_at     timestamptz(3),          -- first time that it was used to refresh
  retired_at  timestamptz(3)
);
CREATE INDEX session_refresh_session ON session_refresh (session_id, parent);

CREATE TABLE session_access (
  hash        bytea PRIMARY KEY,
  session_id  uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX session_access_session ON session_access (session_id);
CREATE INDEX session_access_expires ON session_access (expires_at);
