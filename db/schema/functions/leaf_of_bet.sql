-- Content of a bet's leaf in canonical JSON (RFC 8785): docs/rules/proofs.md. Only a bet of three races and more, which
-- chooses runners by leg, names its pool: the races would not tell which.
CREATE OR REPLACE FUNCTION leaf_of_bet(p_id uuid, p_nonce bytea, p_race uuid, p_race2 uuid, p_type smallint,
  p_selections text,
  p_unit bigint, p_unit2 bigint, p_cost bigint, p_at timestamptz, p_pool uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"accepted_at":"' || iso_ms(p_at) || '","bet_type":' || p_type || ',"cost_cents":' || p_cost
    || CASE WHEN p_selections LIKE '{"leg1":%' THEN ',"multi_pool_id":"' || p_pool || '"' ELSE '' END
    || ',"nonce":"' || encode(p_nonce, 'hex') || '","order_id":"' || p_id || '","race_id":"' || p_race
    || '","race_id2":' || coalesce('"' || p_race2 || '"', 'null') || ',"selections":' || p_selections
    || ',"unit_stake2_cents":' || coalesce(p_unit2::text, 'null') || ',"unit_stake_cents":' || p_unit || '}'
$$;

GRANT EXECUTE ON FUNCTION leaf_of_bet TO club_app;
