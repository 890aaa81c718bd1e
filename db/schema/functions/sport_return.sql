-- What a bet returns if every leg wins: per line floor(unit x product of odds). docs/rules/sports.md, "What a bet returns".
CREATE OR REPLACE FUNCTION sport_return(p_kind text, p_unit bigint, p_odds integer[]) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  n integer := cardinality(p_odds);
  v_from integer := CASE WHEN p_kind IN ('patent', 'lucky15', 'lucky31', 'lucky63') THEN 1
    WHEN p_kind IN ('single', 'multiple') THEN n ELSE 2 END;
  v_sum numeric := 0;
  v_product numeric;
  v_size integer;
BEGIN
  FOR mask IN CASE WHEN v_from = n THEN (1 << n) - 1 ELSE 1 END .. (1 << n) - 1 LOOP
    v_product := p_unit; v_size := 0;
    FOR i IN 1 .. n LOOP
      IF mask & (1 << (i - 1)) <> 0 THEN v_product := v_product * p_odds[i]; v_size := v_size + 1; END IF;
    END LOOP;
    IF v_size >= v_from THEN v_sum := v_sum + div(v_product, 1000::numeric ^ v_size); END IF;
  END LOOP;
  RETURN v_sum;
END $$;

GRANT EXECUTE ON FUNCTION sport_return TO club_app;
