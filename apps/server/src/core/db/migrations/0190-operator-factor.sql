-- The second factor of operators (promise S4): time-based codes of an authenticator, and recovery codes for the day it is lost.

CREATE TABLE operator_factor (
  operator_id     uuid PRIMARY KEY REFERENCES operator,
  sealed_secret   bytea,                          -- AES-256-GCM under the club's key; null until the first code was shown right
  pending_secret  bytea,                          -- set up, but not yet confirmed by a code: the one before still counts
  last_step       bigint NOT NULL DEFAULT 0,      -- step of the last code taken: it and earlier ones are used up
  confirmed_at    timestamptz(3),
  CHECK ((sealed_secret IS NULL) = (confirmed_at IS NULL))
);

-- Only keyed hashes; each code opens once.
CREATE TABLE operator_recovery_code (
  operator_id  uuid NOT NULL REFERENCES operator,
  hash         bytea NOT NULL,
  used_at      timestamptz(3),
  PRIMARY KEY (operator_id, hash)
);

-- When this session last showed the second factor; null: never.
ALTER TABLE session ADD COLUMN proved_at timestamptz(3) CHECK (proved_at IS NULL OR operator_id IS NOT NULL);

ALTER TABLE session DROP CONSTRAINT session_end_reason_check;
ALTER TABLE session ADD CONSTRAINT session_end_reason_check CHECK (end_reason IN
  ('signout', 'reuse', 'password', 'freeze', 'exclusion', 'deleted', 'closed', 'factor', 'revoked'));

-- A closed operator, or one whose roles changed, is believed no longer.
ALTER TABLE operator ADD CHECK (cardinality(roles) > 0);
