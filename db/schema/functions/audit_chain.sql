-- Links waiting rows in order of id and returns how many. Concurrent calls wait for each other.
CREATE OR REPLACE FUNCTION audit_chain(p_most integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_row audit;
  v_position bigint;
  v_hash bytea;
  v_count integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit chain', 13));
  SELECT position, hash INTO v_position, v_hash FROM audit_link ORDER BY position DESC LIMIT 1;
  v_position := coalesce(v_position, 0);
  v_hash := coalesce(v_hash, ''::bytea);
  FOR v_row IN SELECT a.* FROM audit_pending w JOIN audit a ON a.id = w.audit_id ORDER BY a.id LIMIT p_most LOOP
    v_position := v_position + 1;
    v_hash := audit_hash(v_hash, v_row);
    INSERT INTO audit_link VALUES (v_position, v_row.id, v_hash);
    DELETE FROM audit_pending WHERE audit_id = v_row.id;
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

GRANT EXECUTE ON FUNCTION audit_chain TO club_app;
