-- What a line of a statement counts as: the kinds of entries, grouped as a player filters and sums them.
CREATE FUNCTION statement_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'payout', 'refund', 'top_up', 'adjustment') THEN p_kind
    WHEN p_kind = 'void' THEN 'refund'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

GRANT EXECUTE ON FUNCTION statement_type(text) TO club_app;
