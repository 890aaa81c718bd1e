-- Withdrawals (promise G13): money that a player has asked for. Asked: cash to held; paid: held to the bank; rejected or
-- cancelled: held to cash, a cancelled one a day later. Written under the player's lock.

CREATE TABLE withdrawal (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  amount_cents   bigint NOT NULL CHECK (amount_cents > 0),
  reference      text NOT NULL UNIQUE,
  status         text NOT NULL DEFAULT 'requested'
                   CHECK (status IN ('requested', 'approved', 'paid', 'rejected', 'cancelled')),
  bank_name      text NOT NULL,                 -- the account as the player saw it when asking
  last_digits    text NOT NULL,
  reason         text,
  requested_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  approved_at    timestamptz(3),
  approved_by    uuid REFERENCES operator,
  ended_at       timestamptz(3),                -- paid, rejected or cancelled
  ended_by       uuid REFERENCES operator,      -- null: the player
  paid_account   bytea,                         -- keyed hash of the account that it was paid to
  cooling_cents  bigint NOT NULL DEFAULT 0 CHECK (cooling_cents BETWEEN 0 AND amount_cents),  -- cancelled, held still
  releases_at    timestamptz(3),
  CHECK ((status IN ('paid', 'rejected', 'cancelled')) = (ended_at IS NOT NULL)),
  CHECK ((status = 'paid') = (paid_account IS NOT NULL)),
  CHECK (status NOT IN ('approved', 'paid') OR (approved_at IS NOT NULL AND approved_by IS NOT NULL)),
  CHECK (status = 'cancelled' OR cooling_cents = 0),
  CHECK ((status = 'cancelled') = (releases_at IS NOT NULL)),
  CHECK (status NOT IN ('paid', 'rejected') OR ended_by IS NOT NULL)
);
CREATE INDEX withdrawal_player ON withdrawal (player_id, id);
CREATE INDEX withdrawal_status ON withdrawal (status, id);
CREATE INDEX withdrawal_cooling ON withdrawal (releases_at) WHERE cooling_cents > 0;
REVOKE DELETE, TRUNCATE ON withdrawal FROM club_app;

-- The states and the ways between them; what was asked for never changes.
CREATE FUNCTION withdrawal_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.player_id, OLD.amount_cents, OLD.reference, OLD.requested_at)
      IS DISTINCT FROM (NEW.id, NEW.player_id, NEW.amount_cents, NEW.reference, NEW.requested_at)
    OR NOT (OLD.status = NEW.status
      OR OLD.status = 'requested' AND NEW.status IN ('approved', 'rejected', 'cancelled')
      OR OLD.status = 'approved' AND NEW.status IN ('paid', 'rejected'))
    OR OLD.status = NEW.status AND NEW.cooling_cents > OLD.cooling_cents
  THEN
    RAISE EXCEPTION 'withdrawal % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_moves BEFORE UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal_moves();
