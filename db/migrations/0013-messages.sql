-- What players are told: what each does not want, a code to a new e-mail address, the statement of a month once.
ALTER TABLE player ADD COLUMN messages_off text[] NOT NULL DEFAULT '{}';
GRANT UPDATE (messages_off) ON player TO club_app;

ALTER TABLE delivery DROP CONSTRAINT delivery_check5;
ALTER TABLE delivery ADD CONSTRAINT delivery_check5
  CHECK (to_hash IS NULL OR kind IN ('register', 'reset', 'email', 'notice', 'alert'));

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
