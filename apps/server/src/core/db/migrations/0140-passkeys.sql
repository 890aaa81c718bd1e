-- Passkeys of players: a public key each, which proves nothing to whoever reads this table.
CREATE TABLE passkey (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  credential_id  bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1023),
  public_key     bytea NOT NULL,                -- SubjectPublicKeyInfo, DER
  rp_id          text NOT NULL,                 -- host name that it is good for
  sign_count     bigint NOT NULL CHECK (sign_count >= 0),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_used_at   timestamptz(3)
);
CREATE INDEX passkey_player ON passkey (player_id, id);

-- Challenges carry their own end and are signed by the club, so asking for one writes nothing. What was answered is
-- kept until that end, and is good for nothing more.
CREATE TABLE passkey_challenge (
  nonce       bytea PRIMARY KEY,
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenge_age ON passkey_challenge (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON passkey, passkey_challenge TO club_app;
