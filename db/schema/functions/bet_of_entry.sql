-- The bet that an entry credits: payouts, refunds and voids refer to it. Null: none.
CREATE OR REPLACE FUNCTION bet_of_entry(p_kind text, p_reference text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_kind NOT IN ('bet', 'top_up', 'adjustment', 'jackpot', 'pool_close')
    AND p_reference ~ '^[0-9a-f-]{36}$' THEN p_reference::uuid END $$;

GRANT EXECUTE ON FUNCTION bet_of_entry TO club_app;
