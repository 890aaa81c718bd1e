-- Players: accounts, sign-in, player protection, and the records of the desk about them.

CREATE TABLE player (
  id                   uuid PRIMARY KEY,
  user_name            text NOT NULL CHECK (length(user_name) BETWEEN 1 AND 64),
  user_name_key        text NOT NULL UNIQUE,  -- case-folded, for sign-in
  password_hash        text NOT NULL,
  phone_cipher         bytea,                 -- AES-256-GCM, see accounts/
  phone_hash           bytea UNIQUE,          -- keyed hash, to find an account by phone
  full_name            text,
  birth_cipher         bytea,
  is_adult             boolean NOT NULL DEFAULT false,  -- 18 by the club's date; never reset
  language             text NOT NULL DEFAULT 'en',
  status               text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'frozen', 'closed')),
  has_stake_limit      boolean NOT NULL DEFAULT false,  -- saves place_bets a look-up
  invite_code          text NOT NULL UNIQUE,
  invited_by           uuid REFERENCES player,
  is_demo              boolean NOT NULL DEFAULT false,
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  has_loss_limit       boolean NOT NULL DEFAULT false,   -- saves place_bets a look-up
  bar                  text CHECK (bar IN ('time_out', 'exclusion')),
  bar_from             timestamptz(3),
  bar_until            timestamptz(3),        -- infinity: permanent. An exclusion bars even after its end
  return_from          timestamptz(3),        -- when a requested return may be confirmed
  return_limits        jsonb,                 -- the limits that apply after the return
  review               text CHECK (review IN ('phone', 'account', 'identity')),  -- held: resembles somebody who is barred
  identity_hash        bytea,                 -- keyed hash of name and date of birth
  identity_checked_at  timestamptz(3),
  reality_minutes      smallint NOT NULL DEFAULT 60 CHECK (reality_minutes IN (15, 30, 45, 60)),
  marketing            boolean NOT NULL DEFAULT false,
  limits_reviewed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- A reset by code may come from whoever holds the phone, so the owner is notified and withdrawals wait for a day.
  password_changed_at  timestamptz(3),        -- by somebody who knew the old one
  password_reset_at    timestamptz(3),        -- by a code
  email_cipher         bytea,                 -- encrypted as the phone is; optional
  email_proved_at      timestamptz(3),        -- when a code sent there was entered
  home_cipher          bytea,                 -- { country, address, postcode }
  messages_off         text[] NOT NULL DEFAULT '{}',  -- kinds of messages the player opted out of
  is_barred_staff      boolean NOT NULL DEFAULT false,  -- an operator's own, kept from betting; kept by bar_staff
  CONSTRAINT player_bar_whole CHECK ((bar IS NULL) = (bar_until IS NULL) AND (bar IS NULL) = (bar_from IS NULL)),
  CONSTRAINT player_bar_is_not_addressed CHECK (bar IS NULL OR NOT marketing)
);
CREATE INDEX player_identity ON player (identity_hash) WHERE identity_hash IS NOT NULL;
CREATE INDEX player_barred_staff ON player (id) WHERE is_barred_staff;
CREATE TRIGGER player_erases_papers AFTER UPDATE OF status ON player
  FOR EACH ROW WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION erase_money_papers();
CREATE TRIGGER player_forget_push AFTER UPDATE ON player FOR EACH ROW EXECUTE FUNCTION forget_push();
CREATE TRIGGER invitation_begins AFTER INSERT ON player FOR EACH ROW WHEN (NEW.invited_by IS NOT NULL)
  EXECUTE FUNCTION invitation_begins();
CREATE TRIGGER invited_by_stands BEFORE UPDATE OF invited_by ON player FOR EACH ROW
  WHEN (OLD.invited_by IS DISTINCT FROM NEW.invited_by) EXECUTE FUNCTION invited_by_stands();
CREATE TRIGGER player_bar AFTER UPDATE OF status, bar, bar_until ON player
  FOR EACH ROW WHEN ((OLD.status, OLD.bar, OLD.bar_until) IS DISTINCT FROM (NEW.status, NEW.bar, NEW.bar_until))
  EXECUTE FUNCTION tell_player_bar();
CREATE TRIGGER player_forget_wishes AFTER UPDATE OF status, bar ON player FOR EACH ROW
  WHEN (NEW.status <> 'active' OR NEW.bar IS NOT NULL) EXECUTE FUNCTION forget_wishes();
CREATE TRIGGER player_erases_file AFTER UPDATE OF status ON player
  FOR EACH ROW WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION erase_player_file();
CREATE TRIGGER player_erases_refused AFTER UPDATE OF status ON player
  FOR EACH ROW WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION erase_refused_bets();
GRANT SELECT, INSERT, UPDATE (bar, bar_from, bar_until, birth_cipher, email_cipher, email_proved_at, full_name, has_loss_limit,
  has_stake_limit, home_cipher, identity_checked_at, identity_hash, is_adult, is_barred_staff, language, limits_reviewed_at, marketing, messages_off, password_changed_at,
  password_hash, password_reset_at, phone_cipher, phone_hash, reality_minutes, return_from, return_limits, review,
  status, user_name, user_name_key) ON player TO club_app;

ALTER TABLE operator ADD FOREIGN KEY (player_id) REFERENCES player;
ALTER TABLE approval ADD FOREIGN KEY (player_id) REFERENCES player;

-- A player's limits (promises G2 to G5). An increase waits in pending_* until pending_from.
CREATE TABLE player_limit (
  player_id             uuid NOT NULL REFERENCES player,
  kind                  text NOT NULL CHECK (kind IN ('deposit', 'stake', 'loss')),
  period                text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  amount_cents          bigint CHECK (amount_cents >= 0),          -- null: no limit
  has_pending           boolean NOT NULL DEFAULT false,
  pending_amount_cents  bigint CHECK (pending_amount_cents >= 0),
  pending_from          timestamptz(3),
  changed_at            timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, kind, period)
);
CREATE TRIGGER player_limit_log AFTER INSERT OR UPDATE ON player_limit
  FOR EACH ROW EXECUTE FUNCTION log_limit();
GRANT SELECT, INSERT, UPDATE (amount_cents, changed_at, has_pending, pending_amount_cents, pending_from)
  ON player_limit TO club_app;

-- A sign-in of a player or an operator with all tokens derived from it, which end together. Tokens are random and only
-- their SHA-256 is stored (promise S2).
CREATE TABLE session (
  id                   uuid PRIMARY KEY,
  player_id            uuid REFERENCES player,
  operator_id          uuid REFERENCES operator,
  device               text,                  -- from the browser's user agent
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_action_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),  -- heartbeats and refreshes do not count
  active_since         timestamptz(3) NOT NULL DEFAULT club_now_ms(),  -- sign-in, or the end of the last 15-minute pause
  active_from_posting  bigint NOT NULL DEFAULT 0,  -- last cash posting before active_since
  ended_at             timestamptz(3),
  end_reason           text CHECK (end_reason IN ('signout', 'reuse', 'password', 'freeze', 'exclusion', 'deleted',
                         'closed', 'factor', 'revoked')),
  counted_until        timestamptz(3),        -- playing time is counted up to here
  checked_at           timestamptz(3),        -- when a reality check was last answered
  proved_at            timestamptz(3),        -- when the second factor was last given; null: never
  CHECK (num_nonnulls(player_id, operator_id) = 1),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK (proved_at IS NULL OR operator_id IS NOT NULL)
);
CREATE INDEX session_player ON session (player_id, id) WHERE ended_at IS NULL AND player_id IS NOT NULL;
CREATE INDEX session_operator ON session (operator_id, id) WHERE ended_at IS NULL AND operator_id IS NOT NULL;
CREATE TRIGGER session_end AFTER UPDATE OF ended_at ON session
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_session_end();
GRANT SELECT, INSERT, UPDATE (active_from_posting, active_since, checked_at, counted_until, device, end_reason,
  ended_at, last_action_at, proved_at), DELETE ON session TO club_app;

-- A refresh token stays valid until one of its successors is first used; then it and its other successors are retired.
CREATE TABLE session_refresh (
  hash        bytea PRIMARY KEY,
  session_id  uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  parent      bytea,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  used_at     timestamptz(3),          -- when it was first used
  retired_at  timestamptz(3)
);
CREATE INDEX session_refresh_session ON session_refresh (session_id, parent);
GRANT SELECT, INSERT, UPDATE (retired_at, used_at) ON session_refresh TO club_app;

CREATE TABLE session_access (
  hash        bytea PRIMARY KEY,
  session_id  uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX session_access_session ON session_access (session_id);
CREATE INDEX session_access_expires ON session_access (expires_at);
GRANT SELECT, INSERT, UPDATE (expires_at), DELETE ON session_access TO club_app;

-- Codes sent to phones (promise S12), each bound to phone, purpose and id. Old rows are kept for the sending limits.
CREATE TABLE verification (
  id            uuid PRIMARY KEY,
  phone_hash    bytea NOT NULL,
  purpose       text NOT NULL CHECK (purpose IN ('register', 'reset', 'phone')),
  code_hmac     bytea NOT NULL,
  tries         smallint NOT NULL DEFAULT 0,
  created_at    timestamptz(3) NOT NULL,
  used_at       timestamptz(3),
  address_hash  bytea,                    -- keyed hash of the requester's IP address, for its own limit
  email_hash    bytea                     -- keyed hash: the code was sent to this e-mail address
);
CREATE INDEX verification_phone ON verification (phone_hash, created_at);
CREATE INDEX verification_age ON verification (created_at);
CREATE INDEX verification_address ON verification (address_hash, created_at) WHERE address_hash IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (address_hash, email_hash, tries, used_at), DELETE ON verification TO club_app;

-- Codes sent to a player's new e-mail address. Only the newest one of a player is valid.
CREATE TABLE email_change (
  id            uuid PRIMARY KEY,
  player_id     uuid NOT NULL REFERENCES player,
  email_cipher  bytea NOT NULL,
  code_hmac     bytea NOT NULL,
  tries         smallint NOT NULL DEFAULT 0,
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  used_at       timestamptz(3)
);
CREATE INDEX email_change_player ON email_change (player_id, created_at);
CREATE INDEX email_change_age ON email_change (created_at);
GRANT SELECT, INSERT, UPDATE (tries, used_at), DELETE ON email_change TO club_app;

-- Monthly activity statements already sent, so that none is sent twice.
CREATE TABLE activity_told (
  player_id  uuid NOT NULL REFERENCES player,
  month      text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  at         timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, month)
);
GRANT SELECT, INSERT ON activity_told TO club_app;

-- Failed and pending sign-ins; a successful one deletes its row. The keys are keyed hashes.
CREATE TABLE signin_attempt (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_key  bytea NOT NULL,
  address_key  bytea NOT NULL,
  is_known     boolean NOT NULL,          -- this account has signed in from the address before
  at           timestamptz(3) NOT NULL
);
CREATE INDEX signin_attempt_account ON signin_attempt (account_key, at);
CREATE INDEX signin_attempt_address ON signin_attempt (address_key, at);
CREATE INDEX signin_attempt_age ON signin_attempt (at);
GRANT SELECT, INSERT, DELETE ON signin_attempt TO club_app;

CREATE TABLE signin_address (
  account_key  bytea NOT NULL,
  address_key  bytea NOT NULL,
  last_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (account_key, address_key)
);
CREATE INDEX signin_address_age ON signin_address (last_at);
GRANT SELECT, INSERT, UPDATE (last_at), DELETE ON signin_address TO club_app;

-- Passkeys of players. Only public keys are stored: nobody can sign in with them.
CREATE TABLE passkey (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  credential_id  bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1023),
  public_key     bytea NOT NULL,                -- SubjectPublicKeyInfo, DER
  rp_id          text NOT NULL,                 -- host name it is valid for
  sign_count     bigint NOT NULL CHECK (sign_count >= 0),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_used_at   timestamptz(3)
);
CREATE INDEX passkey_player ON passkey (player_id, id);
GRANT SELECT, INSERT, UPDATE (last_used_at, sign_count), DELETE ON passkey TO club_app;

-- Challenges contain their expiry and are signed by the club, so issuing one stores nothing. Answered ones are kept
-- until they expire, so that none can be answered twice.
CREATE TABLE passkey_challenge (
  nonce       bytea PRIMARY KEY,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenge_age ON passkey_challenge (expires_at);
GRANT SELECT, INSERT, DELETE ON passkey_challenge TO club_app;

-- Keyed hashes of the addresses and devices a player has used. They are only compared with those of other players.
CREATE TABLE player_trace (
  player_id  uuid NOT NULL REFERENCES player,
  kind       text NOT NULL CHECK (kind IN ('address', 'device')),
  hash       bytea NOT NULL,
  last_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, kind, hash)
);
CREATE INDEX player_trace_hash ON player_trace (kind, hash);
GRANT SELECT, INSERT, UPDATE (last_at), DELETE ON player_trace TO club_app;

CREATE TABLE player_note (
  id           uuid PRIMARY KEY,
  player_id    uuid NOT NULL REFERENCES player,
  operator_id  uuid NOT NULL REFERENCES operator,
  text         text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX player_note_player ON player_note (player_id, id);
GRANT SELECT, INSERT ON player_note TO club_app;

-- Photos of identity documents, re-encoded on arrival and encrypted for their row.
CREATE TABLE identity_document (
  id          uuid PRIMARY KEY,
  player_id   uuid NOT NULL REFERENCES player,
  kind        text NOT NULL CHECK (kind IN ('passport', 'identity_card', 'driving_licence', 'proof_of_address')),
  cipher      bytea NOT NULL,                       -- base64 of a JPEG
  bytes       integer NOT NULL CHECK (bytes > 0),
  status      text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'accepted', 'refused')),
  reason      text,
  decided_by  uuid REFERENCES operator,
  decided_at  timestamptz(3),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((status = 'waiting') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (status <> 'refused' OR reason IS NOT NULL)
);
CREATE INDEX identity_document_player ON identity_document (player_id, id);
CREATE INDEX identity_document_waiting ON identity_document (id) WHERE status = 'waiting';
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, reason, status) ON identity_document TO club_app;

CREATE TABLE complaint (
  id          uuid PRIMARY KEY,
  player_id   uuid NOT NULL REFERENCES player,
  key         text NOT NULL,                        -- idempotency key of the app
  topic       text NOT NULL CHECK (topic IN ('bet', 'money', 'account', 'protection', 'other')),
  order_id    uuid,
  body        text NOT NULL,
  status      text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_work', 'answered')),
  filed_at    timestamptz(3) NOT NULL,
  due_at      timestamptz(3) NOT NULL CHECK (due_at > filed_at),
  taken_by    uuid REFERENCES operator,
  taken_at    timestamptz(3),
  outcome     text CHECK (outcome IN ('upheld', 'partly', 'declined')),
  answer      text,
  decided_by  uuid REFERENCES operator,
  decided_at  timestamptz(3),
  UNIQUE (player_id, key),
  CHECK ((taken_by IS NULL) = (taken_at IS NULL)),
  CHECK (status <> 'in_work' OR taken_by IS NOT NULL),
  CHECK ((status = 'answered') = (decided_at IS NOT NULL)),
  CHECK (num_nulls(outcome, answer, decided_by, decided_at) IN (0, 4))
);
CREATE INDEX complaint_player ON complaint (player_id, id);
CREATE INDEX complaint_waiting ON complaint (due_at, id) WHERE status <> 'answered';
CREATE TRIGGER complaint_answered BEFORE UPDATE ON complaint FOR EACH ROW
  WHEN (OLD.status = 'answered' AND (NEW.status <> 'answered' OR (NEW.answer <> OLD.answer AND NEW.answer <> '')))
  EXECUTE FUNCTION complaint_keeps_answer();
CREATE TRIGGER complaint_webhook_new AFTER INSERT ON complaint
  FOR EACH ROW EXECUTE FUNCTION webhook_complaint();
CREATE TRIGGER complaint_webhook AFTER UPDATE OF status ON complaint
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_complaint();
GRANT SELECT, INSERT, UPDATE (answer, decided_at, decided_by, outcome, status, taken_at, taken_by) ON complaint
  TO club_app;

-- Keyed hashes of people who excluded themselves, here or in a register that the club imported.
CREATE TABLE exclusion_list (
  kind       text NOT NULL CHECK (kind IN ('phone', 'account', 'identity')),
  hash       bytea NOT NULL,
  source     text NOT NULL,                     -- 'player:ID', or the name of a register
  until      timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, hash, source)
);
CREATE INDEX exclusion_list_source ON exclusion_list (source);
GRANT SELECT, INSERT, DELETE ON exclusion_list TO club_app;

-- Seconds of play per day in club time (promise G11); see session.counted_until.
CREATE TABLE play_time (
  player_id  uuid NOT NULL,
  day        date NOT NULL,
  seconds    integer NOT NULL CHECK (seconds >= 0),
  PRIMARY KEY (player_id, day)
);
GRANT SELECT, INSERT, UPDATE (seconds) ON play_time TO club_app;

-- History of a player's limits, time-outs, exclusions and reality checks (promise G12).
CREATE TABLE protection_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id  uuid NOT NULL,
  at         timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  kind       text NOT NULL,
  detail     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX protection_log_player ON protection_log (player_id, id);
CREATE TRIGGER protection_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON protection_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON protection_log TO club_app;

-- Invitations and their rewards (promise S14), one row per invited player.
CREATE TABLE invitation (
  id            uuid PRIMARY KEY REFERENCES player,    -- the invited player
  inviter_id    uuid NOT NULL REFERENCES player,
  joined_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  state         text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'rewarded', 'refused')),
  reward_cents  bigint NOT NULL DEFAULT 0 CHECK (reward_cents >= 0),
  decided_at    timestamptz(3),
  decided_by    uuid REFERENCES operator,
  reason        text,
  CHECK (id <> inviter_id),
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK ((state = 'rewarded') = (reward_cents > 0))
);
CREATE INDEX invitation_inviter ON invitation (inviter_id, id);
CREATE TRIGGER invitation_moves BEFORE UPDATE ON invitation FOR EACH ROW EXECUTE FUNCTION invitation_moves();
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, reason, reward_cents, state) ON invitation TO club_app;

CREATE TABLE favourite_venues (
  player_id  uuid PRIMARY KEY REFERENCES player,
  codes      text[] NOT NULL
);
GRANT SELECT, INSERT, UPDATE (codes), DELETE ON favourite_venues TO club_app;

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

-- Requests to a provider of identity checks and its answers, kept as evidence.
CREATE TABLE identity_check (
  id            uuid PRIMARY KEY,             -- the provider's idempotency key
  player_id     uuid NOT NULL REFERENCES player,
  provider      text NOT NULL,
  asked_hash    bytea NOT NULL,               -- keyed hash of the request: the same person is checked once
  sealed        bytea,                        -- the request, encrypted; deleted when the account is closed
  check_id      text,                         -- assigned by the provider
  status        text NOT NULL DEFAULT 'asking' CHECK (status IN ('asking', 'review', 'verified', 'refused')),
  attempts      integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  failure       text,                         -- why the last attempt got no answer
  asked_at      timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  answered_at   timestamptz(3),
  CHECK ((status IN ('verified', 'refused')) = (answered_at IS NOT NULL)),
  UNIQUE (player_id, asked_hash)
);
CREATE INDEX identity_check_due ON identity_check (next_at) WHERE status = 'asking';
CREATE INDEX identity_check_check ON identity_check (check_id);
GRANT SELECT, INSERT, UPDATE (answered_at, attempts, check_id, failure, next_at, sealed, status) ON identity_check TO club_app;

-- Signed notices of identity checks, each stored once.
CREATE TABLE identity_notice (
  id        text PRIMARY KEY,                 -- the provider's
  check_id  text NOT NULL,
  status    text NOT NULL,
  outcome   text NOT NULL CHECK (outcome IN ('taken', 'repeat', 'unknown', 'late')),
  at        timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT ON identity_notice TO club_app;

-- Every answer of a national register of excluded people, kept as evidence. The person is stored as a keyed hash.
CREATE TABLE exclusion_answer (
  id           uuid PRIMARY KEY,
  player_id    uuid REFERENCES player,        -- null: refused at sign-up, before there was an account
  provider     text NOT NULL,
  occasion     text NOT NULL CHECK (occasion IN ('sign_up', 'sign_in', 'first_bet', 'profile', 'again')),
  asked_hash   bytea NOT NULL,
  answer       text NOT NULL CHECK (answer IN ('no', 'yes', 'previously', 'none')),  -- none: no answer
  provider_id  text,                          -- the register's id of its answer
  until        timestamptz(3),
  failure      text,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((answer = 'none') = (failure IS NOT NULL))
);
CREATE INDEX exclusion_answer_player ON exclusion_answer (player_id, id);
GRANT SELECT, INSERT ON exclusion_answer TO club_app;

-- Players barred by a register, and those admitted while it did not answer, about whom it is asked again.
CREATE TABLE exclusion_watch (
  player_id  uuid PRIMARY KEY REFERENCES player,
  is_barred  boolean NOT NULL DEFAULT false,
  own_until  timestamptz(3),                  -- end of the player's own exclusion; null: none
  due_at     timestamptz(3),                  -- when to ask again; null: not needed
  attempts   integer NOT NULL DEFAULT 0
);
CREATE INDEX exclusion_watch_due ON exclusion_watch (due_at) WHERE due_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (attempts, due_at, is_barred, own_until), DELETE ON exclusion_watch TO club_app;

-- Rules by which players are found, under a name. They hold no players: who fits is looked up each time.
CREATE TABLE segment (
  id          uuid PRIMARY KEY,
  name        text NOT NULL,
  name_key    text GENERATED ALWAYS AS (lower(name)) STORED UNIQUE,
  version     integer NOT NULL DEFAULT 1,
  rules       jsonb NOT NULL,                       -- as the contract's segmentRules
  changed_by  uuid NOT NULL REFERENCES operator,
  changed_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (name, rules, version, changed_by, changed_at), DELETE ON segment TO club_app;

-- A message to players who agreed to offers: what is sent by rules, to whom, and what became of it.
CREATE TABLE mailing (
  id              uuid PRIMARY KEY,
  idempotency_key text,
  rules           jsonb NOT NULL,                   -- as the contract's segmentRules
  texts           jsonb NOT NULL,                   -- subject and text by language
  state           text NOT NULL DEFAULT 'sending' CHECK (state IN ('sending', 'sent', 'stopped')),
  players         integer CHECK (players >= 0),     -- written down as its players; null: not yet
  sent            integer NOT NULL DEFAULT 0 CHECK (sent >= 0),
  left_out        integer NOT NULL DEFAULT 0 CHECK (left_out >= 0),
  made_by         uuid NOT NULL REFERENCES operator,
  made_at         timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at        timestamptz(3),
  UNIQUE (made_by, idempotency_key),
  CHECK ((state = 'sending') = (ended_at IS NULL)),
  CHECK (sent + left_out <= coalesce(players, 0)),
  failed          integer NOT NULL DEFAULT 0 CHECK (failed >= 0),   -- of those sent, what did not go out or came back
  CHECK (state <> 'sent' OR sent + left_out = players),
  CHECK (failed <= sent)
);
CREATE INDEX mailing_sending ON mailing (id) WHERE state = 'sending';
GRANT SELECT, INSERT, UPDATE (state, players, sent, left_out, ended_at, failed) ON mailing TO club_app;

CREATE TABLE mailing_player (
  mailing_id   uuid NOT NULL REFERENCES mailing,
  player_id    uuid NOT NULL REFERENCES player,
  state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'left_out')),
  delivery_id  uuid UNIQUE,                         -- looked at once more before it leaves the club
  PRIMARY KEY (mailing_id, player_id),
  CHECK ((state = 'sent') = (delivery_id IS NOT NULL))
);
CREATE INDEX mailing_player_waiting ON mailing_player (mailing_id) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE (state, delivery_id) ON mailing_player TO club_app;
