-- The end of a month: its trial balance and the chain's head are kept and signed, and nothing is dated into it later.
CREATE TABLE month_close (
  month       date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  ends_at     timestamptz(3) NOT NULL UNIQUE,    -- in club time; every entry of the month is earlier
  body        text NOT NULL,                     -- canonical JSON, the signature in it
  is_balanced boolean NOT NULL CHECK (is_balanced),
  closed_by   uuid NOT NULL REFERENCES operator,
  closed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK (closed_at > ends_at)
);
CREATE TRIGGER month_close_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON month_close
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON month_close FROM club_app;

CREATE FUNCTION entry_after_close() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_until timestamptz;
BEGIN
  SELECT max(ends_at) INTO v_until FROM month_close;
  IF v_until IS NOT NULL AND EXISTS (SELECT FROM new_entries WHERE at < v_until) THEN
    RAISE EXCEPTION 'the month is closed until %', v_until USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entry_after_close AFTER INSERT ON entry
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION entry_after_close();

-- What verifications found, newest first; the newest stands in books_verification as well.
CREATE TABLE books_verified (
  at           timestamptz(3) PRIMARY KEY,
  ok           boolean NOT NULL,
  duration_ms  integer NOT NULL,
  rows_read    bigint NOT NULL,
  chain_head   bigint NOT NULL,
  broken       text[] NOT NULL              -- names of the checks that failed
);
GRANT SELECT, INSERT ON books_verified TO club_app;
REVOKE UPDATE, DELETE, TRUNCATE ON books_verified FROM club_app;
