-- Fixed odds: events, markets, prices by version, bets with their legs, what came back, and what limits count.
-- Odds are decimal odds x 1000, lines are thousandths. Rules: docs/rules/sports.md.

CREATE TABLE sport_event (
  id                         uuid PRIMARY KEY,
  sport                      text NOT NULL CHECK (sport ~ '^[a-z][a-z0-9_]{1,39}$'),
  competition                text NOT NULL,
  home                       text NOT NULL,
  away                       text NOT NULL,                  -- empty: an outright, whose title is in home
  home_names                 jsonb NOT NULL DEFAULT '{}',    -- by language
  away_names                 jsonb NOT NULL DEFAULT '{}',
  start_time                 timestamptz(3) NOT NULL,
  first_start                timestamptz(3) NOT NULL,        -- as first published: how far it moved is counted from here
  status                     text NOT NULL CHECK (status IN ('draft', 'open', 'closed', 'final', 'settled', 'void')),
  is_suspended               boolean NOT NULL DEFAULT false,
  is_stale                   boolean NOT NULL DEFAULT false, -- its feed is silent: no bets until it speaks again
  closed_at                  timestamptz(3),
  settled_at                 timestamptz(3),
  live_home                  smallint CHECK (live_home >= 0),
  live_away                  smallint CHECK (live_away >= 0),
  live_clock                 text,
  score_home                 smallint,                       -- of the result that was settled
  score_away                 smallint,
  result_version             integer,                        -- the result that was settled, or corrected to
  source                     text NOT NULL,                  -- hand, or the feed's format
  source_id                  text,
  fed_at                     timestamptz(3),
  max_liability_cents        bigint NOT NULL CHECK (max_liability_cents >= 0),
  worst_cents                bigint NOT NULL DEFAULT 0 CHECK (worst_cents >= 0),      -- sum of its markets'
  multiple_stakes_cents      bigint NOT NULL DEFAULT 0 CHECK (multiple_stakes_cents >= 0),
  multiple_exposure_cents    bigint NOT NULL DEFAULT 0 CHECK (multiple_exposure_cents >= 0),
  bets                       integer NOT NULL DEFAULT 0 CHECK (bets >= 0),
  created_by                 uuid,
  created_at                 timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((status IN ('draft', 'open')) = (closed_at IS NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX sport_event_source ON sport_event (source, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX sport_event_start ON sport_event (start_time, id);
CREATE INDEX sport_event_open ON sport_event (start_time) WHERE status = 'open';

CREATE TABLE sport_market (
  id                   uuid PRIMARY KEY,
  event_id             uuid NOT NULL REFERENCES sport_event,
  ord                  smallint NOT NULL,
  type                 text NOT NULL CHECK (type IN ('1x2', 'two_way', 'over_under', 'double_chance', 'correct_score',
                         'outright', 'asian_handicap')),
  line_milli           integer CHECK (line_milli % 250 = 0),
  status               text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'suspended', 'closed', 'settled', 'void')),
  version              integer NOT NULL DEFAULT 1,
  combines             boolean NOT NULL DEFAULT false,
  max_liability_cents  bigint NOT NULL CHECK (max_liability_cents >= 0),
  stakes_cents         bigint NOT NULL DEFAULT 0 CHECK (stakes_cents >= 0),     -- of single bets
  worst_cents          bigint NOT NULL DEFAULT 0 CHECK (worst_cents >= 0),      -- lost at worst by single bets
  changed_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((type IN ('over_under', 'asian_handicap')) = (line_milli IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX sport_market_event ON sport_market (event_id, ord);
CREATE UNIQUE INDEX sport_market_once ON sport_market (event_id, type, (coalesce(line_milli, 0))) WHERE type <> 'outright';

CREATE TABLE sport_outcome (
  id                   uuid PRIMARY KEY,
  market_id            uuid NOT NULL REFERENCES sport_market,
  event_id             uuid NOT NULL,
  ord                  smallint NOT NULL,
  key                  text NOT NULL,
  name                 text,
  odds_milli           integer NOT NULL CHECK (odds_milli BETWEEN 1001 AND 1000000),
  previous_odds_milli  integer,
  stakes_cents         bigint NOT NULL DEFAULT 0 CHECK (stakes_cents >= 0),     -- single bets on it
  pays_cents           bigint NOT NULL DEFAULT 0 CHECK (pays_cents >= 0),       -- what they would pay
  bets                 integer NOT NULL DEFAULT 0 CHECK (bets >= 0),
  result               text CHECK (result IN ('won', 'lost', 'void', 'half_won', 'half_lost', 'dead_heat')),
  tied                 smallint,
  places               smallint,
  UNIQUE (market_id, key),
  CHECK ((result IS NOT DISTINCT FROM 'dead_heat') = (tied IS NOT NULL)),
  CHECK ((tied IS NULL) = (places IS NULL) AND tied > places AND places > 0)
) WITH (fillfactor = 70);
CREATE INDEX sport_outcome_event ON sport_outcome (event_id, ord);

-- Every version of a market: its odds and whether it took bets, from `at` until the next one.
CREATE TABLE sport_price (
  market_id    uuid NOT NULL,
  version      integer NOT NULL,
  status       text NOT NULL,
  odds         jsonb NOT NULL,                -- by outcome id
  source       text NOT NULL,                 -- hand, or a feed
  operator_id  uuid,
  at           timestamptz(3) NOT NULL,
  PRIMARY KEY (market_id, version)
);
CREATE INDEX sport_price_at ON sport_price (at);
CREATE TRIGGER sport_price_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_price
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON sport_price FROM club_app;

-- ---------------------------------------------------------------- bets

CREATE TABLE sport_bet (
  id                uuid PRIMARY KEY,
  player_id         uuid NOT NULL,
  idem_key          text NOT NULL,
  fingerprint       bytea NOT NULL,
  kind              text NOT NULL CHECK (kind IN ('single', 'multiple', 'trixie', 'patent', 'yankee', 'lucky15',
                      'canadian', 'lucky31', 'heinz', 'lucky63')),
  price_policy      text NOT NULL CHECK (price_policy IN ('any', 'better', 'ask')),
  lines             integer NOT NULL CHECK (lines BETWEEN 1 AND 63),
  unit_stake_cents  bigint NOT NULL CHECK (unit_stake_cents > 0),
  cost_cents        bigint NOT NULL CHECK (cost_cents = lines * unit_stake_cents),
  max_payout_cents  bigint NOT NULL CHECK (max_payout_cents >= cost_cents),
  accepted_at       timestamptz(3) NOT NULL,
  nonce             bytea NOT NULL,
  receipt_hash      bytea NOT NULL
);
CREATE UNIQUE INDEX sport_bet_player_key ON sport_bet (player_id, idem_key);
CREATE INDEX sport_bet_player_id_id ON sport_bet (player_id, id);
CREATE INDEX sport_bet_cost ON sport_bet (cost_cents DESC, id);
CREATE TRIGGER sport_bet_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_bet
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON sport_bet FROM club_app;

CREATE TABLE sport_leg (
  bet_id           uuid NOT NULL,
  leg              smallint NOT NULL CHECK (leg BETWEEN 0 AND 11),
  player_id        uuid NOT NULL,
  event_id         uuid NOT NULL,
  market_id        uuid NOT NULL,
  outcome_id       uuid NOT NULL,
  odds_milli       integer NOT NULL,             -- what it is settled by
  seen_odds_milli  integer NOT NULL,
  market_version   integer NOT NULL,
  PRIMARY KEY (bet_id, leg)
);
CREATE INDEX sport_leg_event ON sport_leg (event_id, bet_id);
CREATE INDEX sport_leg_player ON sport_leg (player_id, event_id);
CREATE TRIGGER sport_leg_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_leg
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON sport_leg FROM club_app;

-- What a player's bets through an event would win at most, cancelled ones apart: a sum, so that a limit is one look-up.
-- Written under the player's lock.
CREATE TABLE sport_exposure (
  player_id       uuid NOT NULL,
  event_id        uuid NOT NULL,
  exposure_cents  bigint NOT NULL CHECK (exposure_cents >= 0),
  PRIMARY KEY (player_id, event_id)
) WITH (fillfactor = 70);

-- What a bet came to, by revision: the newest counts. Losing bets have a row too, so that a bet is settled once and
-- never looks lost before it was paid.
CREATE TABLE sport_settled (
  bet_id          uuid NOT NULL,
  revision        smallint NOT NULL CHECK (revision > 0),
  status          text NOT NULL CHECK (status IN ('won', 'lost', 'refunded', 'void')),
  payout_cents    bigint NOT NULL CHECK (payout_cents >= 0),
  refund_cents    bigint NOT NULL CHECK (refund_cents >= 0),
  event_id        uuid,                        -- whose result settled it; null: cancelled by an operator
  result_version  integer,
  reason          text,
  at              timestamptz(3) NOT NULL,
  PRIMARY KEY (bet_id, revision),
  CHECK ((status = 'won') = (payout_cents > 0)),
  CHECK ((status IN ('refunded', 'void')) = (refund_cents > 0))
);
CREATE TRIGGER sport_settled_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_settled
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON sport_settled FROM club_app;

CREATE VIEW sport_bet_view AS
  SELECT b.*, coalesce(s.payout_cents, 0) AS payout_cents, coalesce(s.refund_cents, 0) AS refund_cents, s.at AS settled_at,
    s.reason AS void_reason, coalesce(s.revision, 0)::smallint AS revision, coalesce(s.status, 'accepted') AS status
  FROM sport_bet b
  LEFT JOIN LATERAL (SELECT * FROM sport_settled c WHERE c.bet_id = b.id ORDER BY c.revision DESC LIMIT 1) s ON true;

-- The root over the receipts of all bets with a leg in an event, made once it has closed.
CREATE TABLE sport_root (
  event_id   uuid PRIMARY KEY,
  bets       integer NOT NULL,
  root       bytea NOT NULL,
  closed_at  timestamptz(3) NOT NULL,
  made_at    timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
REVOKE UPDATE, DELETE, TRUNCATE ON sport_root FROM club_app;

-- ---------------------------------------------------------------- results

CREATE TABLE sport_result (
  event_id      uuid NOT NULL,
  version       integer NOT NULL CHECK (version > 0),
  kind          text NOT NULL CHECK (kind IN ('score', 'markets', 'void', 'abandoned')),
  score_home    smallint,
  score_away    smallint,
  outcomes      jsonb NOT NULL,               -- by outcome id: { status, tied?, places? }, every outcome of the event
  reason        text,
  entered_by    uuid,                         -- null: a feed
  confirmed_by  uuid,
  entered_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (event_id, version)
);

-- The payment of a result, as far as it has come. The plan are the results of the outcomes, written with this row.
CREATE TABLE sport_settlement (
  event_id      uuid NOT NULL,
  version       integer NOT NULL,
  step          text NOT NULL DEFAULT 'posting' CHECK (step IN ('posting', 'posted')),
  cursor_bet    uuid,
  settled_bets  integer NOT NULL DEFAULT 0,
  payout_cents  bigint NOT NULL DEFAULT 0,
  refund_cents  bigint NOT NULL DEFAULT 0,
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  posted_at     timestamptz(3),
  PRIMARY KEY (event_id, version)
);
CREATE INDEX sport_settlement_open ON sport_settlement (created_at) WHERE step = 'posting';

-- ---------------------------------------------------------------- feeds

CREATE TABLE sport_feed_import (
  id           uuid PRIMARY KEY,
  source       text NOT NULL,                 -- hand, folder:NAME, url
  format       text NOT NULL,
  payload      text NOT NULL,                 -- as it came
  answer       jsonb NOT NULL,
  is_ok        boolean NOT NULL,
  operator_id  uuid,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX sport_feed_import_at ON sport_feed_import (at);
CREATE INDEX sport_feed_import_source ON sport_feed_import (source, at);

-- ---------------------------------------------------------------- limits: every bet counts, of races and of sports

CREATE VIEW wager AS
  SELECT id, player_id, cost_cents, accepted_at FROM bet
  UNION ALL SELECT id, player_id, cost_cents, accepted_at FROM sport_bet;

-- What came back to a wager: kind payout or anything else (a refund).
CREATE VIEW wager_credit AS
  SELECT bet_id, kind, amount_cents FROM bet_credit
  UNION ALL
  SELECT s.bet_id, v.kind, v.amount_cents FROM sport_settled s
  CROSS JOIN LATERAL (VALUES ('payout', s.payout_cents), ('refund', s.refund_cents)) v (kind, amount_cents)
  WHERE NOT EXISTS (SELECT FROM sport_settled n WHERE n.bet_id = s.bet_id AND n.revision > s.revision);

CREATE OR REPLACE FUNCTION stake_room(p_player uuid, p_at timestamptz, p_zone text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(l.amount_cents - coalesce(u.used, 0))::bigint
  FROM player_limit l
  CROSS JOIN LATERAL (SELECT date_trunc(l.period, p_at AT TIME ZONE p_zone) AT TIME ZONE p_zone AS start) w
  CROSS JOIN LATERAL (
    SELECT sum(b.cost_cents - coalesce(r.refunded, 0)) AS used
    FROM wager b
    LEFT JOIN LATERAL (SELECT sum(amount_cents) AS refunded FROM wager_credit c
      WHERE c.bet_id = b.id AND c.kind <> 'payout') r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
  WHERE l.player_id = p_player AND l.kind = 'stake' AND l.amount_cents IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION loss_room(p_player uuid, p_at timestamptz, p_zone text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(l.amount_cents - coalesce(u.used, 0))::bigint
  FROM player_limit l
  CROSS JOIN LATERAL (SELECT date_trunc(l.period, p_at AT TIME ZONE p_zone) AT TIME ZONE p_zone AS start) w
  CROSS JOIN LATERAL (
    SELECT sum(b.cost_cents - coalesce(r.credited, 0)) AS used
    FROM wager b
    LEFT JOIN LATERAL (SELECT sum(amount_cents) AS credited FROM wager_credit c WHERE c.bet_id = b.id) r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
  WHERE l.player_id = p_player AND l.kind = 'loss' AND l.amount_cents IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION limits_used(p_player uuid, p_at timestamptz, p_zone text)
RETURNS TABLE (period text, resets_at timestamptz, deposit_cents bigint, stake_cents bigint, loss_cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT w.period, w.until, coalesce(d.used, 0)::bigint, coalesce(u.stake, 0)::bigint, coalesce(u.loss, 0)::bigint
  FROM (
    SELECT s.period, s.start AT TIME ZONE p_zone AS start,
      (s.start + ('1 ' || s.period)::interval) AT TIME ZONE p_zone AS until
    FROM (SELECT p.period, date_trunc(p.period, p_at AT TIME ZONE p_zone) AS start
      FROM (VALUES ('day'), ('week'), ('month')) p (period)) s
  ) w
  CROSS JOIN LATERAL (
    SELECT sum(t.amount_cents) AS used FROM top_up t
    WHERE t.player_id = p_player AND (t.status = 'approved' AND t.decided_at >= w.start
      OR t.status IN ('created', 'submitted') AND t.created_at >= w.start)
  ) d
  CROSS JOIN LATERAL (
    SELECT sum(b.cost_cents - coalesce(r.refunded, 0)) AS stake, sum(b.cost_cents - coalesce(r.credited, 0)) AS loss
    FROM wager b
    LEFT JOIN LATERAL (
      SELECT sum(c.amount_cents) FILTER (WHERE c.kind <> 'payout') AS refunded, sum(c.amount_cents) AS credited
      FROM wager_credit c WHERE c.bet_id = b.id) r ON true
    WHERE b.player_id = p_player AND b.id >= uuid_floor(w.start - interval '1 day') AND b.accepted_at >= w.start
  ) u
$$;

-- Entries of sport bets count on a statement as those of races do.
CREATE OR REPLACE FUNCTION statement_type(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind IN ('bet', 'payout', 'refund', 'top_up', 'adjustment') THEN p_kind
    WHEN p_kind = 'sport_bet' THEN 'bet'
    WHEN p_kind IN ('sport_payout', 'sport_correction') THEN 'payout'
    WHEN p_kind IN ('void', 'sport_refund', 'sport_void') THEN 'refund'
    WHEN p_kind LIKE 'withdrawal%' THEN 'withdrawal'
    ELSE 'other' END $$;

GRANT SELECT ON sport_bet_view, wager, wager_credit TO club_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
