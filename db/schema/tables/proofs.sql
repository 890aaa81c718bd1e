-- Proofs that anyone can check: the club's public keys, the log of signed roots, the tree of each frozen race and
-- event, and their public files. Formats: docs/rules/proofs.md.

-- Public halves of the signing keys. Each is signed by the previous one, except the first and those of a new secret.
CREATE TABLE signing_key (
  key_id       text PRIMARY KEY,
  number       integer NOT NULL UNIQUE CHECK (number > 0),
  public_key   bytea NOT NULL UNIQUE CHECK (length(public_key) = 32),
  valid_from   timestamptz(3) NOT NULL,
  valid_until  timestamptz(3) CHECK (valid_until > valid_from),    -- null: the key in use
  signed_by    text REFERENCES signing_key,
  signature    text,
  CHECK ((signed_by IS NULL) = (signature IS NULL))
);
GRANT SELECT, INSERT, UPDATE (valid_until) ON signing_key TO club_app;

-- The public log of every root that the club has signed. A reopened race is in it once per close. Rows are written
-- under the log's lock, so seq has no gaps and each body contains the hash of the previous one.
CREATE TABLE signed_root (
  seq         bigint PRIMARY KEY CHECK (seq > 0),
  subject_id  uuid NOT NULL,                  -- the race
  day         date NOT NULL,                  -- when it was signed, in club time; never decreases
  body        text NOT NULL,                  -- canonical JSON, with the signature
  hash        bytea NOT NULL,                 -- SHA-256 of body; the next body's "previous"
  leaf        bytea NOT NULL,                 -- SHA-256 of a zero byte and body: its leaf in the log's tree
  made_at     timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX signed_root_subject ON signed_root (subject_id, seq);
CREATE INDEX signed_root_day ON signed_root (day, seq);
CREATE TRIGGER signed_root_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signed_root
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON signed_root TO club_app;

-- The RFC 6962 root over the bets of a race, frozen at its close, before the result.
CREATE TABLE race_root (
  race_id    uuid PRIMARY KEY REFERENCES race,
  bets       integer NOT NULL,
  root       bytea NOT NULL,
  pools      jsonb NOT NULL,            -- stakes accepted per pool code
  closed_at  timestamptz(3) NOT NULL,
  made_at    timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, DELETE ON race_root TO club_app;

-- The tree of a frozen race in tiles of 256 nodes, so that the path of one bet costs a few rows whatever the race's
-- size. Level 0 holds bets as id and receipt hash, a level above the roots of the tiles below. Gone with the root.
CREATE TABLE race_tile (
  race_id   uuid NOT NULL REFERENCES race_root ON DELETE CASCADE,
  level     smallint NOT NULL CHECK (level >= 0),
  number    integer NOT NULL CHECK (number >= 0),
  first_id  uuid,                             -- level 0: the first bet in it
  nodes     bytea NOT NULL,
  PRIMARY KEY (race_id, level, number),
  CHECK ((level = 0) = (first_id IS NOT NULL))
);
GRANT SELECT, INSERT ON race_tile TO club_app;

-- The newest public file of a race. state identifies what it was made from; it is made again when that changes.
CREATE TABLE race_file (
  race_id  uuid PRIMARY KEY REFERENCES race,
  state    text NOT NULL,
  body     bytea NOT NULL,                    -- canonical JSON, gzip
  digest   bytea NOT NULL,                    -- SHA-256 of the canonical JSON
  size     integer NOT NULL,                  -- bytes of the canonical JSON
  made_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (body, digest, made_at, size, state) ON race_file TO club_app;

-- The root over the receipts of all bets with a leg in an event, made once it has closed.
CREATE TABLE sport_root (
  event_id   uuid PRIMARY KEY,
  bets       integer NOT NULL,
  root       bytea NOT NULL,
  closed_at  timestamptz(3) NOT NULL,
  made_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  pools      jsonb NOT NULL DEFAULT '{}'   -- stakes accepted: of singles by market, of all other bets as 'multiple'
);
GRANT SELECT, INSERT ON sport_root TO club_app;

-- As race_tile: level 0 holds bets as id and receipt hash, a level above the roots of the tiles below.
CREATE TABLE sport_tile (
  event_id  uuid NOT NULL REFERENCES sport_root ON DELETE CASCADE,
  level     smallint NOT NULL CHECK (level >= 0),
  number    integer NOT NULL CHECK (number >= 0),
  first_id  uuid,                             -- level 0: the first bet in it
  nodes     bytea NOT NULL,
  PRIMARY KEY (event_id, level, number),
  CHECK ((level = 0) = (first_id IS NOT NULL))
);
GRANT SELECT, INSERT ON sport_tile TO club_app;

-- The newest public file of an event. state identifies what it was made from; it is made again when that changes.
CREATE TABLE sport_file (
  event_id  uuid PRIMARY KEY REFERENCES sport_event,
  state     text NOT NULL,
  body      bytea NOT NULL,                   -- canonical JSON, gzip
  digest    bytea NOT NULL,                   -- SHA-256 of the canonical JSON
  size      integer NOT NULL,                 -- bytes of the canonical JSON
  made_at   timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (body, digest, made_at, size, state) ON sport_file TO club_app;

-- Results of recomputing days from stored facts, by the nightly job or by command (promise P22).
CREATE TABLE day_replay (
  day          date PRIMARY KEY,
  is_equal     boolean NOT NULL,
  checks       integer NOT NULL CHECK (checks >= 0),
  differences  jsonb NOT NULL,                -- the first ten, as the day's report words them
  took_ms      integer NOT NULL,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (at, checks, differences, is_equal, took_ms) ON day_replay TO club_app;
