-- What should stand booked from a pool in the jackpot's account. As a source: what it leaves, or, once a later pool
-- has that, what that pool took. As a taker: what it handed on, or what another pool has of what it took.
CREATE OR REPLACE FUNCTION jackpot_line(p_pool uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (coalesce((jackpot_holder(l.pool_id)).amount_cents, l.own_cents) + coalesce((
    SELECT sum(CASE WHEN (jackpot_holder(t.source_id)).taker_id = l.pool_id THEN 0 ELSE t.amount_cents END)
    FROM jackpot_take t WHERE t.taker_id = l.pool_id), 0))::bigint
  FROM jackpot_link l WHERE l.pool_id = p_pool
$$;

GRANT EXECUTE ON FUNCTION jackpot_line TO club_app;
