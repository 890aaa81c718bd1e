-- Recomputes up to p_limit rows of the chain after p_position, whose hash is p_hash. After a mismatch it continues from
-- the stored hash, so that one edit gives one finding. faults: "position N (entry ID, its cause): why", at most five
-- lines.
CREATE OR REPLACE FUNCTION chain_check(p_position bigint, p_hash bytea, p_limit integer,
  OUT last_position bigint, OUT last_hash bytea, OUT rows integer, OUT faults text[])
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  r record;
  v_why text;
BEGIN
  last_position := p_position; last_hash := p_hash; rows := 0; faults := '{}';
  FOR r IN
    SELECT c.position, c.entry_id, c.hash, t.text, t.cause
    FROM (SELECT * FROM chain WHERE position > p_position ORDER BY position LIMIT p_limit) c
    LEFT JOIN entry_text t ON t.id = c.entry_id ORDER BY c.position
  LOOP
    v_why := CASE
      WHEN r.position <> last_position + 1 THEN 'position ' || (last_position + 1) || ' is missing'
      WHEN r.text IS NULL THEN 'its entry is missing'
      WHEN sha256(last_hash || convert_to(r.text, 'UTF8')) <> r.hash THEN 'the hash does not fit'
    END;
    IF v_why IS NOT NULL AND cardinality(faults) < 5 THEN
      faults := faults || ('position ' || r.position || ' (entry ' || r.entry_id || coalesce(', ' || r.cause, '') || '): ' || v_why);
    END IF;
    last_position := r.position; last_hash := r.hash; rows := rows + 1;
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION chain_check TO club_app;
