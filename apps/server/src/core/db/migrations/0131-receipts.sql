-- Pictures of the bank's receipt (promise S15): decoded and written anew before they are here, sealed for their row.
CREATE TABLE top_up_receipt (
  id          uuid PRIMARY KEY,
  top_up_id   uuid NOT NULL REFERENCES top_up,
  cipher      bytea NOT NULL,                -- base64 of a JPEG
  bytes       integer NOT NULL CHECK (bytes > 0),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX top_up_receipt_of ON top_up_receipt (top_up_id, id);
REVOKE UPDATE, DELETE, TRUNCATE ON top_up_receipt FROM club_app;

-- Top-ups that nobody sent: found by age.
CREATE INDEX top_up_forgotten ON top_up (created_at) WHERE status = 'created';

-- Cards, with the provider of the sandbox: what was asked of it, and what it told, each once.
CREATE TABLE card_payment (
  id            uuid PRIMARY KEY,
  top_up_id     uuid NOT NULL UNIQUE REFERENCES top_up,
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  outcome       text CHECK (outcome IN ('paid', 'declined', 'cancelled')),   -- what the provider decided; null: open
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_at    timestamptz(3),
  CHECK ((outcome IS NULL) = (decided_at IS NULL))
);
CREATE TABLE card_event (
  id          text PRIMARY KEY,
  payment_id  uuid NOT NULL REFERENCES card_payment,
  outcome     text NOT NULL,
  told_at     timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
REVOKE DELETE, TRUNCATE ON card_payment FROM club_app;
REVOKE UPDATE, DELETE, TRUNCATE ON card_event FROM club_app;
