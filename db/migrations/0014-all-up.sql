-- All Up: one stake that goes from race to race.
-- <function>
-- Whether a leg was staked, or why it was not, is decided once.
CREATE OR REPLACE FUNCTION all_up_leg_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.bet_id IS NOT NULL OR OLD.not_staked IS NOT NULL THEN
    RAISE EXCEPTION 'leg % of All Up % was decided before', OLD.leg, OLD.order_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- </function>

-- The legs of an All Up, in the order of their races: one stake that goes from race to race. The order is the bet of its
-- first leg, and each leg that was staked is an ordinary bet of its pool. What a leg was given is staked on the next one in
-- the same transaction, or is the player's cash (docs/rules/all-up.md).
CREATE TABLE all_up_leg (
  order_id     uuid NOT NULL,                 -- the bet of leg 1
  leg          smallint NOT NULL CHECK (leg BETWEEN 1 AND 6),
  player_id    uuid NOT NULL,
  race_id      uuid NOT NULL,
  pool_code    text NOT NULL,                 -- the race's pool of that code takes the bet
  bet_type     smallint NOT NULL CHECK (bet_type > 0),
  selections   text NOT NULL,                 -- as in bet
  runner_mask  bigint NOT NULL CHECK (runner_mask <> 0),
  counted      smallint[] NOT NULL,           -- runners on which its pool counts the stake, if it does so by runner
  bet_id       uuid,                          -- null: not staked, or not yet
  not_staked   text,                          -- the refusal for which the next leg took no bet
  PRIMARY KEY (order_id, leg),
  UNIQUE (order_id, race_id),
  CHECK (leg > 1 OR bet_id IS NOT NULL),
  CHECK ((leg = 1) = (bet_id = order_id)),
  CHECK (bet_id IS NULL OR not_staked IS NULL)
);
CREATE UNIQUE INDEX all_up_leg_bet ON all_up_leg (bet_id) WHERE bet_id IS NOT NULL;
CREATE INDEX all_up_leg_pool ON all_up_leg (race_id, pool_code);
CREATE INDEX all_up_leg_player ON all_up_leg (player_id);
CREATE TRIGGER all_up_leg_once BEFORE UPDATE ON all_up_leg FOR EACH ROW EXECUTE FUNCTION all_up_leg_once();
CREATE TRIGGER all_up_leg_stays BEFORE DELETE OR TRUNCATE ON all_up_leg
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT, UPDATE (bet_id, not_staked) ON all_up_leg TO club_app;

-- What players call an order: a bet, or an All Up as a whole under the bet of its first leg. Later legs have no row. An
-- All Up was paid what its legs were given less what went on; it is won where any of that was a payout.
CREATE VIEW order_view AS
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
    SELECT CASE WHEN bool_or(v.status = 'void') THEN 'void'
        WHEN (array_agg(v.status ORDER BY l.leg DESC))[1] = 'refunded' AND NOT bool_and(v.status = 'refunded') THEN 'won'
        ELSE (array_agg(v.status ORDER BY l.leg DESC))[1] END AS status,
      (sum(v.payout_cents + v.refund_cents) - coalesce(sum(v.cost_cents) FILTER (WHERE l.leg > 1), 0))::bigint AS back_cents,
      (array_agg(coalesce(v.last_credit_at, r.settled_at) ORDER BY l.leg DESC))[1] AS decided_at
    FROM all_up_leg l JOIN bet_view v ON v.id = l.bet_id JOIN race r ON r.id = l.race_id
    WHERE x.leg = 1 AND l.order_id = b.id) u ON true
  WHERE x.leg IS NULL OR x.leg = 1;
GRANT SELECT ON order_view TO club_app;
