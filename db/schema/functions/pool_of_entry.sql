-- The pool that an entry closes: its cause is settle:POOL:VERSION:close. Null: none.
CREATE OR REPLACE FUNCTION pool_of_entry(p_kind text, p_cause text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_kind = 'pool_close' AND p_cause ~ '^settle:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:.*:close$'
    THEN substr(p_cause, 8, 36)::uuid END $$;

GRANT EXECUTE ON FUNCTION pool_of_entry TO club_app;
