-- An All Up of which nothing is left is lost, whatever its last leg was: corrections of earlier legs may have taken it
-- all, or more.
CREATE OR REPLACE VIEW order_view AS
  SELECT b.id, b.player_id, b.idem_key, b.fingerprint, CASE WHEN u.status IS NULL THEN b.bet_type ELSE 40::smallint END AS bet_type,
    b.race_id, b.race_id2, b.pool_id, b.pool_id2, b.selections, b.combinations, b.unit_stake_cents, b.unit_stake2_cents,
    b.cost_cents, b.cost2_cents, b.exchange_rate, b.accepted_at, b.nonce, b.receipt_hash,
    CASE WHEN u.status IS NULL THEN b.payout_cents WHEN u.status IN ('void', 'refunded') THEN 0
      ELSE greatest(u.back_cents, 0) END AS payout_cents,
    CASE WHEN u.status IS NULL THEN b.refund_cents WHEN u.status IN ('void', 'refunded') THEN greatest(u.back_cents, 0)
      ELSE 0 END AS refund_cents,
    CASE WHEN u.status IS NULL THEN b.last_credit_at ELSE u.decided_at END AS last_credit_at,
    coalesce(u.status, b.status) AS status
  FROM bet_view b
  LEFT JOIN LATERAL (SELECT l.leg FROM all_up_leg l WHERE l.bet_id = b.id LIMIT 1) x ON true
  LEFT JOIN LATERAL (
    SELECT CASE WHEN t.is_void THEN 'void' WHEN t.last = 'accepted' THEN 'accepted' WHEN t.is_back THEN 'refunded'
        WHEN t.back_cents > 0 THEN 'won' WHEN t.back_cents <= 0 THEN 'lost' END AS status, t.back_cents, t.decided_at
    FROM (SELECT bool_or(v.status = 'void') AS is_void, (array_agg(v.status ORDER BY l.leg DESC))[1] AS last,
        bool_and(v.status = 'refunded') AS is_back,
        (sum(v.payout_cents + v.refund_cents) - coalesce(sum(v.cost_cents) FILTER (WHERE l.leg > 1), 0))::bigint AS back_cents,
        (array_agg(coalesce(v.last_credit_at, r.settled_at) ORDER BY l.leg DESC))[1] AS decided_at
      FROM all_up_leg l JOIN bet_view v ON v.id = l.bet_id JOIN race r ON r.id = l.race_id
      WHERE x.leg = 1 AND l.order_id = b.id) t) u ON true
  WHERE x.leg IS NULL OR x.leg = 1;
