-- Cards that came by themselves, from the watched folder or by the signed webhook: each waits for a person.

CREATE TABLE card_arrival (
  id          uuid PRIMARY KEY,
  source      text NOT NULL CHECK (source IN ('folder', 'hook')),
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),   -- the file's name, or the message's id
  format      text NOT NULL,
  payload     text NOT NULL,                       -- JSON as the import takes it
  hash        bytea NOT NULL,                      -- SHA-256 of what came
  answer      jsonb NOT NULL,                      -- what it would have done when it came
  status      text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'taken', 'discarded', 'replaced')),
  event_id    uuid REFERENCES meeting,             -- the meeting that it was taken into
  decided_by  uuid REFERENCES operator,
  arrived_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_at  timestamptz(3),
  CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CHECK (status NOT IN ('taken', 'discarded') OR decided_by IS NOT NULL)
);
-- A message is taken in once, whoever repeats it, and at the same time too.
CREATE UNIQUE INDEX card_arrival_message ON card_arrival (name) WHERE source = 'hook';
CREATE INDEX card_arrival_file ON card_arrival (name, arrived_at DESC) WHERE source = 'folder';
CREATE INDEX card_arrival_newest ON card_arrival (arrived_at DESC, id);
CREATE INDEX card_arrival_waiting ON card_arrival (arrived_at) WHERE status = 'waiting';

-- The one secret with which messages of cards are signed; no row: the webhook is off.
CREATE TABLE card_hook (
  is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  secret      bytea NOT NULL,                      -- sealed
  old_secret  bytea,                               -- the one before: good until old_until
  old_until   timestamptz(3),
  created_by  uuid NOT NULL REFERENCES operator,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((old_secret IS NULL) = (old_until IS NULL))
);
