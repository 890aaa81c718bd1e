-- The desk: operators, approvals by a second operator, connections, and the audit log.

CREATE TABLE operator (
  id             uuid PRIMARY KEY,
  user_name      text NOT NULL,
  user_name_key  text NOT NULL UNIQUE,
  password_hash  text NOT NULL,
  roles          text[] NOT NULL,
  player_id      uuid,                -- who this operator is as a player; the foreign key stands in people.sql
  status         text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'closed')),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  own_roles      uuid[] NOT NULL DEFAULT '{}',  -- of operator_role; changed under the lock of all owners, as those are
  CONSTRAINT operator_has_role CHECK (cardinality(roles) + cardinality(own_roles) > 0)
);
CREATE TRIGGER operator_bars_staff AFTER UPDATE OF player_id, status ON operator FOR EACH ROW
  WHEN ((OLD.player_id, OLD.status) IS DISTINCT FROM (NEW.player_id, NEW.status)) EXECUTE FUNCTION bar_staff();
GRANT SELECT, INSERT, UPDATE (own_roles, password_hash, player_id, roles, status) ON operator TO club_app;

-- Roles of the club's own: a name, and the calls that whoever has it may make.
CREATE TABLE operator_role (
  id           uuid PRIMARY KEY,
  name         text NOT NULL,
  name_key     text GENERATED ALWAYS AS (lower(name)) STORED UNIQUE,
  description  text NOT NULL,
  calls        text[] NOT NULL CHECK (cardinality(calls) > 0),   -- method and path, as the contract names them
  changed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (name, description, calls, changed_at), DELETE ON operator_role TO club_app;

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

-- Recovery codes as keyed hashes; each works once.
CREATE TABLE operator_recovery_code (
  operator_id  uuid NOT NULL REFERENCES operator,
  hash         bytea NOT NULL,
  used_at      timestamptz(3),
  PRIMARY KEY (operator_id, hash)
);
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON operator_recovery_code TO club_app;

-- Passkeys as second factor of operators (promise S4): a public key each, which proves nothing to whoever reads this
-- table.
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

-- Links by which an operator sets a new password, valid once and for a day. Only their hashes are stored.
CREATE TABLE operator_password_link (
  id           uuid PRIMARY KEY,
  operator_id  uuid NOT NULL REFERENCES operator,
  token_hash   bytea NOT NULL UNIQUE,                -- SHA-256
  made_by      uuid NOT NULL REFERENCES operator,
  made_at      timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  expires_at   timestamptz(3) NOT NULL CHECK (expires_at > made_at),
  ended_at     timestamptz(3)                        -- used, or replaced by a newer one
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
  hint          text NOT NULL,                       -- its last characters, to recognise it
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

-- Sagas: operations that take several transactions, because each holds the lock of a race or a player only briefly,
-- such as paying a file of withdrawals or abandoning a meeting. The row is written with the first transaction, and
-- after a crash another process continues until the end.
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

-- Rows not yet linked.
CREATE TABLE audit_pending (audit_id bigint PRIMARY KEY);
GRANT SELECT, INSERT, DELETE ON audit_pending TO club_app;

-- The hash chain of the audit log: each hash covers the row and the previous hash, so that rows changed, deleted or
-- inserted directly in the database are noticed. Rows are linked after commit, as ledger entries are, so that no
-- operation waits for another one.
CREATE TABLE audit_link (
  position  bigint PRIMARY KEY,
  audit_id  bigint NOT NULL UNIQUE,
  hash      bytea NOT NULL
);
CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_link
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON audit_link TO club_app;

-- Connections to outside services, one provider per kind. A row is what was set in the console; a connection set by the
-- environment gets a row once it is turned off or on. Secrets are encrypted for their row.
CREATE TABLE connection (
  kind        text PRIMARY KEY CHECK (kind IN ('mail', 'sms', 'payment', 'payout', 'identity', 'exclusion', 'alerts')),
  provider    text,                                   -- null: set by the environment
  settings    jsonb NOT NULL DEFAULT '{}',            -- all but the secrets
  secrets     bytea,
  is_on       boolean NOT NULL,
  changed_by  uuid REFERENCES operator,
  changed_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (changed_at, changed_by, is_on, provider, secrets, settings) ON connection TO club_app;

-- Changes of connections that wait for a second operator. The encrypted secrets are only here, not in the approval or
-- the audit log, which are kept forever.
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

-- Use of the connections per day in club time.
CREATE TABLE connection_day (
  kind       text NOT NULL,
  day        date NOT NULL,
  succeeded  integer NOT NULL DEFAULT 0,
  failed     integer NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, day)
);
GRANT SELECT, INSERT, UPDATE (failed, succeeded), DELETE ON connection_day TO club_app;

-- The last use of each connection.
CREATE TABLE connection_health (
  kind          text PRIMARY KEY,
  succeeded_at  timestamptz(3),
  failed_at     timestamptz(3),
  failure       text,                                 -- reason of the last failure
  said          text NOT NULL DEFAULT ''              -- the provider's answer to it
);
GRANT SELECT, INSERT, UPDATE (failed_at, failure, said, succeeded_at) ON connection_health TO club_app;

-- Alerts that are active now. Operators are told once when one begins and once when it ends.
CREATE TABLE alert (
  condition  text NOT NULL,                  -- its entry in run/alerts/conditions.ts
  subject    text NOT NULL,                  -- a kind of connection; empty: the club as a whole
  began_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  told_at    timestamptz(3),
  dismissed_at    timestamptz(3),            -- an operator has seen to it; it stays until it is over
  dismissed_by    uuid REFERENCES operator,
  dismiss_reason  text,
  PRIMARY KEY (condition, subject),
  CONSTRAINT alert_dismissed CHECK ((dismissed_at IS NULL) = (dismissed_by IS NULL) AND (dismissed_at IS NULL) = (dismiss_reason IS NULL))
);
GRANT SELECT, INSERT, UPDATE (told_at, dismissed_at, dismissed_by, dismiss_reason), DELETE ON alert TO club_app;

-- Those that are over, but for what passed by itself before anybody was told.
CREATE TABLE alert_past (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  condition       text NOT NULL,
  subject         text NOT NULL,
  began_at        timestamptz(3) NOT NULL,
  ended_at        timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  told_at         timestamptz(3),
  dismissed_at    timestamptz(3),
  dismissed_by    uuid REFERENCES operator,
  dismiss_reason  text
);
GRANT SELECT, INSERT ON alert_past TO club_app;

-- How the last run of each job of the clock went (run/jobs/jobs.ts), noted every few seconds by the process that leads,
-- and who wants one now.
CREATE TABLE job_run (
  name       text PRIMARY KEY,
  began_at   timestamptz(3),
  ended_at   timestamptz(3),
  failure    text,                           -- of the last run, in one sentence; null: it went well
  failed_at  timestamptz(3),                 -- when one last failed
  asked_at   timestamptz(3),
  asked_by   uuid REFERENCES operator
);
GRANT SELECT, INSERT, UPDATE (began_at, ended_at, failure, failed_at, asked_at, asked_by) ON job_run TO club_app;
