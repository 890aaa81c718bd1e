-- Content of a sport bet's leaf in canonical JSON (RFC 8785): docs/rules/sports.md, "Receipts". p_legs is canonical already.
CREATE OR REPLACE FUNCTION sport_leaf(p_id uuid, p_nonce bytea, p_kind text, p_legs text, p_unit bigint,
  p_cost bigint, p_at timestamptz)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"accepted_at":"' || iso_ms(p_at) || '","cost_cents":' || p_cost || ',"kind":"' || p_kind || '","legs":['
    || p_legs || '],"nonce":"' || encode(p_nonce, 'hex') || '","order_id":"' || p_id || '","unit_stake_cents":' || p_unit || '}'
$$;

GRANT EXECUTE ON FUNCTION sport_leaf TO club_app;
