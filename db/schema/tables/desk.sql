-- The people at the desk: who they are, what two of them must agree on, and the log of what they did.

CREATE TABLE operator (
  id             uuid PRIMARY KEY,
  user_name      text NOT NULL,
  user_name_key  text NOT NULL UNIQUE,
  password_hash  text NOT NULL,
  roles          text[] NOT NULL,
  player_id      uuid,                -- who this operator is as a player; the foreign key stands in people.sql
  status         text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'closed')),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- The sessions of a closed operator, or of one whose roles changed, are no longer valid.
  CHECK (cardinality(roles) > 0)
);
GRANT SELECT, INSERT, UPDATE (password_hash, roles, status) ON operator TO club_app;

-- The second factor of operators (promise S4): time-based codes of an authenticator, and recovery codes for the day it
-- is lost.
CREATE TABLE operator_factor (
  operator_id     uuid PRIMARY KEY REFERENCES operator,
  sealed_secret   bytea,                          -- AES-256-GCM under the club's key; null until the first right code
  pending_secret  bytea,                          -- set up, but not yet confirmed by a code: the one before still counts
  last_step       bigint NOT NULL DEFAULT 0,      -- step of the last code taken: it and earlier ones are used up
  confirmed_at    timestamptz(3),
  CHECK ((sealed_secret IS NULL) = (confirmed_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE (confirmed_at, last_step, pending_secret, sealed_secret), DELETE ON operator_factor
  TO club_app;

-- Keyed hashes only; each code works once.
CREATE TABLE operator_recovery_code (
  operator_id  uuid NOT NULL REFERENCES operator,
  hash         bytea NOT NULL,
  used_at      timestamptz(3),
  PRIMARY KEY (operator_id, hash)
);
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON operator_recovery_code TO club_app;

-- Passkeys as second factor of operators (promise S4): a public key each, which proves nothing to whoever reads this table.
CREATE TABLE operator_passkey (
  id             uuid PRIMARY KEY,
  operator_id    uuid NOT NULL REFERENCES operator,
  credential_id  bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1023),
  public_key     bytea NOT NULL,                -- SubjectPublicKeyInfo, DER
  rp_id          text NOT NULL,                 -- host name that it is good for
  sign_count     bigint NOT NULL CHECK (sign_count >= 0),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_used_at   timestamptz(3)
);
CREATE INDEX operator_passkey_operator ON operator_passkey (operator_id, id);
GRANT SELECT, INSERT, UPDATE (last_used_at, sign_count), DELETE ON operator_passkey TO club_app;

-- A link with which an operator sets a new password, once and within a day. The link itself is not stored.
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
GRANT SELECT, INSERT, UPDATE (ended_at) ON operator_password_link TO club_app;

-- Who an operator is at the club's identity provider. The owner enters the address. The first sign-in with that address
-- verified stores the provider's subject, and from then on only the subject counts: an address may be given to somebody
-- else one day, a subject never is.
CREATE TABLE operator_identity (
  operator_id  uuid PRIMARY KEY REFERENCES operator,
  email        text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  issuer       text CHECK (length(issuer) BETWEEN 1 AND 500),
  subject      text CHECK (length(subject) BETWEEN 1 AND 255),
  bound_at     timestamptz(3),
  CHECK ((issuer IS NULL) = (subject IS NULL) AND (subject IS NULL) = (bound_at IS NULL)),
  UNIQUE (issuer, subject)
);
GRANT SELECT, INSERT, UPDATE (bound_at, issuer, subject), DELETE ON operator_identity TO club_app;

-- Keys can read but never act, since nobody would answer for what a program did. Only a hash is stored.
CREATE TABLE api_key (
  id            uuid PRIMARY KEY,
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  scopes        text[] NOT NULL CHECK (cardinality(scopes) > 0),
  hash          bytea NOT NULL UNIQUE,
  hint          text NOT NULL,                       -- its last letters, to know it by
  created_by    uuid NOT NULL REFERENCES operator,
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  expires_at    timestamptz(3) NOT NULL CHECK (expires_at > created_at),
  last_used_at  timestamptz(3),
  revoked_by    uuid REFERENCES operator,
  revoked_at    timestamptz(3),
  CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE (last_used_at, revoked_at, revoked_by) ON api_key TO club_app;

-- Acts that wait for a second operator (promise S5): requested by one, carried out or rejected by another.
CREATE TABLE approval (
  id              uuid PRIMARY KEY,
  kind            text NOT NULL,               -- adjust, correct, ...: who carries it out is registered in code
  player_id       uuid,                        -- whose money it moves: never decided by an operator who is this player
  target          text NOT NULL,               -- what a list shows: player or race id
  payload         jsonb NOT NULL,              -- what was asked for; nothing else is carried out
  reason          text,
  status          text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  requested_by    uuid NOT NULL REFERENCES operator,
  requested_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  approved_by     uuid REFERENCES operator,    -- who approved or rejected
  decided_at      timestamptz(3),
  decision_note   text,
  result          jsonb,
  CHECK (approved_by <> requested_by),
  CHECK ((status = 'pending') = (approved_by IS NULL)),
  CHECK ((approved_by IS NULL) = (decided_at IS NULL))
);
CREATE INDEX approval_status ON approval (status, id);
CREATE TRIGGER approval_stands BEFORE UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION approval_stands();
GRANT SELECT, INSERT, UPDATE (approved_by, decided_at, decision_note, result, status) ON approval TO club_app;

-- Acts of an operator that take several transactions, since each of them holds a race or a player's money for a moment: a
-- paid file of withdrawals, an abandoned meeting, many approved at once. What was begun is written down with its first
-- transaction; whoever comes next goes on, until it is done.
CREATE TABLE begun_act (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL,
  target       uuid NOT NULL,
  operator_id  uuid NOT NULL REFERENCES operator,
  payload      jsonb NOT NULL DEFAULT '{}',
  begun_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  done_at      timestamptz(3)
);
CREATE UNIQUE INDEX begun_act_open ON begun_act (kind, target) WHERE done_at IS NULL;
GRANT SELECT, INSERT, UPDATE (done_at, kind) ON begun_act TO club_app;

CREATE TABLE audit (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  operator_id  uuid,                         -- null: the system, or a sign-in that failed
  action       text NOT NULL,                -- race.close, topup.approve, player.read, ...
  target       text,
  before       jsonb,
  after        jsonb,
  reason       text,
  request_id   text
);
-- The log of one race, or of one player.
CREATE INDEX audit_target ON audit (target, id);
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER audit_waits AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_waits();
GRANT SELECT, INSERT ON audit TO club_app;

-- Rows that wait for their link.
CREATE TABLE audit_pending (audit_id bigint PRIMARY KEY);
GRANT SELECT, INSERT, DELETE ON audit_pending TO club_app;

-- The audit log is chained: each row's hash covers the row and the hash before it, so that a row that somebody with the
-- database changes, takes away or slips in shows. Rows are linked after their commit, as the ledger's entries are: an act
-- never waits for another one's.
CREATE TABLE audit_link (
  position  bigint PRIMARY KEY,
  audit_id  bigint NOT NULL UNIQUE,
  hash      bytea NOT NULL
);
CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_link
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON audit_link TO club_app;

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

-- A change of a connection that waits for a second operator. Its secrets are sealed and stand here alone: the request
-- itself is kept for good, and so is the audit log.
CREATE TABLE connection_change (
  id        uuid PRIMARY KEY,
  kind      text NOT NULL,
  provider  text,
  settings  jsonb NOT NULL,
  secrets   bytea,
  is_on     boolean NOT NULL,
  at        timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, DELETE ON connection_change TO club_app;

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

-- What operators are alerted to: what holds now. It is told once when it begins and once when it is over.
CREATE TABLE alert (
  condition  text NOT NULL,                  -- its entry in run/alerts/conditions.ts
  subject    text NOT NULL,                  -- of what: a kind of connection; empty: of the club
  began_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  told_at    timestamptz(3),
  PRIMARY KEY (condition, subject)
);
GRANT SELECT, INSERT, UPDATE (told_at), DELETE ON alert TO club_app;
