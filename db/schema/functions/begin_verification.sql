-- Records a code to be sent, unless one was sent within the last minute or there were too many. p_factor, the
-- club's rate factor, scales the limits. Returns when it was recorded, or the seconds to wait.
CREATE OR REPLACE FUNCTION begin_verification(p_id uuid, p_phone bytea, p_purpose text, p_code bytea,
  p_factor double precision, OUT made_at timestamptz, OUT wait_seconds double precision, OUT has_player boolean)
LANGUAGE plpgsql VOLATILE AS $$
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

GRANT EXECUTE ON FUNCTION begin_verification TO club_app;
