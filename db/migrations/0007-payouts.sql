-- Withdrawals that a provider pays; identities and exclusions that others are asked about.
ALTER TABLE withdrawal ADD COLUMN method text NOT NULL DEFAULT 'bank_transfer';
ALTER TABLE withdrawal DROP CONSTRAINT withdrawal_check6;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_check6
  CHECK (status NOT IN ('paid', 'rejected') OR ended_by IS NOT NULL OR method <> 'bank_transfer');
GRANT UPDATE (method) ON withdrawal TO club_app;

-- <function>
-- A provider is asked for what is approved and stands in no file: a withdrawal goes out once.
CREATE OR REPLACE FUNCTION payout_order_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM withdrawal w WHERE w.id = NEW.withdrawal_id AND w.status = 'approved'
      AND NOT waits_after_reset(w.player_id))
    OR EXISTS (SELECT FROM payout_item i WHERE i.withdrawal_id = NEW.withdrawal_id AND i.is_live)
  THEN
    RAISE EXCEPTION 'withdrawal % cannot go to a provider', NEW.withdrawal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- A withdrawal that a provider is asked to pay. The row is there before the question, with the question itself: every
-- repeat is the same, whatever the player's account has become.
CREATE TABLE payout_order (
  withdrawal_id  uuid PRIMARY KEY REFERENCES withdrawal,
  provider       text NOT NULL,
  account_hash   bytea NOT NULL,                 -- the account that it is paid to
  sealed         bytea,                          -- what is asked, sealed for its row; none once it is over
  -- asking: nobody knows yet whether the provider has it. taken: it has. held: it refused a repeat, so people decide.
  state          text NOT NULL DEFAULT 'asking' CHECK (state IN ('asking', 'taken', 'held', 'paid', 'failed')),
  payout_id      text,                           -- the provider's own name for it
  attempts       integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at        timestamptz(3) NOT NULL DEFAULT club_now_ms(),   -- while it is asked: until when its process has it
  failure        text,                           -- why the last try told nothing
  said           text NOT NULL DEFAULT '',
  made_at        timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at       timestamptz(3),
  CHECK ((state IN ('paid', 'failed')) = (ended_at IS NOT NULL)),
  CHECK (ended_at IS NULL OR sealed IS NULL)
);
CREATE INDEX payout_order_due ON payout_order (next_at) WHERE state IN ('asking', 'taken');
CREATE INDEX payout_order_payout ON payout_order (payout_id);
CREATE TRIGGER payout_order_once BEFORE INSERT ON payout_order FOR EACH ROW EXECUTE FUNCTION payout_order_once();
GRANT SELECT, INSERT, UPDATE (attempts, ended_at, failure, next_at, payout_id, said, sealed, state) ON payout_order TO club_app;

-- Every signed notice of a payout, once, and what became of it.
CREATE TABLE payout_notice (
  id             text PRIMARY KEY,               -- the provider's
  withdrawal_id  uuid REFERENCES withdrawal,
  type           text NOT NULL,
  payout_id      text,
  reference      text,
  amount_cents   bigint,
  currency       text,
  -- late: the opposite was booked before. People look at it, and at what differs.
  outcome        text NOT NULL CHECK (outcome IN ('booked', 'repeat', 'unknown', 'differs', 'late')),
  at             timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX payout_notice_withdrawal ON payout_notice (withdrawal_id);
GRANT SELECT, INSERT ON payout_notice TO club_app;

ALTER TABLE player ADD COLUMN home_cipher bytea;
GRANT UPDATE (home_cipher) ON player TO club_app;

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
