-- Money: the ledger and its checks, top-ups, withdrawals, the bank, the shop. Amounts are bigint cents.

-- The chart of accounts: three of each player, one of each pool, one of each jackpot, and those of the house
-- (seed.sql).
CREATE TABLE account (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('cash', 'held', 'bonus', 'escrow', 'jackpot', 'takeout', 'breakage',
               'house_topup', 'book_result', 'sports_book', 'bank_clearing', 'shop_sales', 'adjustments', 'chargebacks',
               'payment_fees')),
  player_id  uuid REFERENCES player,
  pool_id    uuid,
  pool_code  text,
  may_lock   boolean,          -- never set: the right to update it is what lets the server lock the row
  CHECK ((kind IN ('cash', 'held', 'bonus')) = (player_id IS NOT NULL)),
  CHECK ((kind = 'escrow') = (pool_id IS NOT NULL)),
  CHECK ((kind = 'jackpot') = (pool_code IS NOT NULL))
);
CREATE UNIQUE INDEX account_player ON account (player_id, kind) WHERE player_id IS NOT NULL;
CREATE UNIQUE INDEX account_pool ON account (pool_id) WHERE pool_id IS NOT NULL;
CREATE UNIQUE INDEX account_jackpot ON account (pool_code) WHERE pool_code IS NOT NULL;
CREATE UNIQUE INDEX account_house ON account (kind)
  WHERE kind NOT IN ('cash', 'held', 'bonus', 'escrow', 'jackpot');
CREATE TRIGGER account_used BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION refuse_used_account();
CREATE TRIGGER account_stays BEFORE TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_used_account();
GRANT SELECT, INSERT, UPDATE (may_lock), DELETE ON account TO club_app;

-- One row per player, made at sign-up. Locking it (FOR NO KEY UPDATE) is how a player is locked.
CREATE TABLE wallet (
  player_id     uuid PRIMARY KEY REFERENCES player,
  cash_account  bigint NOT NULL,
  held_account  bigint NOT NULL,
  bonus_account bigint NOT NULL,
  cash_cents    bigint NOT NULL DEFAULT 0 CHECK (cash_cents >= 0),
  held_cents    bigint NOT NULL DEFAULT 0 CHECK (held_cents >= 0),
  bonus_cents   bigint NOT NULL DEFAULT 0 CHECK (bonus_cents >= 0)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE (bonus_cents, cash_cents, held_cents) ON wallet TO club_app;

-- One business event. Credits are positive, so a player's cash is the sum of its postings.
CREATE TABLE entry (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL,                    -- bet, refund, void, payout, pool_close, jackpot, top_up, adjustment, ...
  cause      text NOT NULL UNIQUE,             -- bet:ID, scratch:RACE:RUNNER:BET, settle:POOL:VERSION:BET, topup:ID:approve
  at         timestamptz(3) NOT NULL,
  reference  text,                             -- shown on statements: order id, top-up reference
  digest     bytea                             -- hash of what the entry vouches for: a bet's receipt
);
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER entry_after_close AFTER INSERT ON entry
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION entry_after_close();
GRANT SELECT, INSERT ON entry TO club_app;

-- The lines of an entry. balance_cents is the balance after the line and is kept for player accounts only: their ids
-- are drawn under the player's lock, so (account_id, id) is the exact order of a statement.
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
-- Lets books_fold add up only the last few minutes.
CREATE INDEX posting_by_id ON posting USING brin (id) WITH (pages_per_range = 32, autosummarize = on);
CREATE TRIGGER posting_balanced AFTER INSERT ON posting
  REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION posting_sums_to_zero();
CREATE TRIGGER posting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON posting TO club_app;

-- The position and hash of each entry in the hash chain, assigned after commit by a single background writer (promise
-- P7).
CREATE TABLE chain (
  position  bigint PRIMARY KEY,
  entry_id  uuid NOT NULL UNIQUE,
  hash      bytea NOT NULL
);
CREATE TRIGGER chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON chain TO club_app;

-- When a new part was added to the text that is hashed for an entry. Entries chained before then are hashed without it;
-- otherwise their hashes would no longer match.
CREATE TABLE chain_text (
  part   text PRIMARY KEY,
  since  timestamptz NOT NULL
);
GRANT SELECT ON chain_text TO club_app;

-- The balance of each account up to the line that books_fold has reached, so that a trial balance of a large ledger
-- only adds up the last few minutes. A trigger moves it together with books_fold; `verify` compares it with the lines.
CREATE TABLE account_fold (
  account_id    bigint PRIMARY KEY,
  amount_cents  numeric NOT NULL,
  postings      bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (amount_cents, postings) ON account_fold TO club_app;

-- Running totals of the ledger up to until_id, so that the check of the books every minute only reads the last few
-- minutes (promise P21); `verify` reads everything. Lines are folded once they are two minutes old, when every
-- transaction that could still add an earlier one has ended.
CREATE TABLE books_fold (
  id             smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  until_id       bigint NOT NULL DEFAULT 0,
  ledger_cents   numeric NOT NULL DEFAULT 0,
  players_cents  numeric NOT NULL DEFAULT 0,
  older_mark     bigint NOT NULL DEFAULT 0,     -- the newest line at the last two checks
  mark           bigint NOT NULL DEFAULT 0,
  marked_at      timestamptz(3) NOT NULL DEFAULT '-infinity'
);
CREATE TRIGGER books_fold_accounts AFTER UPDATE OF until_id ON books_fold
  FOR EACH ROW WHEN (NEW.until_id > OLD.until_id) EXECUTE FUNCTION fold_accounts();
GRANT SELECT, UPDATE (ledger_cents, mark, marked_at, older_mark, players_cents, until_id) ON books_fold TO club_app;

-- When the ledger was last checked and whether it balanced; shown to everybody.
CREATE TABLE books_look (
  id           smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  balanced     boolean NOT NULL,
  checked_at   timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE (balanced, checked_at) ON books_look TO club_app;

-- The steps that a running verification has finished, so that an interrupted one resumes there. Deleted when it ends.
CREATE TABLE verification_step (
  begun_at  timestamptz(3) NOT NULL,
  name      text NOT NULL,
  rows      bigint NOT NULL,
  detail    text,
  ended_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (begun_at, name)
);
GRANT SELECT, INSERT, DELETE ON verification_step TO club_app;

-- The history of verifications; books_verification has the newest one in full.
CREATE TABLE books_verified (
  at           timestamptz(3) PRIMARY KEY,
  ok           boolean NOT NULL,
  duration_ms  integer NOT NULL,
  rows_read    bigint NOT NULL,
  chain_head   bigint NOT NULL,
  broken       text[] NOT NULL              -- names of the failed checks
);
GRANT SELECT, INSERT ON books_verified TO club_app;

-- The result of the newest full verification. The public books page lists its checks by name; the console shows all of
-- it.
CREATE TABLE books_verification (
  id        smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  at        timestamptz(3) NOT NULL,        -- all checks read the state of this moment
  verified  jsonb NOT NULL                  -- the answer of POST /api/operator/ledger/verify
);
GRANT SELECT, INSERT, UPDATE (at, verified) ON books_verification TO club_app;

-- What a correction should have taken back but the player no longer had (positive), and what was later recovered from
-- payments of the same bet or from held money that was released (negative). The sum per bet is what the club still
-- bears.
CREATE TABLE borne (
  bet_id     uuid NOT NULL,
  cause      text NOT NULL,                 -- the entry's cause
  player_id  uuid NOT NULL,
  cents      bigint NOT NULL CHECK (cents <> 0),
  at         timestamptz(3) NOT NULL,
  PRIMARY KEY (bet_id, cause)
);
CREATE INDEX borne_player ON borne (player_id, at);
CREATE TRIGGER borne_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON borne
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON borne TO club_app;

-- Idempotency keys of money calls other than bets, and burned keys (kind 'burned'). Used under the player's lock.
CREATE TABLE idempotency (
  player_id   uuid NOT NULL REFERENCES player,
  key         text NOT NULL,
  kind        text NOT NULL,
  body_hash   bytea NOT NULL,
  answer      jsonb,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, key)
);
GRANT SELECT, INSERT ON idempotency TO club_app;

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
CREATE INDEX top_up_amount ON top_up (amount_cents, id);
-- Finds top-ups that the player never marked as sent.
CREATE INDEX top_up_forgotten ON top_up (created_at) WHERE status = 'created';
CREATE INDEX top_up_approved_at ON top_up (decided_at) WHERE status = 'approved';
CREATE TRIGGER top_up_webhook AFTER UPDATE OF status ON top_up
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_top_up();
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, reason, status, submitted_at) ON top_up TO club_app;

-- Photos of bank receipts (promise S15), re-encoded on arrival and encrypted for their row.
CREATE TABLE top_up_receipt (
  id          uuid PRIMARY KEY,
  top_up_id   uuid NOT NULL REFERENCES top_up,
  cipher      bytea NOT NULL,                -- base64 of a JPEG
  bytes       integer NOT NULL CHECK (bytes > 0),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX top_up_receipt_of ON top_up_receipt (top_up_id, id);
GRANT SELECT, INSERT ON top_up_receipt TO club_app;

-- Card payments with the sandbox provider, and its notices; each notice is stored once.
CREATE TABLE card_payment (
  id            uuid PRIMARY KEY,
  top_up_id     uuid NOT NULL UNIQUE REFERENCES top_up,
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  outcome       text CHECK (outcome IN ('paid', 'declined', 'cancelled')),   -- null: still open
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_at    timestamptz(3),
  CHECK ((outcome IS NULL) = (decided_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE (decided_at, outcome) ON card_payment TO club_app;

CREATE TABLE card_event (
  id          text PRIMARY KEY,
  payment_id  uuid NOT NULL REFERENCES card_payment,
  outcome     text NOT NULL,
  told_at     timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT ON card_event TO club_app;

-- Payments that a provider collects for the club, one per top-up. The id is that of the original top-up and serves as
-- the provider's idempotency key, so asking twice makes one payment. payment_moves lists the allowed transitions.
CREATE TABLE payment (
  id            uuid PRIMARY KEY,
  top_up_id     uuid NOT NULL UNIQUE REFERENCES top_up,   -- differs from id when an operator booked the money
  provider      text NOT NULL,
  payment_id    text CHECK (length(payment_id) BETWEEN 1 AND 200),  -- assigned by the provider; null: no answer yet
  charge_id     text CHECK (length(charge_id) BETWEEN 1 AND 200),   -- the provider's id of the charge, if it has one
  reference     text,                                     -- as the provider reports it; null: it reports none
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  currency      text NOT NULL CHECK (length(currency) = 3),
  return_url    text NOT NULL,
  redirect_url  text,
  funding       text,                                     -- credit, debit, ...: as the provider says
  state         text NOT NULL DEFAULT 'asked' CHECK (state IN
                  ('asked', 'open', 'failed', 'paid', 'returning', 'returned', 'refunding', 'refunded', 'disputed')),
  asked_at      timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  booked_at     timestamptz(3),                           -- its money came into the player's cash
  taken_at      timestamptz(3),                           -- and was taken back
  asks          integer NOT NULL DEFAULT 0 CHECK (asks >= 0),
  next_ask_at   timestamptz(3),                           -- when the provider is asked again; null: no more
  CHECK (state NOT IN ('paid', 'refunding') OR booked_at IS NOT NULL),
  CHECK (state NOT IN ('asked', 'open', 'failed', 'returning', 'returned') OR booked_at IS NULL),
  CHECK (taken_at IS NULL OR booked_at IS NOT NULL),
  CHECK ((state IN ('refunding', 'refunded', 'disputed') AND booked_at IS NOT NULL) = (taken_at IS NOT NULL))
);
CREATE UNIQUE INDEX payment_at_provider ON payment (provider, payment_id);
CREATE UNIQUE INDEX payment_charge ON payment (provider, charge_id);
CREATE INDEX payment_due ON payment (next_ask_at) WHERE next_ask_at IS NOT NULL;
CREATE INDEX payment_amount ON payment (amount_cents, id);
CREATE INDEX payment_booked ON payment (booked_at) WHERE booked_at IS NOT NULL;
CREATE TRIGGER payment_moves BEFORE UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION payment_moves();
GRANT SELECT, INSERT, UPDATE (amount_cents, asks, booked_at, charge_id, funding, next_ask_at, payment_id, redirect_url,
  state, taken_at, top_up_id) ON payment TO club_app;

-- Notices from providers, each stored once.
CREATE TABLE payment_notice (
  provider      text NOT NULL,
  event_id      text NOT NULL CHECK (length(event_id) BETWEEN 1 AND 200),
  payment_id    text,
  outcome       text NOT NULL,
  amount_cents  bigint NOT NULL,
  currency      text NOT NULL,
  told_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (provider, event_id)
);
GRANT SELECT, INSERT ON payment_notice TO club_app;

-- Payments that could not be booked automatically, and cases of money that was refunded or disputed. An open case
-- freezes the player's withdrawals (withdrawals_frozen).
CREATE TABLE payment_arrival (
  id             uuid PRIMARY KEY,
  provider       text NOT NULL,
  payment_id     text NOT NULL,
  charge_id      text,
  reference      text,
  outcome        text NOT NULL CHECK (outcome IN
                   ('succeeded', 'failed', 'refunded', 'refund_failed', 'disputed', 'missing')),
  why            text NOT NULL CHECK (why IN
                   ('unknown', 'amount', 'currency', 'reference', 'over', 'refunded', 'refund_failed', 'disputed',
                    'missing')),
  amount_cents   bigint NOT NULL CHECK (amount_cents >= 0),
  currency       text NOT NULL,
  funding        text,
  player_id      uuid REFERENCES player,                  -- null: unknown
  payment        uuid REFERENCES payment,
  taken_cents    bigint NOT NULL DEFAULT 0 CHECK (taken_cents >= 0),    -- of a case: debited to the player
  missing_cents  bigint NOT NULL DEFAULT 0 CHECK (missing_cents >= 0),  -- and to the chargebacks account
  state          text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'booked', 'returning', 'returned', 'dismissed')),
  arrived_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_by     uuid REFERENCES operator,                -- null where a later notice closed it
  decided_at     timestamptz(3),
  reason         text,
  -- Of a refund or a dispute that says nothing of those before it, and of a refund that failed: the event that told it.
  event_id       text CHECK (length(event_id) BETWEEN 1 AND 200),
  -- Of a dispute or a case: grows with each case of the payment that took nothing, or gave back what it took.
  number         integer NOT NULL DEFAULT 1 CHECK (number > 0),
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK (decided_by IS NULL OR decided_at IS NOT NULL),
  CHECK (why NOT IN ('refunded', 'disputed') OR player_id IS NOT NULL AND payment IS NOT NULL)
);
-- The same fact is stored once, however many notices report it.
CREATE UNIQUE INDEX payment_arrival_once ON payment_arrival
  (provider, payment_id, outcome, why, amount_cents, currency, coalesce(reference, ''), coalesce(event_id, ''), number);
CREATE INDEX payment_arrival_state ON payment_arrival (state, id);
CREATE INDEX payment_arrival_amount ON payment_arrival (amount_cents, id);
CREATE INDEX payment_arrival_case ON payment_arrival (player_id)
  WHERE state = 'open' AND why IN ('refunded', 'disputed');
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, player_id, reason, state) ON payment_arrival TO club_app;

-- Money returned through the provider that collected it. The id is the provider's idempotency key, so it goes back
-- once.
CREATE TABLE payment_return (
  id            uuid PRIMARY KEY,
  provider      text NOT NULL,
  payment_id    text NOT NULL,                  -- what the provider refunds: its charge, if it has one
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  currency      text NOT NULL,
  why           text NOT NULL CHECK (why IN ('credit', 'limit', 'barred', 'desk', 'arrival')),
  payment       uuid REFERENCES payment,
  arrival_id    uuid REFERENCES payment_arrival,
  state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'refused')),
  tries         integer NOT NULL DEFAULT 0,
  next_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  said          text NOT NULL DEFAULT '',       -- the provider's answer to the last attempt
  made_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK (num_nonnulls(payment, arrival_id) = 1)
);
CREATE UNIQUE INDEX payment_return_once ON payment_return (provider, payment_id) WHERE state <> 'refused';
CREATE INDEX payment_return_due ON payment_return (next_at) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE (next_at, said, state, tries) ON payment_return TO club_app;

-- A provider's daily list compared with the ledger.
CREATE TABLE payment_day (
  provider      text NOT NULL,
  day           date NOT NULL,
  listed        integer NOT NULL,
  listed_cents  bigint NOT NULL,
  booked        integer NOT NULL,               -- of the listed ones
  booked_cents  bigint NOT NULL,
  fees_cents    bigint NOT NULL,
  differences   integer NOT NULL,
  compared_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (provider, day)
);
GRANT SELECT, INSERT, UPDATE (booked, booked_cents, compared_at, differences, fees_cents, listed, listed_cents)
  ON payment_day TO club_app;

-- The one bank account to which a player's withdrawals go (promise S25). The number is encrypted for its player; only
-- the last digits are ever shown. Written under the player's lock.
CREATE TABLE bank_card (
  player_id      uuid PRIMARY KEY REFERENCES player,
  bank_name      text NOT NULL,
  account_name   text NOT NULL,
  number_cipher  bytea NOT NULL,
  last_digits    text NOT NULL CHECK (length(last_digits) BETWEEN 1 AND 4),
  account_hash   bytea NOT NULL,              -- keyed hash: finds the same account of two players without reading it
  branch_code    text NOT NULL,               -- empty where the number is enough
  swift_bic      text NOT NULL,               -- may be empty
  currency       text NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  changed_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),  -- the waiting time of withdrawals starts here
  verified_at    timestamptz(3),              -- reset by a change
  verified_by    uuid REFERENCES operator,
  CHECK ((verified_at IS NULL) = (verified_by IS NULL))
);
CREATE INDEX bank_card_account ON bank_card (account_hash);
GRANT SELECT, INSERT, UPDATE (account_hash, account_name, bank_name, branch_code, changed_at, currency, last_digits,
  number_cipher, swift_bic, verified_at, verified_by), DELETE ON bank_card TO club_app;

-- Withdrawals (promise G13). A request moves cash to held, a payment held to the bank, a rejection held back to cash; a
-- cancelled one returns to cash a day later. Written under the player's lock.
CREATE TABLE withdrawal (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  amount_cents   bigint NOT NULL CHECK (amount_cents > 0),
  reference      text NOT NULL UNIQUE,
  status         text NOT NULL DEFAULT 'requested'
                   CHECK (status IN ('requested', 'approved', 'paid', 'rejected', 'cancelled')),
  bank_name      text NOT NULL,               -- the account as shown to the player at the request
  last_digits    text NOT NULL,
  reason         text,
  requested_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  approved_at    timestamptz(3),
  approved_by    uuid REFERENCES operator,
  ended_at       timestamptz(3),              -- paid, rejected or cancelled
  ended_by       uuid REFERENCES operator,    -- null: the player
  paid_account   bytea,                       -- keyed hash of the account it was paid to
  cooling_cents  bigint NOT NULL DEFAULT 0 CHECK (cooling_cents BETWEEN 0 AND amount_cents),  -- cancelled but still held
  releases_at    timestamptz(3),
  -- What the club has borne since this moment may be claimed from it: the request, or that of a cancelled one it
  -- reuses.
  held_since     timestamptz(3),
  claimed_cents  bigint NOT NULL DEFAULT 0,   -- what the club claimed when it was returned
  method         text NOT NULL DEFAULT 'bank_transfer',  -- bank_transfer: in a bank file; otherwise the provider
  CHECK ((status IN ('paid', 'rejected', 'cancelled')) = (ended_at IS NOT NULL)),
  CHECK ((status = 'paid') = (paid_account IS NOT NULL)),
  CHECK (status NOT IN ('approved', 'paid') OR (approved_at IS NOT NULL AND approved_by IS NOT NULL)),
  CHECK (status = 'cancelled' OR cooling_cents = 0),
  CHECK ((status = 'cancelled') = (releases_at IS NOT NULL)),
  CHECK (status NOT IN ('paid', 'rejected') OR ended_by IS NOT NULL OR method <> 'bank_transfer'),
  CHECK (claimed_cents BETWEEN 0 AND amount_cents)
);
CREATE INDEX withdrawal_player ON withdrawal (player_id, id);
CREATE INDEX withdrawal_status ON withdrawal (status, id);
CREATE INDEX withdrawal_amount ON withdrawal (amount_cents, id);
CREATE INDEX withdrawal_cooling ON withdrawal (releases_at) WHERE cooling_cents > 0;
CREATE TRIGGER withdrawal_moves BEFORE UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal_moves();
CREATE TRIGGER withdrawal_not_in_file BEFORE UPDATE ON withdrawal FOR EACH ROW
  WHEN (OLD.status = 'approved' AND NEW.status <> 'approved') EXECUTE FUNCTION withdrawal_not_in_file();
CREATE TRIGGER withdrawal_webhook_new AFTER INSERT ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION webhook_withdrawal();
CREATE TRIGGER withdrawal_webhook AFTER UPDATE OF status ON withdrawal
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_withdrawal();
CREATE CONSTRAINT TRIGGER withdrawal_four_eyes AFTER UPDATE OF status ON withdrawal DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status = 'requested') EXECUTE FUNCTION withdrawal_waits_for_second();
CREATE TRIGGER withdrawal_not_frozen BEFORE INSERT OR UPDATE OF status ON withdrawal FOR EACH ROW
  WHEN (NEW.status IN ('requested', 'approved', 'paid')) EXECUTE FUNCTION withdrawal_not_frozen();
CREATE TRIGGER withdrawal_after_reset BEFORE UPDATE OF status ON withdrawal FOR EACH ROW
  WHEN (NEW.status IN ('approved', 'paid') AND NEW.status <> OLD.status) EXECUTE FUNCTION withdrawal_after_reset();
GRANT SELECT, INSERT, UPDATE (approved_at, approved_by, claimed_cents, cooling_cents, ended_at, ended_by,
  method, paid_account, reason, releases_at, status) ON withdrawal TO club_app;

-- Payment files for the club's bank. Downloading one again gives the same bytes. Encrypted, since they contain account
-- numbers.
CREATE TABLE payout_file (
  id              uuid PRIMARY KEY,
  number          bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  format          text NOT NULL CHECK (format IN ('aba', 'pain001')),
  content_cipher  bytea NOT NULL,
  sha256          bytea NOT NULL,
  items           integer NOT NULL CHECK (items > 0),
  total_cents     bigint NOT NULL CHECK (total_cents > 0),
  pay_on          date NOT NULL,
  status          text NOT NULL DEFAULT 'made' CHECK (status IN ('made', 'sent', 'dropped')),
  made_by         uuid NOT NULL REFERENCES operator,
  made_at         timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_by      uuid REFERENCES operator,      -- who sent or dropped it
  decided_at      timestamptz(3),
  reason          text,
  CHECK ((status = 'made') = (decided_at IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL))
);
CREATE INDEX payout_file_status ON payout_file (status, id);
CREATE TRIGGER payout_file_moves BEFORE UPDATE ON payout_file FOR EACH ROW EXECUTE FUNCTION payout_file_moves();
CREATE TRIGGER payout_file_after_reset BEFORE UPDATE OF status ON payout_file FOR EACH ROW
  WHEN (NEW.status = 'sent' AND OLD.status <> 'sent') EXECUTE FUNCTION payout_file_after_reset();
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, reason, status) ON payout_file TO club_app;
-- The file contains its own number, so the number is drawn before the row is inserted.
GRANT USAGE ON SEQUENCE payout_file_number_seq TO club_app;

-- A withdrawal is in at most one file that was not dropped.
CREATE TABLE payout_item (
  file_id        uuid NOT NULL REFERENCES payout_file,
  withdrawal_id  uuid NOT NULL REFERENCES withdrawal,
  amount_cents   bigint NOT NULL CHECK (amount_cents > 0),
  account_hash   bytea NOT NULL,                 -- the account the file pays to
  is_live        boolean NOT NULL DEFAULT true,
  PRIMARY KEY (file_id, withdrawal_id)
);
CREATE UNIQUE INDEX payout_item_once ON payout_item (withdrawal_id) WHERE is_live;
CREATE TRIGGER payout_item_after_reset BEFORE INSERT ON payout_item FOR EACH ROW EXECUTE FUNCTION payout_item_after_reset();
GRANT SELECT, INSERT, UPDATE (is_live) ON payout_item TO club_app;

-- A withdrawal that a provider pays. The row is written before the request and contains it, so every retry sends the
-- same request even if the player has changed the account since.
CREATE TABLE payout_order (
  withdrawal_id  uuid PRIMARY KEY REFERENCES withdrawal,
  provider       text NOT NULL,
  account_hash   bytea NOT NULL,                 -- the account it is paid to
  sealed         bytea,                          -- the request, encrypted for its row; deleted at the end
  -- asking: the provider may or may not have it. taken: it has. held: it refused a retry, or a second operator is asked
  -- what became of it: people decide.
  state          text NOT NULL DEFAULT 'asking' CHECK (state IN ('asking', 'taken', 'held', 'paid', 'failed')),
  payout_id      text,                           -- assigned by the provider
  attempts       integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at        timestamptz(3) NOT NULL DEFAULT club_now_ms(),   -- of the next attempt
  failure        text,                           -- why the last attempt got no answer
  said           text NOT NULL DEFAULT '',
  made_at        timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at       timestamptz(3),
  leased_until   timestamptz(3),                 -- of an attempt that is running: nobody marks it meanwhile
  CHECK ((state IN ('paid', 'failed')) = (ended_at IS NOT NULL)),
  CHECK (ended_at IS NULL OR sealed IS NULL)
);
CREATE INDEX payout_order_due ON payout_order (next_at) WHERE state IN ('asking', 'taken');
CREATE INDEX payout_order_payout ON payout_order (payout_id);
CREATE TRIGGER payout_order_once BEFORE INSERT ON payout_order FOR EACH ROW EXECUTE FUNCTION payout_order_once();
GRANT SELECT, INSERT, UPDATE (attempts, ended_at, failure, leased_until, next_at, payout_id, said, sealed, state) ON payout_order TO club_app;

-- Signed notices about payouts, each stored once with what was done about it.
CREATE TABLE payout_notice (
  id             text PRIMARY KEY,               -- the provider's
  withdrawal_id  uuid REFERENCES withdrawal,
  type           text NOT NULL,
  payout_id      text,
  reference      text,
  amount_cents   bigint,
  currency       text,
  -- late: the opposite is already booked. An operator looks at these and at differs.
  outcome        text NOT NULL CHECK (outcome IN ('booked', 'repeat', 'unknown', 'differs', 'late')),
  at             timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX payout_notice_withdrawal ON payout_notice (withdrawal_id);
-- For the alert.
CREATE INDEX payout_notice_unfit ON payout_notice (at) WHERE outcome IN ('differs', 'late', 'unknown');
GRANT SELECT, INSERT ON payout_notice TO club_app;

-- Imported statements of the club's bank.
CREATE TABLE bank_import (
  id             uuid PRIMARY KEY,
  sha256         bytea NOT NULL UNIQUE,          -- a file is imported once
  file_name      text NOT NULL,
  profile        text NOT NULL,                  -- camt053, or the name of a CSV profile
  items          integer NOT NULL CHECK (items >= 0),
  added          integer NOT NULL CHECK (added BETWEEN 0 AND items),
  closing_cents  bigint,
  closing_day    date,
  imported_by    uuid NOT NULL REFERENCES operator,
  imported_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((closing_cents IS NULL) = (closing_day IS NULL))
);
GRANT SELECT, INSERT ON bank_import TO club_app;

-- The movements on bank statements. key is a hash of everything the bank says about one and of its number among equal
-- ones in the file: overlapping statements add each movement once, while two equal payments on one day stay two.
CREATE TABLE bank_line (
  id              uuid PRIMARY KEY,
  import_id       uuid NOT NULL REFERENCES bank_import,
  key             bytea NOT NULL UNIQUE,
  day             date NOT NULL,
  amount_cents    bigint NOT NULL CHECK (amount_cents <> 0),   -- positive: money received
  reference       text NOT NULL,
  name            text NOT NULL,
  details         text NOT NULL,
  bank_id         text NOT NULL,
  status          text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'matched', 'booked', 'explained')),
  top_up_id       uuid UNIQUE REFERENCES top_up,
  withdrawal_id   uuid UNIQUE REFERENCES withdrawal,
  payout_file_id  uuid UNIQUE REFERENCES payout_file,
  kind            text CHECK (kind IN ('fee', 'interest', 'own_transfer', 'other')),
  note            text,
  decided_by      uuid REFERENCES operator,
  decided_at      timestamptz(3),
  is_sent_back    boolean NOT NULL DEFAULT false,   -- explained by going back to whom it came from
  CHECK ((status = 'matched') = (num_nonnulls(top_up_id, withdrawal_id, payout_file_id) = 1)),
  CHECK (status = 'matched' OR num_nonnulls(top_up_id, withdrawal_id, payout_file_id) = 0),
  CHECK (top_up_id IS NULL OR amount_cents > 0),
  CHECK (num_nonnulls(withdrawal_id, payout_file_id) = 0 OR amount_cents < 0),
  CHECK ((status IN ('booked', 'explained')) = (kind IS NOT NULL)),
  CHECK (kind IS NULL OR note <> ''),
  CHECK ((status = 'open') = (decided_at IS NULL))
);
CREATE INDEX bank_line_day ON bank_line (day, id);
CREATE INDEX bank_line_open ON bank_line (day, id) WHERE status = 'open';
CREATE TRIGGER bank_line_moves BEFORE UPDATE ON bank_line FOR EACH ROW EXECUTE FUNCTION bank_line_moves();
GRANT SELECT, INSERT,
  UPDATE (decided_at, decided_by, is_sent_back, kind, note, payout_file_id, status, top_up_id, withdrawal_id)
  ON bank_line TO club_app;

-- Why an entry is on no bank statement, such as card payments that the provider pays out later in one sum.
CREATE TABLE bank_entry_note (
  entry_id  uuid PRIMARY KEY,
  note      text NOT NULL CHECK (note <> ''),
  noted_by  uuid NOT NULL REFERENCES operator,
  noted_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (note, noted_at, noted_by) ON bank_entry_note TO club_app;

-- Closed months: the signed trial balance and chain head. Nothing can be dated into them later.
CREATE TABLE month_close (
  month       date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  ends_at     timestamptz(3) NOT NULL UNIQUE,    -- in club time; every entry of the month comes before it
  body        text NOT NULL,                     -- canonical JSON including the signature
  is_balanced boolean NOT NULL CHECK (is_balanced),
  closed_by   uuid NOT NULL REFERENCES operator,
  closed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK (closed_at > ends_at)
);
CREATE TRIGGER month_close_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON month_close
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON month_close TO club_app;

-- Transfers between two accounts of the house, always requested by one operator and approved by another. Players'
-- money, escrows, jackpots, the sports book and the bank are excluded: they only move with the event that causes it.
CREATE TABLE house_adjustment (
  approval_id   uuid PRIMARY KEY REFERENCES approval,
  entry_id      uuid NOT NULL UNIQUE,
  kind          text NOT NULL CHECK (kind IN ('wrong_account', 'write_off', 'opening', 'other')),
  from_account  text NOT NULL CHECK (from_account IN
                  ('takeout', 'breakage', 'house_topup', 'book_result', 'shop_sales', 'adjustments')),
  to_account    text NOT NULL CHECK (to_account IN
                  ('takeout', 'breakage', 'house_topup', 'book_result', 'shop_sales', 'adjustments')),
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  reason        text NOT NULL CHECK (reason <> ''),
  asked_by      uuid NOT NULL REFERENCES operator,
  approved_by   uuid NOT NULL REFERENCES operator,
  at            timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK (from_account <> to_account),
  CONSTRAINT house_adjustment_four_eyes CHECK (approved_by <> asked_by)
);
CREATE TRIGGER house_adjustment_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON house_adjustment
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE CONSTRAINT TRIGGER house_adjustment_as_approved AFTER INSERT ON house_adjustment DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION house_adjustment_is_as_approved();
GRANT SELECT, INSERT ON house_adjustment TO club_app;

-- What the club's shop sells. Lock order: the player, then the product.
CREATE TABLE product (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('goods', 'day')),
  picture      text NOT NULL,                    -- id of the drawing in the apps
  texts        jsonb NOT NULL CHECK (texts #>> '{en,name}' <> ''),  -- { language: { name, about } }
  price_cents  bigint NOT NULL CHECK (price_cents > 0),
  stock        integer NOT NULL CHECK (stock >= 0),
  happens_at   timestamptz(3),
  status       text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'withdrawn')),
  version      integer NOT NULL DEFAULT 1,       -- raised by changes of texts or price, not of the stock
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((kind = 'day') = (happens_at IS NOT NULL))
);
CREATE INDEX product_status ON product (status, id);
CREATE TRIGGER product_back AFTER UPDATE OF stock ON product FOR EACH ROW
  WHEN (OLD.stock = 0 AND NEW.stock > 0) EXECUTE FUNCTION note_back();
GRANT SELECT, INSERT, UPDATE (happens_at, kind, picture, price_cents, status, stock, texts, version) ON product
  TO club_app;

-- Under the key that it came with, so that one that comes again is made once.
CREATE TABLE stock_change (
  made_by          uuid NOT NULL REFERENCES operator,
  idempotency_key  text NOT NULL,
  product_id       uuid NOT NULL REFERENCES product,
  change           integer NOT NULL CHECK (change <> 0),
  made_at          timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (made_by, idempotency_key)
);
GRANT SELECT, INSERT ON stock_change TO club_app;

-- Texts and price are copied, so that later changes of the product do not alter the order.
CREATE TABLE shop_order (
  id           uuid PRIMARY KEY,
  player_id    uuid NOT NULL REFERENCES player,
  product_id   uuid NOT NULL REFERENCES product,
  order_no     text NOT NULL UNIQUE,
  texts        jsonb NOT NULL,
  picture      text NOT NULL,
  quantity     integer NOT NULL CHECK (quantity > 0),
  unit_cents   bigint NOT NULL CHECK (unit_cents > 0),
  cost_cents   bigint NOT NULL CHECK (cost_cents = quantity * unit_cents),
  bonus_cents  bigint NOT NULL CHECK (bonus_cents BETWEEN 0 AND cost_cents),  -- the part paid from the bonus
  status       text NOT NULL DEFAULT 'paid' CHECK (status IN ('paid', 'handed_over', 'refunded')),
  bought_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at     timestamptz(3),
  ended_by     uuid REFERENCES operator,
  reason       text,
  CHECK ((status = 'paid') = (ended_at IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK (status <> 'refunded' OR reason IS NOT NULL)
);
CREATE INDEX shop_order_player ON shop_order (player_id, id);
CREATE INDEX shop_order_status ON shop_order (status, id);
CREATE INDEX shop_order_product ON shop_order (product_id);
CREATE TRIGGER shop_order_moves BEFORE UPDATE ON shop_order FOR EACH ROW EXECUTE FUNCTION shop_order_moves();
GRANT SELECT, INSERT, UPDATE (ended_at, ended_by, reason, status) ON shop_order TO club_app;

-- Players who want to know when a product is back in stock. A trigger on the stock sets back_at.
CREATE TABLE product_wish (
  player_id   uuid NOT NULL REFERENCES player,
  product_id  uuid NOT NULL REFERENCES product,
  wished_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  back_at     timestamptz(3),                   -- the last time; null: not since the wish
  PRIMARY KEY (player_id, product_id)
);
CREATE INDEX product_wish_product ON product_wish (product_id);
GRANT SELECT, INSERT, UPDATE (back_at, wished_at), DELETE ON product_wish TO club_app;
