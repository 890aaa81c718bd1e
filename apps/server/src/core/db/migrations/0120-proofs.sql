-- Proofs that anyone can check: the club's public keys, the log of signed roots, the tree of each frozen race, and its
-- public file. Formats: docs/rules/proofs.md.

-- Public halves of the keys that sign. All but the first, and one that came with a new secret, are signed by the one before.
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

-- The public log: every root that the club ever signed, one after the other. A race that was opened again stands in it
-- once for each close. Written under the log's lock, so seq has no gap and each body names the hash of the one before.
CREATE TABLE signed_root (
  seq         bigint PRIMARY KEY CHECK (seq > 0),
  subject_id  uuid NOT NULL,                  -- the race
  day         date NOT NULL,                  -- in club time, when it was signed; never before that of an older one
  body        text NOT NULL,                  -- canonical JSON, with the signature
  hash        bytea NOT NULL,                 -- SHA-256 of body: what the next one calls previous
  leaf        bytea NOT NULL,                 -- SHA-256 of a zero byte and body: its leaf in the log's tree
  made_at     timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX signed_root_subject ON signed_root (subject_id, seq);
CREATE INDEX signed_root_day ON signed_root (day, seq);
CREATE TRIGGER signed_root_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signed_root
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();

-- The tree of a frozen race in tiles of 256 nodes, so that the path of one bet costs a few rows whatever the race's size.
-- Level 0 holds bets as id and receipt hash, a level above the roots of the tiles below. Gone with the root.
CREATE TABLE race_tile (
  race_id   uuid NOT NULL REFERENCES race_root ON DELETE CASCADE,
  level     smallint NOT NULL CHECK (level >= 0),
  number    integer NOT NULL CHECK (number >= 0),
  first_id  uuid,                             -- level 0: the first bet in it
  nodes     bytea NOT NULL,
  PRIMARY KEY (race_id, level, number),
  CHECK ((level = 0) = (first_id IS NOT NULL))
);

-- The public file of a race as it was last made. state says of what: another state makes it anew.
CREATE TABLE race_file (
  race_id  uuid PRIMARY KEY REFERENCES race,
  state    text NOT NULL,
  body     bytea NOT NULL,                    -- canonical JSON, gzip
  digest   bytea NOT NULL,                    -- SHA-256 of the canonical JSON
  size     integer NOT NULL,                  -- bytes of the canonical JSON
  made_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);

GRANT SELECT, INSERT, UPDATE ON signing_key, race_file TO club_app;
GRANT SELECT, INSERT ON signed_root TO club_app;
REVOKE UPDATE, DELETE, TRUNCATE ON signed_root FROM club_app;
GRANT SELECT, INSERT, DELETE ON race_tile TO club_app;
