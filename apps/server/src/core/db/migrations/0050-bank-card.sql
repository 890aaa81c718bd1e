-- The bank account that a player's withdrawals go to: one each, and none but this (promise S25). The number is sealed
-- for its player; only its last digits are shown. Written under the player's lock.
CREATE TABLE bank_card (
  player_id      uuid PRIMARY KEY REFERENCES player,
  bank_name      text NOT NULL,
  account_name   text NOT NULL,
  number_cipher  bytea NOT NULL,
  last_digits    text NOT NULL CHECK (length(last_digits) BETWEEN 1 AND 4),
  account_hash   bytea NOT NULL,              -- keyed: the same account at two players is found by it, not read
  branch_code    text NOT NULL,               -- empty: the number alone names the account
  swift_bic      text NOT NULL,               -- may be empty
  currency       text NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  changed_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),  -- withdrawals wait from here
  verified_at    timestamptz(3),              -- a change takes it back
  verified_by    uuid REFERENCES operator,
  CHECK ((verified_at IS NULL) = (verified_by IS NULL))
);
CREATE INDEX bank_card_account ON bank_card (account_hash);
