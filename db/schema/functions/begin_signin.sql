-- Records an attempt before the password is checked, so that concurrent attempts count too. Failures of strangers delay
-- other strangers, not an owner at an address from which the account has signed in before. Returns the attempt or the
-- wait.
CREATE OR REPLACE FUNCTION begin_signin(p_account bytea, p_address bytea, p_account_limit integer,
  p_address_limit integer,
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

GRANT EXECUTE ON FUNCTION begin_signin TO club_app;
