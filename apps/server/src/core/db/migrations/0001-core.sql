-- The bones: clock, club, players, ledger, idempotency, audit, event inbox.
-- Money is bigint cents. Instants are timestamptz(3), cut to the millisecond before they are stored.

-- The one clock (promise P19). A test database may replace this function, nothing else may.
CREATE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

-- The clock cut down to the millisecond: a plain cast would round up, past a close.
CREATE FUNCTION club_now_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  $$ SELECT date_trunc('milliseconds', club_now()) $$;

CREATE FUNCTION iso_ms(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

CREATE TABLE club (
  id          smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  name        text NOT NULL,
  currency    text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone   text NOT NULL,
  newest_at   timestamptz(3),          -- the newest instant that the clock has shown, to see it fall back
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);

-- What a club decides (limits, thresholds, texts): a versioned row each, read with a default in code.
CREATE TABLE setting (
  name        text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  value       jsonb NOT NULL,
  changed_by  uuid,
  changed_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (name, version)
);

-- ---------------------------------------------------------------- people

CREATE TABLE player (
  id               uuid PRIMARY KEY,
  user_name        text NOT NULL CHECK (length(user_name) BETWEEN 1 AND 64),
  user_name_key    text NOT NULL UNIQUE,             -- folded form that sign-in looks up
  password_hash    text NOT NULL,
  phone_cipher     bytea,                            -- AES-256-GCM, see accounts/
  phone_hash       bytea UNIQUE,                     -- keyed hash that finds the same phone again
  full_name        text,
  birth_cipher     bytea,
  is_adult         boolean NOT NULL DEFAULT false,   -- 18 on the club's day; never becomes false again
  language         text NOT NULL DEFAULT 'en',
  status           text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'frozen', 'closed')),
  has_stake_limit  boolean NOT NULL DEFAULT false,   -- spares the bet function a look-up
  invite_code      text NOT NULL UNIQUE,
  invited_by       uuid REFERENCES player,
  is_demo          boolean NOT NULL DEFAULT false,
  created_at       timestamptz(3) NOT NULL DEFAULT club_now_ms()
);

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

CREATE TABLE operator (
  id             uuid PRIMARY KEY,
  user_name      text NOT NULL,
  user_name_key  text NOT NULL UNIQUE,
  password_hash  text NOT NULL,
  roles          text[] NOT NULL,
  player_id      uuid REFERENCES player,
  status         text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'closed')),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms()
);

-- ---------------------------------------------------------------- ledger

CREATE TABLE account (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('cash', 'held', 'bonus', 'escrow', 'jackpot', 'takeout', 'breakage',
               'house_topup', 'book_result', 'sports_book', 'bank_clearing', 'shop_sales', 'adjustments')),
  player_id  uuid REFERENCES player,
  pool_id    uuid,
  pool_code  text,
  CHECK ((kind IN ('cash', 'held', 'bonus')) = (player_id IS NOT NULL)),
  CHECK ((kind = 'escrow') = (pool_id IS NOT NULL)),
  CHECK ((kind = 'jackpot') = (pool_code IS NOT NULL))
);
CREATE UNIQUE INDEX account_player ON account (player_id, kind) WHERE player_id IS NOT NULL;
CREATE UNIQUE INDEX account_pool ON account (pool_id) WHERE pool_id IS NOT NULL;
CREATE UNIQUE INDEX account_jackpot ON account (pool_code) WHERE pool_code IS NOT NULL;
CREATE UNIQUE INDEX account_house ON account (kind)
  WHERE kind NOT IN ('cash', 'held', 'bonus', 'escrow', 'jackpot');

INSERT INTO account (kind) VALUES ('takeout'), ('breakage'), ('house_topup'), ('book_result'),
  ('sports_book'), ('bank_clearing'), ('shop_sales'), ('adjustments');
INSERT INTO account (kind, pool_code) VALUES ('jackpot', 'WIN'), ('jackpot', 'PLACE'), ('jackpot', 'QUINELLA'),
  ('jackpot', 'EXACTA'), ('jackpot', 'TRIFECTA'), ('jackpot', 'FIRST4'), ('jackpot', 'DOUBLE_WIN'),
  ('jackpot', 'DOUBLE_PLACE');

-- One row per player, there since sign-up: its row lock IS the player's lock (FOR NO KEY UPDATE).
CREATE TABLE wallet (
  player_id     uuid PRIMARY KEY REFERENCES player,
  cash_account  bigint NOT NULL,
  held_account  bigint NOT NULL,
  bonus_account bigint NOT NULL,
  cash_cents    bigint NOT NULL DEFAULT 0 CHECK (cash_cents >= 0),
  held_cents    bigint NOT NULL DEFAULT 0 CHECK (held_cents >= 0),
  bonus_cents   bigint NOT NULL DEFAULT 0 CHECK (bonus_cents >= 0)
) WITH (fillfactor = 50);

-- One business event. Credit is positive: a player's cash is the sum of its postings.
CREATE TABLE entry (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL,                    -- bet, refund, void, payout, pool_close, jackpot, top_up, adjustment, ...
  cause      text NOT NULL UNIQUE,             -- bet:ID, scratch:RACE:RUNNER:BET, settle:POOL:VERSION:BET, topup:ID:approve
  at         timestamptz(3) NOT NULL,
  reference  text,                             -- what a statement shows: order id, top-up reference
  digest     bytea                             -- what the entry vouches for: a bet's receipt hash
);

-- Lines of an entry. balance_cents is the account's balance after the line, for player accounts alone:
-- ids are drawn under the player's lock, so (account_id, id) is the exact order of a statement.
CREATE TABLE posting (
  id             bigint GENERATED ALWAYS AS IDENTITY,
  entry_id       uuid NOT NULL,
  line           smallint NOT NULL,
  account_id     bigint NOT NULL,
  amount_cents   bigint NOT NULL CHECK (amount_cents <> 0),
  balance_cents  bigint CHECK (balance_cents >= 0),
  PRIMARY KEY (entry_id, line)
);
CREATE INDEX posting_account_id ON posting (account_id, id);

-- Every entry is written in one statement: its lines sum to zero and there are at least two.
CREATE FUNCTION posting_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken uuid;
BEGIN
  SELECT entry_id INTO broken FROM new_postings GROUP BY entry_id
    HAVING sum(amount_cents) <> 0 OR count(*) < 2 LIMIT 1;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'entry % does not balance', broken USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posting_balanced AFTER INSERT ON posting
  REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION posting_sums_to_zero();

-- Position and hash of each entry, given after commit by the one background writer (promise P7).
CREATE TABLE chain (
  position  bigint PRIMARY KEY,
  entry_id  uuid NOT NULL UNIQUE,
  hash      bytea NOT NULL
);

CREATE FUNCTION refuse_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER posting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();

-- Keys of money calls other than bets, and burned keys (kind 'burned'). Read and written under the player's lock.
CREATE TABLE idempotency (
  player_id   uuid NOT NULL REFERENCES player,
  key         text NOT NULL,
  kind        text NOT NULL,
  body_hash   bytea NOT NULL,
  answer      jsonb,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, key)
);

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
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();

-- ---------------------------------------------------------------- events

-- What a transaction wants told or chained: a row of the same transaction. The writer numbers it after commit.
CREATE TABLE event_inbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic      text NOT NULL,                  -- bets, races, race:ID, player:ID, operator
  kind       text NOT NULL,
  payload    jsonb NOT NULL,
  entry_ids  uuid[] NOT NULL DEFAULT '{}'    -- entries of this transaction, to be chained
);

-- Numbered, gap-free, kept ten minutes and more for Last-Event-ID.
CREATE TABLE event (
  seq      bigint PRIMARY KEY,
  topic    text NOT NULL,
  kind     text NOT NULL,
  payload  jsonb NOT NULL,
  at       timestamptz(3) NOT NULL
);

-- ---------------------------------------------------------------- top-ups

CREATE TABLE top_up (
  id            uuid PRIMARY KEY,
  player_id     uuid NOT NULL REFERENCES player,
  method        text NOT NULL,
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  reference     text NOT NULL UNIQUE,
  status        text NOT NULL CHECK (status IN ('created', 'submitted', 'approved', 'rejected', 'expired')),
  reason        text,
  decided_by    uuid REFERENCES operator,
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  submitted_at  timestamptz(3),
  decided_at    timestamptz(3)
);
CREATE INDEX top_up_player ON top_up (player_id, id);
CREATE INDEX top_up_status ON top_up (status, id);

-- ---------------------------------------------------------------- rights of the server's role

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO club_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO club_app;
REVOKE UPDATE, DELETE, TRUNCATE ON entry, posting, chain, audit FROM club_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO club_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO club_app;
