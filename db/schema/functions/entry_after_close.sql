CREATE OR REPLACE FUNCTION entry_after_close() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_until timestamptz;
BEGIN
  SELECT max(ends_at) INTO v_until FROM month_close;
  IF v_until IS NOT NULL AND EXISTS (SELECT FROM new_entries WHERE at < v_until) THEN
    RAISE EXCEPTION 'the month is closed until %', v_until USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
