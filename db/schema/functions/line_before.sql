-- The last line of an account whose entry is earlier than an instant, or 0. Found by bisection: the lines of an account
-- are in order of time, except for small steps of the clock, for which the caller leaves room.
CREATE OR REPLACE FUNCTION line_before(p_account bigint, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_low bigint;
  v_high bigint;
  v_found bigint := 0;
  v_line bigint;
  v_at timestamptz;
BEGIN
  SELECT id INTO v_low FROM posting WHERE account_id = p_account ORDER BY id LIMIT 1;
  SELECT id INTO v_high FROM posting WHERE account_id = p_account ORDER BY id DESC LIMIT 1;
  WHILE v_low <= v_high LOOP
    SELECT p.id, e.at INTO v_line, v_at FROM (
      SELECT id, entry_id FROM posting WHERE account_id = p_account AND id <= v_low + (v_high - v_low) / 2
      ORDER BY id DESC LIMIT 1) p
    JOIN entry e ON e.id = p.entry_id;
    IF v_at < p_at THEN
      v_found := v_line;
      v_low := v_low + (v_high - v_low) / 2 + 1;
    ELSE
      v_high := v_line - 1;
    END IF;
  END LOOP;
  RETURN v_found;
END $$;

GRANT EXECUTE ON FUNCTION line_before TO club_app;
