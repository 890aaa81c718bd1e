-- The audit log is chained: each row's hash covers the row and the hash before it, so that a row that somebody with the
-- database changes, takes away or slips in shows. Rows are linked after their commit, as the ledger's entries are: an act
-- never waits for another one's.
CREATE TABLE audit_link (
  position  bigint PRIMARY KEY,
  audit_id  bigint NOT NULL UNIQUE,
  hash      bytea NOT NULL
);
CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_link
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_link FROM club_app;

-- Rows that wait for their link.
CREATE TABLE audit_pending (audit_id bigint PRIMARY KEY);
INSERT INTO audit_pending SELECT id FROM audit;

CREATE FUNCTION audit_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_pending VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER audit_waits AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_waits();

CREATE FUNCTION audit_hash(p_before bytea, p_row audit) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_before || convert_to(jsonb_build_array((p_row).id, iso_ms((p_row).at), (p_row).operator_id, (p_row).action,
    (p_row).target, (p_row).before, (p_row).after, (p_row).reason, (p_row).request_id)::text, 'UTF8'))
$$;

-- Links what waits, in order of id; how many. Two at once wait for each other.
CREATE FUNCTION audit_chain(p_most integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
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

-- Works every hash out anew over one snapshot. broken_id: the first row that is not what was linked, is gone, or was never
-- given a place.
CREATE FUNCTION audit_verify(OUT linked bigint, OUT waiting bigint, OUT broken_id bigint) LANGUAGE plpgsql STABLE AS $$
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
GRANT EXECUTE ON FUNCTION audit_chain(integer), audit_verify() TO club_app;
