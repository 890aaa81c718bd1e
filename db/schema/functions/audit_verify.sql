-- Recomputes every hash in one snapshot. broken_id is the first row that differs from what was linked, is missing, or
-- was never given a position.
CREATE OR REPLACE FUNCTION audit_verify(OUT linked bigint, OUT waiting bigint, OUT broken_id bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_link record;
  v_hash bytea := ''::bytea;
  v_position bigint := 0;
BEGIN
  linked := 0;
  SELECT count(*) INTO waiting FROM audit_pending;
  FOR v_link IN SELECT l.position, l.audit_id, l.hash, a AS row_data, a.id AS found
    FROM audit_link l LEFT JOIN audit a ON a.id = l.audit_id ORDER BY l.position
  LOOP
    v_position := v_position + 1;
    IF v_link.found IS NULL OR v_link.position <> v_position OR audit_hash(v_hash, v_link.row_data) <> v_link.hash THEN
      broken_id := v_link.audit_id;
      RETURN;
    END IF;
    v_hash := v_link.hash;
    linked := linked + 1;
  END LOOP;
  SELECT min(a.id) INTO broken_id FROM audit a
  WHERE NOT EXISTS (SELECT FROM audit_link l WHERE l.audit_id = a.id)
    AND NOT EXISTS (SELECT FROM audit_pending w WHERE w.audit_id = a.id);
END $$;

GRANT EXECUTE ON FUNCTION audit_verify TO club_app;
