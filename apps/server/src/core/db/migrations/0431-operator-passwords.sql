-- With such a link an operator sets a new password, once and within a day. The link itself is kept nowhere.
CREATE TABLE operator_password_link (
  id           uuid PRIMARY KEY,
  operator_id  uuid NOT NULL REFERENCES operator,
  token_hash   bytea NOT NULL UNIQUE,                -- SHA-256
  made_by      uuid NOT NULL REFERENCES operator,
  made_at      timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  expires_at   timestamptz(3) NOT NULL CHECK (expires_at > made_at),
  ended_at     timestamptz(3)                        -- used, or another one was made
);
CREATE INDEX operator_password_link_open ON operator_password_link (operator_id) WHERE ended_at IS NULL;
