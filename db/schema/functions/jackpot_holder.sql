-- The pool that holds a source's money: the last one that took it and kept it. Null: it waits in the jackpot's account.
CREATE OR REPLACE FUNCTION jackpot_holder(p_source uuid, OUT taker_id uuid, OUT amount_cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT t.taker_id, t.amount_cents FROM jackpot_take t JOIN jackpot_link k ON k.pool_id = t.taker_id AND k.keeps
  WHERE t.source_id = p_source ORDER BY t.seq DESC LIMIT 1
$$;

GRANT EXECUTE ON FUNCTION jackpot_holder TO club_app;
