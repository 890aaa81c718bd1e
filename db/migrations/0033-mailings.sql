-- Messages to players who agreed to offers: what is sent by rules, to whom, and what became of it.
CREATE TABLE mailing (
  id              uuid PRIMARY KEY,
  idempotency_key text,
  rules           jsonb NOT NULL,                   -- as the contract's segmentRules
  texts           jsonb NOT NULL,                   -- subject and text by language
  state           text NOT NULL DEFAULT 'sending' CHECK (state IN ('sending', 'sent', 'stopped')),
  players         integer CHECK (players >= 0),     -- written down as its players; null: not yet
  sent            integer NOT NULL DEFAULT 0 CHECK (sent >= 0),
  left_out        integer NOT NULL DEFAULT 0 CHECK (left_out >= 0),
  made_by         uuid NOT NULL REFERENCES operator,
  made_at         timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at        timestamptz(3),
  UNIQUE (made_by, idempotency_key),
  CHECK ((state = 'sending') = (ended_at IS NULL)),
  CHECK (sent + left_out <= coalesce(players, 0)),
  CHECK (state <> 'sent' OR sent + left_out = players)
);
CREATE INDEX mailing_sending ON mailing (id) WHERE state = 'sending';
GRANT SELECT, INSERT, UPDATE (state, players, sent, left_out, ended_at) ON mailing TO club_app;

CREATE TABLE mailing_player (
  mailing_id   uuid NOT NULL REFERENCES mailing,
  player_id    uuid NOT NULL REFERENCES player,
  state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'left_out')),
  delivery_id  uuid UNIQUE,                         -- looked at once more before it leaves the club
  PRIMARY KEY (mailing_id, player_id),
  CHECK ((state = 'sent') = (delivery_id IS NOT NULL))
);
CREATE INDEX mailing_player_waiting ON mailing_player (mailing_id) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE (state, delivery_id) ON mailing_player TO club_app;

ALTER TABLE delivery DROP CONSTRAINT delivery_check5;
ALTER TABLE delivery ADD CONSTRAINT delivery_check5
  CHECK (to_hash IS NULL OR kind IN ('register', 'reset', 'email', 'phone', 'notice', 'offer', 'alert'));
