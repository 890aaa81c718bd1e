-- What the club's bank says: statements that were read in, and every movement on them once.
CREATE TABLE bank_import (
  id             uuid PRIMARY KEY,
  sha256         bytea NOT NULL UNIQUE,          -- the same file twice is one
  file_name      text NOT NULL,
  profile        text NOT NULL,                  -- camt053, or the name of a profile of columns
  items          integer NOT NULL CHECK (items >= 0),
  added          integer NOT NULL CHECK (added BETWEEN 0 AND items),
  closing_cents  bigint,
  closing_day    date,
  imported_by    uuid NOT NULL REFERENCES operator,
  imported_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((closing_cents IS NULL) = (closing_day IS NULL))
);
REVOKE UPDATE, DELETE, TRUNCATE ON bank_import FROM club_app;

-- key: hash of everything that the bank says of it and of its number among equal ones of its file. Statements that
-- overlap by whole days add each movement once, and two equal payments of a day stay two.
CREATE TABLE bank_line (
  id              uuid PRIMARY KEY,
  import_id       uuid NOT NULL REFERENCES bank_import,
  key             bytea NOT NULL UNIQUE,
  day             date NOT NULL,
  amount_cents    bigint NOT NULL CHECK (amount_cents <> 0),   -- above zero: money that came
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
REVOKE DELETE, TRUNCATE ON bank_line FROM club_app;

-- What the bank said never changes; what was made of it may be taken back, but not what was booked.
CREATE FUNCTION bank_line_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.import_id, OLD.key, OLD.day, OLD.amount_cents, OLD.reference, OLD.name, OLD.details, OLD.bank_id)
      IS DISTINCT FROM (NEW.id, NEW.import_id, NEW.key, NEW.day, NEW.amount_cents, NEW.reference, NEW.name, NEW.details, NEW.bank_id)
    OR OLD.status = 'booked'
  THEN
    RAISE EXCEPTION 'bank line % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_line_moves BEFORE UPDATE ON bank_line FOR EACH ROW EXECUTE FUNCTION bank_line_moves();

-- Why an entry of the ledger is not on any statement: a card's provider pays later, in one sum.
CREATE TABLE bank_entry_note (
  entry_id  uuid PRIMARY KEY,
  note      text NOT NULL CHECK (note <> ''),
  noted_by  uuid NOT NULL REFERENCES operator,
  noted_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
REVOKE DELETE, TRUNCATE ON bank_entry_note FROM club_app;

-- Every entry that moved the club's bank account, and the line of the bank that says so too; bank_cents as the bank
-- has it: above zero for money that came. An entry is found by its cause.
CREATE VIEW bank_entry AS
  SELECT e.id AS entry_id, e.at, e.kind, e.cause, e.reference, -p.amount_cents AS bank_cents, p.id AS posting_id,
    coalesce(t.player_id, w.player_id) AS player_id, t.method, l.id AS line_id, n.note
  FROM account a
  JOIN posting p ON p.account_id = a.id
  JOIN entry e ON e.id = p.entry_id
  LEFT JOIN top_up t ON e.kind = 'top_up' AND t.id = CASE WHEN e.cause ^@ 'topup:' THEN split_part(e.cause, ':', 2)::uuid END
  LEFT JOIN withdrawal w ON e.kind = 'withdrawal_paid'
    AND w.id = CASE WHEN e.cause ^@ 'withdrawal:' THEN split_part(e.cause, ':', 2)::uuid END
  LEFT JOIN payout_item i ON i.withdrawal_id = w.id AND i.is_live
  LEFT JOIN bank_line l ON l.top_up_id = t.id OR l.withdrawal_id = w.id OR l.payout_file_id = i.file_id
    OR l.id = CASE WHEN e.cause ^@ 'bank:' THEN split_part(e.cause, ':', 2)::uuid END
  LEFT JOIN bank_entry_note n ON n.entry_id = e.id
  WHERE a.kind = 'bank_clearing';
GRANT SELECT ON bank_entry TO club_app;
