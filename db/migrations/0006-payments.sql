-- Payments by a provider: what was asked for, told, could not be booked, goes back, and each day beside the ledger; two
-- accounts of the house; withdrawals wait while the case of a payment is open.
ALTER TABLE account DROP CONSTRAINT account_kind_check;
ALTER TABLE account ADD CONSTRAINT account_kind_check CHECK (kind IN ('cash', 'held', 'bonus', 'escrow', 'jackpot',
  'takeout', 'breakage', 'house_topup', 'book_result', 'sports_book', 'bank_clearing', 'shop_sales', 'adjustments',
  'chargebacks', 'payment_fees'));
INSERT INTO account (kind) VALUES ('chargebacks'), ('payment_fees');

-- <function>
-- The only ways between the states of a payment; what is booked or taken back stays so, and a payment stays whose it is.
CREATE OR REPLACE FUNCTION payment_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
      WHEN 'asked' THEN NEW.state IN ('open', 'failed', 'paid', 'returning', 'refunded', 'disputed')
      WHEN 'open' THEN NEW.state IN ('failed', 'paid', 'returning', 'refunded', 'disputed')
      WHEN 'failed' THEN NEW.state IN ('paid', 'returning', 'refunded', 'disputed')
      WHEN 'paid' THEN NEW.state IN ('refunding', 'refunded', 'disputed')
      WHEN 'refunding' THEN NEW.state IN ('refunded', 'paid')
      WHEN 'returning' THEN NEW.state = 'returned'
      ELSE false END) THEN
    RAISE EXCEPTION 'payment % cannot go from % to %', NEW.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.booked_at IS NOT NULL AND NEW.booked_at IS DISTINCT FROM OLD.booked_at
    OR OLD.payment_id IS NOT NULL AND NEW.payment_id IS DISTINCT FROM OLD.payment_id
    OR OLD.booked_at IS NOT NULL AND (NEW.amount_cents, NEW.top_up_id) IS DISTINCT FROM (OLD.amount_cents, OLD.top_up_id)
    OR NEW.top_up_id <> OLD.top_up_id AND NOT EXISTS (SELECT FROM top_up a JOIN top_up b ON b.player_id = a.player_id
      WHERE a.id = OLD.top_up_id AND b.id = NEW.top_up_id) THEN
    RAISE EXCEPTION 'payment % stays as it was booked', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

CREATE TABLE payment (
  id            uuid PRIMARY KEY,
  top_up_id     uuid NOT NULL UNIQUE REFERENCES top_up,   -- another than id: an operator booked what came
  provider      text NOT NULL,
  payment_id    text CHECK (length(payment_id) BETWEEN 1 AND 200),  -- the provider's own; null: not answered yet
  charge_id     text CHECK (length(charge_id) BETWEEN 1 AND 200),   -- what the provider calls the money, if otherwise
  reference     text,                                     -- what the provider has for one; null: it says none
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
CREATE INDEX payment_booked ON payment (booked_at) WHERE booked_at IS NOT NULL;
CREATE TRIGGER payment_moves BEFORE UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION payment_moves();
GRANT SELECT, INSERT, UPDATE (amount_cents, asks, booked_at, charge_id, funding, next_ask_at, payment_id, redirect_url,
  state, taken_at, top_up_id) ON payment TO club_app;

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

CREATE TABLE payment_arrival (
  id             uuid PRIMARY KEY,
  provider       text NOT NULL,
  payment_id     text NOT NULL,
  charge_id      text,
  reference      text,
  outcome        text NOT NULL CHECK (outcome IN ('succeeded', 'failed', 'refunded', 'disputed', 'missing')),
  why            text NOT NULL CHECK (why IN
                   ('unknown', 'amount', 'currency', 'reference', 'over', 'refunded', 'disputed', 'missing')),
  amount_cents   bigint NOT NULL CHECK (amount_cents >= 0),
  currency       text NOT NULL,
  funding        text,
  player_id      uuid REFERENCES player,                  -- whose it is, as far as it is known
  payment        uuid REFERENCES payment,
  taken_cents    bigint NOT NULL DEFAULT 0 CHECK (taken_cents >= 0),    -- of a case: from the player's cash
  missing_cents  bigint NOT NULL DEFAULT 0 CHECK (missing_cents >= 0),  -- and from chargebacks
  state          text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'booked', 'returning', 'returned', 'dismissed')),
  arrived_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_by     uuid REFERENCES operator,
  decided_at     timestamptz(3),
  reason         text,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (why NOT IN ('refunded', 'disputed') OR player_id IS NOT NULL AND payment IS NOT NULL)
);
CREATE UNIQUE INDEX payment_arrival_once ON payment_arrival
  (provider, payment_id, outcome, why, amount_cents, currency, coalesce(reference, ''));
CREATE INDEX payment_arrival_state ON payment_arrival (state, id);
CREATE INDEX payment_arrival_case ON payment_arrival (player_id)
  WHERE state = 'open' AND why IN ('refunded', 'disputed');
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, player_id, reason, state) ON payment_arrival TO club_app;

CREATE TABLE payment_return (
  id            uuid PRIMARY KEY,
  provider      text NOT NULL,
  payment_id    text NOT NULL,                  -- what the provider wants to be told: its charge, if it has one
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  currency      text NOT NULL,
  why           text NOT NULL CHECK (why IN ('credit', 'limit', 'barred', 'desk', 'arrival')),
  payment       uuid REFERENCES payment,
  arrival_id    uuid REFERENCES payment_arrival,
  state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'refused')),
  tries         integer NOT NULL DEFAULT 0,
  next_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  said          text NOT NULL DEFAULT '',       -- what the provider said to the last try
  made_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK (num_nonnulls(payment, arrival_id) = 1)
);
CREATE UNIQUE INDEX payment_return_once ON payment_return (provider, payment_id) WHERE state <> 'refused';
CREATE INDEX payment_return_due ON payment_return (next_at) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE (next_at, said, state, tries) ON payment_return TO club_app;

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

-- <function>
-- Whether a player's money stays in the club: a payment of his was refunded or disputed, and the case is open.
CREATE OR REPLACE FUNCTION withdrawals_frozen(p_player uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM payment_arrival
    WHERE player_id = p_player AND state = 'open' AND why IN ('refunded', 'disputed'))
$$;

GRANT EXECUTE ON FUNCTION withdrawals_frozen TO club_app;
-- </function>

-- <function>
-- What a file has sent is paid by the bank whatever we write, so that may be noted.
CREATE OR REPLACE FUNCTION withdrawal_not_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF withdrawals_frozen(NEW.player_id) AND NOT (NEW.status = 'paid' AND EXISTS (
      SELECT FROM payout_item i JOIN payout_file f ON f.id = i.file_id
      WHERE i.withdrawal_id = NEW.id AND i.is_live AND f.status = 'sent')) THEN
    RAISE EXCEPTION 'withdrawal % waits for the case of a payment', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

CREATE TRIGGER withdrawal_not_frozen BEFORE INSERT OR UPDATE OF status ON withdrawal FOR EACH ROW
  WHEN (NEW.status IN ('requested', 'approved', 'paid')) EXECUTE FUNCTION withdrawal_not_frozen();
