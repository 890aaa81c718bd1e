-- The leaf of a bet that names no pool, as an earlier release calls it.
CREATE OR REPLACE FUNCTION bet_leaf(p_id uuid, p_nonce bytea, p_race uuid, p_race2 uuid, p_type smallint,
  p_selections text,
  p_unit bigint, p_unit2 bigint, p_cost bigint, p_at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT leaf_of_bet(p_id, p_nonce, p_race, p_race2, p_type, p_selections, p_unit, p_unit2, p_cost, p_at, NULL)
$$;

GRANT EXECUTE ON FUNCTION bet_leaf TO club_app;
