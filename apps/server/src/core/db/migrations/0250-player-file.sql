-- What the desk keeps about a player beside money and bets: notes, complaints with their deadline, papers that show who
-- somebody is.

CREATE TABLE player_note (
  id           uuid PRIMARY KEY,
  player_id    uuid NOT NULL REFERENCES player,
  operator_id  uuid NOT NULL REFERENCES operator,
  text         text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX player_note_player ON player_note (player_id, id);
-- A note is never reworded: who was wrong writes another one.
REVOKE UPDATE, DELETE, TRUNCATE ON player_note FROM club_app;

CREATE TABLE complaint (
  id          uuid PRIMARY KEY,
  player_id   uuid NOT NULL REFERENCES player,
  key         text NOT NULL,                        -- of the player's phone: sent again it is the same complaint
  topic       text NOT NULL CHECK (topic IN ('bet', 'money', 'account', 'protection', 'other')),
  order_id    uuid,
  body        text NOT NULL,
  status      text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_work', 'answered')),
  filed_at    timestamptz(3) NOT NULL,
  due_at      timestamptz(3) NOT NULL CHECK (due_at > filed_at),
  taken_by    uuid REFERENCES operator,
  taken_at    timestamptz(3),
  outcome     text CHECK (outcome IN ('upheld', 'partly', 'declined')),
  answer      text,
  decided_by  uuid REFERENCES operator,
  decided_at  timestamptz(3),
  UNIQUE (player_id, key),
  CHECK ((taken_by IS NULL) = (taken_at IS NULL)),
  CHECK (status <> 'in_work' OR taken_by IS NOT NULL),
  CHECK ((status = 'answered') = (decided_at IS NOT NULL)),
  CHECK (num_nulls(outcome, answer, decided_by, decided_at) IN (0, 4))
);
CREATE INDEX complaint_player ON complaint (player_id, id);
CREATE INDEX complaint_waiting ON complaint (due_at, id) WHERE status <> 'answered';
REVOKE DELETE, TRUNCATE ON complaint FROM club_app;

-- An answer is the club's word: it is given once.
CREATE FUNCTION complaint_keeps_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'complaint % is answered', OLD.id USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER complaint_answered BEFORE UPDATE ON complaint FOR EACH ROW
  WHEN (OLD.status = 'answered' AND (NEW.status <> 'answered' OR (NEW.answer <> OLD.answer AND NEW.answer <> '')))
  EXECUTE FUNCTION complaint_keeps_answer();

-- Pictures of papers: decoded and written anew before they are here, sealed for their row.
CREATE TABLE identity_document (
  id          uuid PRIMARY KEY,
  player_id   uuid NOT NULL REFERENCES player,
  kind        text NOT NULL CHECK (kind IN ('passport', 'identity_card', 'driving_licence', 'proof_of_address')),
  cipher      bytea NOT NULL,                       -- base64 of a JPEG
  bytes       integer NOT NULL CHECK (bytes > 0),
  status      text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'accepted', 'refused')),
  reason      text,
  decided_by  uuid REFERENCES operator,
  decided_at  timestamptz(3),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((status = 'waiting') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (status <> 'refused' OR reason IS NOT NULL)
);
CREATE INDEX identity_document_player ON identity_document (player_id, id);
CREATE INDEX identity_document_waiting ON identity_document (id) WHERE status = 'waiting';
REVOKE DELETE, TRUNCATE ON identity_document FROM club_app;

-- With the account go the papers and every free text about the person (promise S28). That there was a complaint, of what
-- kind and how it ended, stays: the club answers for it.
CREATE FUNCTION erase_player_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM player_note WHERE player_id = NEW.id;
  DELETE FROM identity_document WHERE player_id = NEW.id;
  UPDATE complaint SET body = '', answer = CASE WHEN answer IS NULL THEN NULL ELSE '' END WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER player_erases_file AFTER UPDATE OF status ON player
  FOR EACH ROW WHEN (NEW.status = 'closed' AND OLD.status <> 'closed') EXECUTE FUNCTION erase_player_file();

-- Who else was seen at an address or on a device.
CREATE INDEX player_trace_hash ON player_trace (kind, hash);
