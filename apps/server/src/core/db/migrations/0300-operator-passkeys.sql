-- Passkeys as second factor of operators (promise S4): a public key each, which proves nothing to whoever reads this table.
CREATE TABLE operator_passkey (
  id             uuid PRIMARY KEY,
  operator_id    uuid NOT NULL REFERENCES operator,
  credential_id  bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1023),
  public_key     bytea NOT NULL,                -- SubjectPublicKeyInfo, DER
  rp_id          text NOT NULL,                 -- host name that it is good for
  sign_count     bigint NOT NULL CHECK (sign_count >= 0),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  last_used_at   timestamptz(3)
);
CREATE INDEX operator_passkey_operator ON operator_passkey (operator_id, id);
