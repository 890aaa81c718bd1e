-- Appends committed entries in the given order; those already chained and nulls are skipped. Returns the chain's last
-- position. hash = SHA-256(previous hash || canonical text), the first previous is 32 zero bytes. One caller at a
-- time: the event writer holds its lock.
CREATE OR REPLACE FUNCTION chain_append(p_entries uuid[]) RETURNS bigint LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  v_last bigint;
  v_hash bytea;
  a_id uuid[];
  a_text text[];
  a_hash bytea[] := '{}';
BEGIN
  SELECT c.position, c.hash INTO v_last, v_hash FROM chain c ORDER BY c.position DESC LIMIT 1;
  IF NOT FOUND THEN
    v_last := 0;
    v_hash := decode(repeat('00', 32), 'hex');
  END IF;
  SELECT array_agg(w.id ORDER BY w.ord), array_agg(t.text ORDER BY w.ord) INTO a_id, a_text
  FROM (
    SELECT i.id, min(i.ord) AS ord FROM unnest(p_entries) WITH ORDINALITY AS i (id, ord)
    WHERE NOT EXISTS (SELECT FROM chain c WHERE c.entry_id = i.id) GROUP BY i.id
  ) w
  JOIN entry_text t ON t.id = w.id;
  FOR i IN 1 .. coalesce(cardinality(a_id), 0) LOOP
    v_hash := sha256(v_hash || convert_to(a_text[i], 'UTF8'));
    a_hash[i] := v_hash;
  END LOOP;
  INSERT INTO chain (position, entry_id, hash)
    SELECT v_last + s.n, s.id, s.hash FROM unnest(a_id, a_hash) WITH ORDINALITY AS s (id, hash, n);
  RETURN v_last + coalesce(cardinality(a_id), 0);
END $$;

GRANT EXECUTE ON FUNCTION chain_append TO club_app;
