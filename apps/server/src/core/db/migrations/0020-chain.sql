-- The hash chain over entries (promise P7): the text of an entry, appending, checking.

-- What they call is stable, and so are they: declared so, the planner writes them into the query instead of calling them.
ALTER FUNCTION iso_ms(timestamptz) STABLE;
ALTER FUNCTION bet_leaf(uuid, bytea, uuid, uuid, smallint, text, bigint, bigint, bigint, timestamptz) STABLE;

-- The bet that an entry gives back to: payouts, refunds and voids refer to it. Null: none.
CREATE FUNCTION bet_of_entry(p_kind text, p_reference text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_kind NOT IN ('bet', 'top_up', 'adjustment', 'jackpot', 'pool_close')
    AND p_reference ~ '^[0-9a-f-]{36}$' THEN p_reference::uuid END $$;

-- The pool that an entry closes: its cause is settle:POOL:VERSION:close. Null: none.
CREATE FUNCTION pool_of_entry(p_kind text, p_cause text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_kind = 'pool_close' AND p_cause ~ '^settle:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:.*:close$'
    THEN substr(p_cause, 8, 36)::uuid END $$;

-- Canonical JSON (RFC 8785) of an entry with its lines [id, line, account, amount, balance], and with what it
-- vouches for: of a bet the columns that its leaf (the digest) does not hold, of a credit its row, of a pool's close
-- the plan that was paid by. So every column of entry, posting, bet and bet_credit is under the chain.
CREATE VIEW entry_text AS
  SELECT e.id, e.cause, '{"at":"' || iso_ms(e.at) || '"'
    || CASE WHEN b.id IS NULL THEN '' ELSE ',"bet":{"combinations":' || b.combinations
      || ',"cost2_cents":' || b.cost2_cents || ',"exchange_rate":"' || b.exchange_rate
      || '","fingerprint":"' || encode(b.fingerprint, 'hex')
      || '","key":' || coalesce(to_json(b.idem_key)::text, 'null') || ',"player_id":"' || b.player_id
      || '","pool_id":"' || b.pool_id || '","pool_id2":' || coalesce('"' || b.pool_id2 || '"', 'null')
      || ',"receipt_hash":"' || encode(b.receipt_hash, 'hex') || '"}' END
    || ',"cause":' || to_json(e.cause)::text
    || CASE WHEN c.bet_id IS NULL THEN '' ELSE ',"credit":{"amount_cents":' || c.amount_cents
      || ',"at":"' || iso_ms(c.at) || '","bet_id":"' || c.bet_id || '","kind":' || to_json(c.kind)::text
      || ',"pool_id":"' || c.pool_id || '"}' END
    || ',"digest":' || coalesce('"' || encode(e.digest, 'hex') || '"', 'null')
    || ',"id":"' || e.id || '","kind":' || to_json(e.kind)::text
    || ',"lines":[' || coalesce(l.lines, '') || ']'
    || CASE WHEN s.id IS NULL THEN '' ELSE ',"plan":"'
      || encode(sha256(convert_to(s.facts::text || s.outcome::text, 'UTF8')), 'hex') || '"' END
    || ',"reference":' || coalesce(to_json(e.reference)::text, 'null') || '}' AS text
  FROM entry e
  LEFT JOIN bet b ON b.id = e.id AND e.kind = 'bet'
  LEFT JOIN bet_credit c ON c.bet_id = bet_of_entry(e.kind, e.reference) AND c.cause = e.cause
  LEFT JOIN settlement s ON s.pool_id = pool_of_entry(e.kind, e.cause)
    AND e.cause IN ('settle:' || s.pool_id || ':' || s.result_version || ':close',
      'settle:' || s.pool_id || ':' || s.race_id || '/' || s.result_version || ':close')
  CROSS JOIN LATERAL (
    SELECT string_agg('[' || p.id || ',' || p.line || ',' || p.account_id || ',' || p.amount_cents || ','
      || coalesce(p.balance_cents::text, 'null') || ']', ',' ORDER BY p.line) AS lines
    FROM posting p WHERE p.entry_id = e.id
  ) l;

-- The same for one entry.
CREATE FUNCTION entry_canonical(e entry) RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT t.text FROM entry_text t WHERE t.id = e.id $$;

-- Appends committed entries in the given order; those already chained and nulls are skipped. Returns the chain's last
-- position. hash = SHA-256(previous hash || canonical text), the first previous is 32 zero bytes. One caller at a
-- time: the event writer holds its lock.
CREATE FUNCTION chain_append(p_entries uuid[]) RETURNS bigint LANGUAGE plpgsql VOLATILE
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

-- Recomputes a stretch of the chain: up to p_limit rows after p_position, whose hash is p_hash. After a break it goes
-- on from the stored hash, so that one edit is one finding. faults: lines "position N (entry ID, its cause): why", five at most.
CREATE FUNCTION chain_check(p_position bigint, p_hash bytea, p_limit integer,
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

GRANT SELECT ON entry_text TO club_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
