-- Players: who they are, how they sign in, what protects them, what the desk keeps about them.

CREATE TABLE player (
  id                   uuid PRIMARY KEY,
  user_name            text NOT NULL CHECK (length(user_name) BETWEEN 1 AND 64),
  user_name_key        text NOT NULL UNIQUE,  -- folded form that sign-in looks up
  password_hash        text NOT NULL,
  phone_cipher         bytea,                 -- AES-256-GCM, see accounts/
  phone_hash           bytea UNIQUE,          -- keyed hash that finds the same phone again
  full_name            text,
  birth_cipher         bytea,
  is_adult             boolean NOT NULL DEFAULT false,  -- 18 on the club's day; never becomes false again
  language             text NOT NULL DEFAULT 'en',
  status               text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'frozen', 'closed')),
  has_stake_limit      boolean NOT NULL DEFAULT false,  -- spares the bet function a look-up
  invite_code          text NOT NULL UNIQUE,
  invited_by           uuid REFERENCES player,
  is_demo              boolean NOT NULL DEFAULT false,
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  has_loss_limit       boolean NOT NULL DEFAULT false,   -- true while any loss limit exists; spares a look-up too
  bar                  text CHECK (bar IN ('time_out', 'exclusion')),
  bar_from             timestamptz(3),
  bar_until            timestamptz(3),        -- infinity: for good. An exclusion that is over still bars
  return_from          timestamptz(3),        -- asked to come back: may be confirmed from here on
  return_limits        jsonb,                 -- the limits that will hold then
  review               text CHECK (review IN ('phone', 'account', 'identity')),  -- held: looks like somebody who is barred
  identity_hash        bytea,                 -- keyed hash of name and date of birth
  identity_checked_at  timestamptz(3),
  reality_minutes      smallint NOT NULL DEFAULT 60 CHECK (reality_minutes IN (15, 30, 45, 60)),
  marketing            boolean NOT NULL DEFAULT false,
  limits_reviewed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- A password that was set by a code may have been set by whoever has the phone. Its owner is told, and no money
  -- leaves the club for a day.
  password_changed_at  timestamptz(3),        -- by somebody who knew the one before
  password_reset_at    timestamptz(3),        -- by a code
  email_cipher         bytea,                 -- sealed as the phone is; may be absent
  email_proved_at      timestamptz(3),        -- a code that went there came back
  home_cipher          bytea,                 -- { country, address, postcode }
  messages_off         text[] NOT NULL DEFAULT '{}',  -- kinds of messages that the player does not want
  CONSTRAINT player_bar_whole CHECK ((bar IS NULL) = (bar_until IS NULL) AND (bar IS NULL) = (bar_from IS NULL)),
  CONSTRAINT player_bar_is_not_addressed CHECK (bar IS NULL OR NOT marketing)
);
CREATE INDEX player_identity ON player (identity_hash) WHERE identity_hash IS NOT NULL;
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
  has_stake_limit, home_cipher, identity_checked_at, identity_hash, is_adult, language, limits_reviewed_at, marketing, messages_off, password_changed_at,
  password_hash, password_reset_at, phone_cipher, phone_hash, reality_minutes, return_from, return_limits, review,
  status, user_name, user_name_key) ON player TO club_app;

-- An operator may be a player too, and some approvals move a player's money.
ALTER TABLE operator ADD FOREIGN KEY (player_id) REFERENCES player;
ALTER TABLE approval ADD FOREIGN KEY (player_id) REFERENCES player;

-- A player's limits (promises G2 to G5). A looser amount waits in pending_*.
CREATE TABLE player_limit (
  player_id             uuid NOT NULL REFERENCES player,
  kind                  text NOT NULL CHECK (kind IN ('deposit', 'stake', 'loss')),
  period                text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  amount_cents          bigint CHECK (amount_cents >= 0),          -- null: none
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

-- Sessions of players and operators. Tokens are random; only their SHA-256 is stored (promise S2).
-- One sign-in and all tokens that came of it: the family that ends as a whole.
CREATE TABLE session (
  id                   uuid PRIMARY KEY,
  player_id            uuid REFERENCES player,
  operator_id          uuid REFERENCES operator,
  device               text,                  -- what the browser says it is
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_action_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),  -- heartbeat and refresh are no action
  active_since         timestamptz(3) NOT NULL DEFAULT club_now_ms(),  -- sign-in, or the last pause of 15 minutes
  active_from_posting  bigint NOT NULL DEFAULT 0,  -- last cash posting before active_since
  ended_at             timestamptz(3),
  end_reason           text CHECK (end_reason IN ('signout', 'reuse', 'password', 'freeze', 'exclusion', 'deleted',
                         'closed', 'factor', 'revoked')),
  counted_until        timestamptz(3),        -- its time of play is counted up to here
  checked_at           timestamptz(3),        -- the last reality check that was answered in it
  proved_at            timestamptz(3),        -- when it last showed the second factor; null: never
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
GRANT SELECT, INSERT, UPDATE (retired_at, used_at) ON session_refresh TO club_app;

CREATE TABLE session_access (
  hash        bytea PRIMARY KEY,
  session_id  uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX session_access_session ON session_access (session_id);
CREATE INDEX session_access_expires ON session_access (expires_at);
GRANT SELECT, INSERT, UPDATE (expires_at), DELETE ON session_access TO club_app;

-- One code by SMS (promise S12), bound to phone, purpose and id. Times of old rows are what the limits of sending count.
CREATE TABLE verification (
  id            uuid PRIMARY KEY,
  phone_hash    bytea NOT NULL,
  purpose       text NOT NULL CHECK (purpose IN ('register', 'reset')),
  code_hmac     bytea NOT NULL,
  tries         smallint NOT NULL DEFAULT 0,
  created_at    timestamptz(3) NOT NULL,
  used_at       timestamptz(3),
  address_hash  bytea,                    -- keyed: codes are counted per address of whoever asked too
  email_hash    bytea                     -- keyed: the code went to this e-mail address
);
CREATE INDEX verification_phone ON verification (phone_hash, created_at);
CREATE INDEX verification_age ON verification (created_at);
CREATE INDEX verification_address ON verification (address_hash, created_at) WHERE address_hash IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (address_hash, email_hash, tries, used_at), DELETE ON verification TO club_app;

-- A code that goes to a player's new e-mail address. The newest of a player counts.
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

-- The monthly statements that were told, so that none is told twice.
CREATE TABLE activity_told (
  player_id  uuid NOT NULL REFERENCES player,
  month      text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  at         timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, month)
);
GRANT SELECT, INSERT ON activity_told TO club_app;

-- Sign-ins that failed or are being tried; a success takes its row away. Keys are keyed hashes.
CREATE TABLE signin_attempt (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_key  bytea NOT NULL,
  address_key  bytea NOT NULL,
  is_known     boolean NOT NULL,          -- from an address where this account was signed in before
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

-- Passkeys of players: a public key each, which proves nothing to whoever reads this table.
CREATE TABLE passkey (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  credential_id  bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1023),
  public_key     bytea NOT NULL,                -- SubjectPublicKeyInfo, DER
  rp_id          text NOT NULL,                 -- host name that it is good for
  sign_count     bigint NOT NULL CHECK (sign_count >= 0),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_used_at   timestamptz(3)
);
CREATE INDEX passkey_player ON passkey (player_id, id);
GRANT SELECT, INSERT, UPDATE (last_used_at, sign_count), DELETE ON passkey TO club_app;

-- Challenges carry their own end and are signed by the club, so asking for one writes nothing. What was answered is
-- kept until that end, and is good for nothing more.
CREATE TABLE passkey_challenge (
  nonce       bytea PRIMARY KEY,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenge_age ON passkey_challenge (expires_at);
GRANT SELECT, INSERT, DELETE ON passkey_challenge TO club_app;

-- Where a player was seen: keyed hashes of addresses and of devices. Only ever compared with another player's.
CREATE TABLE player_trace (
  player_id  uuid NOT NULL REFERENCES player,
  kind       text NOT NULL CHECK (kind IN ('address', 'device')),
  hash       bytea NOT NULL,
  last_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, kind, hash)
);
-- Who else was seen at an address or on a device.
CREATE INDEX player_trace_hash ON player_trace (kind, hash);
GRANT SELECT, INSERT, UPDATE (last_at), DELETE ON player_trace TO club_app;

-- What the desk noted about a player.
CREATE TABLE player_note (
  id           uuid PRIMARY KEY,
  player_id    uuid NOT NULL REFERENCES player,
  operator_id  uuid NOT NULL REFERENCES operator,
  text         text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX player_note_player ON player_note (player_id, id);
GRANT SELECT, INSERT ON player_note TO club_app;

-- Pictures of papers: decoded and written anew before they are here, sealed for their row.
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
  key         text NOT NULL,                        -- of the player's phone: sent again it is the same complaint
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

-- What is known of people who barred themselves, here or in a register that the club took over: keyed hashes alone.
CREATE TABLE exclusion_list (
  kind       text NOT NULL CHECK (kind IN ('phone', 'account', 'identity')),
  hash       bytea NOT NULL,
  source     text NOT NULL,                     -- 'player:ID', or the name of a register
  until      timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, hash, source)
);
CREATE INDEX exclusion_list_source ON exclusion_list (source);
GRANT SELECT, INSERT, DELETE ON exclusion_list TO club_app;

-- Seconds of play per club day; a session's time is counted up to counted_until (promise G11).
CREATE TABLE play_time (
  player_id  uuid NOT NULL,
  day        date NOT NULL,
  seconds    integer NOT NULL CHECK (seconds >= 0),
  PRIMARY KEY (player_id, day)
);
GRANT SELECT, INSERT, UPDATE (seconds) ON play_time TO club_app;

-- What a player chose and was told: limits, time-outs, exclusions, reality checks (promise G12).
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

-- Who invited whom (promise S14): one row per invited player, and with it the decision about the reward.
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

-- The venues that a player likes.
CREATE TABLE favourite_venues (
  player_id  uuid PRIMARY KEY REFERENCES player,
  codes      text[] NOT NULL
);
GRANT SELECT, INSERT, UPDATE (codes), DELETE ON favourite_venues TO club_app;

-- What an identity checker was asked of a player and what it answered: evidence, and the question itself until it is known.
CREATE TABLE identity_check (
  id            uuid PRIMARY KEY,             -- the same at every repeat of the question
  player_id     uuid NOT NULL REFERENCES player,
  provider      text NOT NULL,
  asked_hash    bytea NOT NULL,               -- keyed hash of what was asked: the same person is not asked about twice
  sealed        bytea,                        -- what was asked, until the account is closed
  check_id      text,                         -- the provider's own name for it
  status        text NOT NULL DEFAULT 'asking' CHECK (status IN ('asking', 'review', 'verified', 'refused')),
  attempts      integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  failure       text,                         -- why the last try told nothing
  asked_at      timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  answered_at   timestamptz(3),
  CHECK ((status IN ('verified', 'refused')) = (answered_at IS NOT NULL)),
  UNIQUE (player_id, asked_hash)
);
CREATE INDEX identity_check_due ON identity_check (next_at) WHERE status = 'asking';
CREATE INDEX identity_check_check ON identity_check (check_id);
GRANT SELECT, INSERT, UPDATE (answered_at, attempts, check_id, failure, next_at, sealed, status) ON identity_check TO club_app;

-- Every signed notice of an identity checker, once.
CREATE TABLE identity_notice (
  id        text PRIMARY KEY,                 -- the provider's
  check_id  text NOT NULL,
  status    text NOT NULL,
  outcome   text NOT NULL CHECK (outcome IN ('taken', 'repeat', 'unknown', 'late')),
  at        timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT ON identity_notice TO club_app;

-- What a register of excluded people answered, each time: evidence. Who was asked about is a keyed hash.
CREATE TABLE exclusion_answer (
  id           uuid PRIMARY KEY,
  player_id    uuid REFERENCES player,        -- null: refused at sign-up, so there is no account
  provider     text NOT NULL,
  occasion     text NOT NULL CHECK (occasion IN ('sign_up', 'sign_in', 'first_bet', 'profile', 'again')),
  asked_hash   bytea NOT NULL,
  answer       text NOT NULL CHECK (answer IN ('no', 'yes', 'previously', 'none')),  -- none: it did not answer
  provider_id  text,                          -- the register's own name for its answer
  until        timestamptz(3),
  failure      text,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((answer = 'none') = (failure IS NOT NULL))
);
CREATE INDEX exclusion_answer_player ON exclusion_answer (player_id, id);
GRANT SELECT, INSERT ON exclusion_answer TO club_app;

-- Players that a register barred, or who were let in without its answer and are asked about again.
CREATE TABLE exclusion_watch (
  player_id  uuid PRIMARY KEY REFERENCES player,
  is_barred  boolean NOT NULL DEFAULT false,
  own_until  timestamptz(3),                  -- how long the player's own exclusion would last; null: there was none
  due_at     timestamptz(3),                  -- null: nothing is owed
  attempts   integer NOT NULL DEFAULT 0
);
CREATE INDEX exclusion_watch_due ON exclusion_watch (due_at) WHERE due_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (attempts, due_at, is_barred, own_until), DELETE ON exclusion_watch TO club_app;
