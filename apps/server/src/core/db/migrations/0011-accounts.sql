-- Codes by SMS, the outbox, and the counters of sign-in (promises S3, S12, S13).

-- One code, bound to phone, purpose and id. Times of old rows are what the limits of sending count.
CREATE TABLE verification (
  id          uuid PRIMARY KEY,
  phone_hash  bytea NOT NULL,
  purpose     text NOT NULL CHECK (purpose IN ('register', 'reset')),
  code_hmac   bytea NOT NULL,
  tries       smallint NOT NULL DEFAULT 0,
  created_at  timestamptz(3) NOT NULL,
  used_at     timestamptz(3)
);
CREATE INDEX verification_phone ON verification (phone_hash, created_at);
CREATE INDEX verification_age ON verification (created_at);

-- What the club sends, encrypted: it holds phone numbers and codes.
CREATE TABLE outbox (
  id          uuid PRIMARY KEY,
  channel     text NOT NULL CHECK (channel IN ('sms', 'email')),
  to_hash     bytea NOT NULL,
  cipher      bytea NOT NULL,             -- { to, text, code }
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX outbox_to ON outbox (to_hash, id);
CREATE INDEX outbox_age ON outbox (created_at);

-- Sign-ins that failed or are being tried; a success takes its row away. Keys are keyed hashes.
CREATE TABLE signin_attempt (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_key  bytea NOT NULL,
  address_key  bytea NOT NULL,
  is_known     boolean NOT NULL,          -- from an address where this account was signed in before
  at           timestamptz(3) NOT NULL
);
CREATE INDEX signin_attempt_account ON signin_attempt (account_key, at);
CREATE INDEX signin_attempt_address ON signin_attempt (address_key, at);
CREATE INDEX signin_attempt_age ON signin_attempt (at);

CREATE TABLE signin_address (
  account_key  bytea NOT NULL,
  address_key  bytea NOT NULL,
  last_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (account_key, address_key)
);
CREATE INDEX signin_address_age ON signin_address (last_at);

-- Seconds to wait after so many failures, the last one so long ago: none up to the limit, then 1, 2, 4 ... 900.
CREATE FUNCTION signin_wait(p_failures bigint, p_limit integer, p_since interval) RETURNS double precision
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_failures < p_limit THEN 0
    ELSE greatest(0, least(power(2, least(p_failures - p_limit, 20)), 900) - extract(epoch FROM p_since)) END
$$;

-- Notes an attempt before the password is looked at, so that attempts at once count too. Strangers who fail delay
-- each other, not an owner at an address where the account was signed in before. Returns the attempt, or the wait.
CREATE FUNCTION begin_signin(p_account bytea, p_address bytea, p_account_limit integer, p_address_limit integer,
  OUT attempt_id bigint, OUT wait_seconds double precision) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_at timestamptz;
  v_known boolean;
  v_account bigint; v_account_last timestamptz;
  v_address bigint; v_address_last timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_account, 'hex'), 11));
  v_at := club_now_ms();
  v_known := EXISTS (SELECT FROM signin_address WHERE account_key = p_account AND address_key = p_address
    AND last_at > v_at - interval '90 days');
  SELECT count(*), max(at) INTO v_account, v_account_last FROM signin_attempt
    WHERE account_key = p_account AND at > v_at - interval '15 minutes' AND is_known = v_known
      AND (NOT v_known OR address_key = p_address);
  SELECT count(*), max(at) INTO v_address, v_address_last FROM signin_attempt
    WHERE address_key = p_address AND at > v_at - interval '15 minutes';
  wait_seconds := greatest(signin_wait(v_account, p_account_limit, v_at - v_account_last),
    signin_wait(v_address, p_address_limit, v_at - v_address_last));
  IF wait_seconds > 0 THEN RETURN; END IF;
  INSERT INTO signin_attempt (account_key, address_key, is_known, at)
    VALUES (p_account, p_address, v_known, v_at) RETURNING id INTO attempt_id;
END $$;

-- Notes a code to be sent, unless one was sent less than a minute ago or too many were. Times as limits are scaled
-- by the club's rate factor. Returns when it was made, or the seconds to wait.
CREATE FUNCTION begin_verification(p_id uuid, p_phone bytea, p_purpose text, p_code bytea, p_factor double precision,
  OUT made_at timestamptz, OUT wait_seconds double precision, OUT has_player boolean) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_phone, 'hex'), 12));
  v_at := club_now_ms();
  has_player := EXISTS (SELECT FROM player WHERE phone_hash = p_phone);
  IF p_factor > 0 THEN
    SELECT greatest(
      60 / p_factor - min(extract(epoch FROM v_at - created_at)),
      max(3600 - extract(epoch FROM v_at - created_at)) FILTER (WHERE n = ceil(3 * p_factor)),
      max(86400 - extract(epoch FROM v_at - created_at)) FILTER (WHERE n = ceil(10 * p_factor)))
      INTO wait_seconds
    FROM (SELECT created_at, row_number() OVER (ORDER BY created_at DESC) AS n FROM verification
      WHERE phone_hash = p_phone AND created_at > v_at - interval '1 day') s;
  END IF;
  IF coalesce(wait_seconds, 0) > 0 THEN RETURN; END IF;
  wait_seconds := 0;
  made_at := v_at;
  INSERT INTO verification (id, phone_hash, purpose, code_hmac, created_at)
    VALUES (p_id, p_phone, p_purpose, p_code, v_at);
END $$;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
