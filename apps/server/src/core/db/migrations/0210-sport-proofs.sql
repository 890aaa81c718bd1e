-- Sports get what races have: stakes in the signed root, the tree in tiles, a public file of each event; and what a
-- sport bet's leaf does not hold goes under the chain. Formats: docs/rules/proofs.md.

-- Stakes accepted when it closed: of singles by market, of all other bets as 'multiple'. Empty: frozen before they were signed.
ALTER TABLE sport_root ADD COLUMN pools jsonb NOT NULL DEFAULT '{}';

-- As race_tile: level 0 holds bets as id and receipt hash, a level above the roots of the tiles below.
CREATE TABLE sport_tile (
  event_id  uuid NOT NULL REFERENCES sport_root ON DELETE CASCADE,
  level     smallint NOT NULL CHECK (level >= 0),
  number    integer NOT NULL CHECK (number >= 0),
  first_id  uuid,                             -- level 0: the first bet in it
  nodes     bytea NOT NULL,
  PRIMARY KEY (event_id, level, number),
  CHECK ((level = 0) = (first_id IS NOT NULL))
);

-- The public file of an event as it was last made. state says of what: another state makes it anew.
CREATE TABLE sport_file (
  event_id  uuid PRIMARY KEY REFERENCES sport_event,
  state     text NOT NULL,
  body      bytea NOT NULL,                   -- canonical JSON, gzip
  digest    bytea NOT NULL,                   -- SHA-256 of the canonical JSON
  size      integer NOT NULL,                 -- bytes of the canonical JSON
  made_at   timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX sport_event_closed ON sport_event (closed_at) WHERE closed_at IS NOT NULL;

-- From when on the text of an entry holds more than before: what was chained earlier keeps its text, or its hash would break.
CREATE TABLE chain_text (
  part   text PRIMARY KEY,
  since  timestamptz NOT NULL
);
INSERT INTO chain_text (part, since)
  SELECT 'sports', CASE WHEN EXISTS (SELECT FROM entry) THEN club_now() ELSE '-infinity' END;

-- What the entry of a sport bet says beside its receipt hash, and what a payout or refund of it came to.
CREATE FUNCTION sport_entry_text(e_id uuid, e_kind text, e_cause text, e_at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN e_kind NOT LIKE 'sport%' OR e_at <= (SELECT since FROM chain_text WHERE part = 'sports') THEN ''
    WHEN e_kind = 'sport_bet' THEN coalesce((
      SELECT ',"sport_bet":{"fingerprint":"' || encode(b.fingerprint, 'hex') || '","key":' || to_json(b.idem_key)::text
        || ',"lines":' || b.lines || ',"max_payout_cents":' || b.max_payout_cents || ',"player_id":"' || b.player_id
        || '","price_policy":"' || b.price_policy || '","receipt_hash":"' || encode(b.receipt_hash, 'hex')
        || '","seen":[' || (SELECT string_agg('[' || l.seen_odds_milli || ',' || l.market_version || ']', ',' ORDER BY l.leg)
          FROM sport_leg l WHERE l.bet_id = b.id) || ']}'
      FROM sport_bet b WHERE b.id = e_id), '')
    WHEN e_cause ~ '^sport:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]{1,4}$' THEN coalesce((
      SELECT ',"sport_settled":{"at":"' || iso_ms(s.at) || '","bet_id":"' || s.bet_id
        || '","event_id":' || coalesce('"' || s.event_id || '"', 'null') || ',"payout_cents":' || s.payout_cents
        || ',"reason":' || coalesce(to_json(s.reason)::text, 'null') || ',"refund_cents":' || s.refund_cents
        || ',"result_version":' || coalesce(s.result_version::text, 'null') || ',"revision":' || s.revision
        || ',"status":"' || s.status || '"}'
      FROM sport_settled s WHERE s.bet_id = split_part(e_cause, ':', 2)::uuid AND s.revision = split_part(e_cause, ':', 3)::smallint), '')
    ELSE '' END
$$;

CREATE OR REPLACE VIEW entry_text AS
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
    || ',"reference":' || coalesce(to_json(e.reference)::text, 'null')
    || CASE WHEN e.kind LIKE 'sport%' THEN sport_entry_text(e.id, e.kind, e.cause, e.at) ELSE '' END || '}' AS text
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

GRANT SELECT, INSERT, DELETE ON sport_tile TO club_app;
GRANT SELECT, INSERT, UPDATE ON sport_file TO club_app;
GRANT SELECT ON chain_text TO club_app;
GRANT EXECUTE ON FUNCTION sport_entry_text(uuid, text, text, timestamptz) TO club_app;
