-- Files of payments for the club's bank. What was made stays as it was made: asking for it again gives the same bytes,
-- sealed, since account numbers stand in it.
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

-- A withdrawal stands in one file at most, unless that was dropped before it went to the bank.
CREATE TABLE payout_item (
  file_id        uuid NOT NULL REFERENCES payout_file,
  withdrawal_id  uuid NOT NULL REFERENCES withdrawal,
  amount_cents   bigint NOT NULL CHECK (amount_cents > 0),
  account_hash   bytea NOT NULL,                 -- the account that the file pays to
  is_live        boolean NOT NULL DEFAULT true,
  PRIMARY KEY (file_id, withdrawal_id)
);
CREATE UNIQUE INDEX payout_item_once ON payout_item (withdrawal_id) WHERE is_live;
REVOKE DELETE, TRUNCATE ON payout_file, payout_item FROM club_app;

CREATE FUNCTION payout_file_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.number, OLD.format, OLD.content_cipher, OLD.sha256, OLD.items, OLD.total_cents, OLD.pay_on)
      IS DISTINCT FROM (NEW.id, NEW.number, NEW.format, NEW.content_cipher, NEW.sha256, NEW.items, NEW.total_cents, NEW.pay_on)
    OR OLD.status <> 'made'
  THEN
    RAISE EXCEPTION 'payout file % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_file_moves BEFORE UPDATE ON payout_file FOR EACH ROW EXECUTE FUNCTION payout_file_moves();

-- While it stands in a file that may still go to the bank, a withdrawal is neither given back nor paid by hand: it would
-- be paid twice.
CREATE FUNCTION withdrawal_not_in_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payout_item i JOIN payout_file f ON f.id = i.file_id
      WHERE i.withdrawal_id = NEW.id AND i.is_live AND f.status = 'made') THEN
    RAISE EXCEPTION 'withdrawal % is in a payout file', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_not_in_file BEFORE UPDATE ON withdrawal FOR EACH ROW
  WHEN (OLD.status = 'approved' AND NEW.status <> 'approved') EXECUTE FUNCTION withdrawal_not_in_file();
