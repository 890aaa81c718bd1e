-- Fixed odds: events, markets, prices by version, bets with their legs, what came back. Odds are decimal odds x 1000,
-- lines are thousandths. Rules: docs/rules/sports.md.

CREATE TABLE sport_event (
  id                       uuid PRIMARY KEY,
  sport                    text NOT NULL CHECK (sport ~ '^[a-z][a-z0-9_]{1,39}$'),
  competition              text NOT NULL,
  home                     text NOT NULL,
  away                     text NOT NULL,     -- empty: an outright, whose title is in home
  home_names               jsonb NOT NULL DEFAULT '{}',  -- by language
  away_names               jsonb NOT NULL DEFAULT '{}',
  start_time               timestamptz(3) NOT NULL,
  first_start              timestamptz(3) NOT NULL,  -- as first published: how far it moved is counted from here
  status                   text NOT NULL CHECK (status IN ('draft', 'open', 'closed', 'final', 'settled', 'void')),
  is_suspended             boolean NOT NULL DEFAULT false,
  is_stale                 boolean NOT NULL DEFAULT false,  -- its feed is silent: no bets until it speaks again
  closed_at                timestamptz(3),
  settled_at               timestamptz(3),
  live_home                smallint CHECK (live_home >= 0),
  live_away                smallint CHECK (live_away >= 0),
  live_clock               text,
  score_home               smallint,          -- of the result that was settled
  score_away               smallint,
  result_version           integer,           -- the result that was settled, or corrected to
  source                   text NOT NULL,     -- hand, or the feed's format
  source_id                text,
  fed_at                   timestamptz(3),
  max_liability_cents      bigint NOT NULL CHECK (max_liability_cents >= 0),
  worst_cents              bigint NOT NULL DEFAULT 0 CHECK (worst_cents >= 0),  -- sum of its markets'
  multiple_stakes_cents    bigint NOT NULL DEFAULT 0 CHECK (multiple_stakes_cents >= 0),
  multiple_exposure_cents  bigint NOT NULL DEFAULT 0 CHECK (multiple_exposure_cents >= 0),
  bets                     integer NOT NULL DEFAULT 0 CHECK (bets >= 0),
  created_by               uuid,
  created_at               timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- Suspended together with all others rather than alone: it resumes when they do.
  is_held                  boolean NOT NULL DEFAULT false,
  -- The names that the feed gave the sides when the club last accepted them. Other names under the same event may mean
  -- another match, so its prices are not taken until somebody has looked. Null: the next file sets them.
  fed_home                 text,
  fed_away                 text,
  fed_start                timestamptz(3),    -- as the feed last said it; what it repeats moves no start set by hand
  CHECK ((status IN ('draft', 'open')) = (closed_at IS NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX sport_event_source ON sport_event (source, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX sport_event_start ON sport_event (start_time, id);
CREATE INDEX sport_event_open ON sport_event (start_time) WHERE status = 'open';
CREATE INDEX sport_event_closed ON sport_event (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX sport_event_home ON sport_event (sport, home, start_time);
CREATE INDEX sport_event_away ON sport_event (sport, away, start_time);
CREATE INDEX sport_event_held ON sport_event (id) WHERE is_held;
CREATE TRIGGER sport_event_opens_held BEFORE INSERT ON sport_event FOR EACH ROW
  WHEN (NEW.status = 'open' AND NOT NEW.is_suspended) EXECUTE FUNCTION hold_new_sport_event();
CREATE TRIGGER sport_event_published_held BEFORE UPDATE OF status ON sport_event FOR EACH ROW
  WHEN (NEW.status = 'open' AND OLD.status = 'draft' AND NOT NEW.is_suspended) EXECUTE FUNCTION hold_new_sport_event();
GRANT SELECT, INSERT, UPDATE (away, away_names, bets, closed_at, competition, fed_at, fed_away, fed_home, fed_start,
  first_start, home, home_names, is_held, is_stale, is_suspended, live_away, live_clock, live_home, max_liability_cents,
  multiple_exposure_cents, multiple_stakes_cents, result_version, score_away, score_home, settled_at, start_time,
  status, worst_cents) ON sport_event TO club_app;

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
  is_held              boolean NOT NULL DEFAULT false,    -- an operator suspended it: no feed opens it
  CHECK ((type IN ('over_under', 'asian_handicap')) = (line_milli IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX sport_market_event ON sport_market (event_id, ord);
CREATE UNIQUE INDEX sport_market_once ON sport_market (event_id, type, (coalesce(line_milli, 0))) WHERE type <> 'outright';
GRANT SELECT, INSERT, UPDATE (changed_at, is_held, max_liability_cents, stakes_cents, status, version, worst_cents)
  ON sport_market TO club_app;

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
GRANT SELECT, INSERT, UPDATE (bets, odds_milli, pays_cents, places, previous_odds_milli, result, stakes_cents, tied)
  ON sport_outcome TO club_app;

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
GRANT SELECT, INSERT ON sport_price TO club_app;

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
CREATE INDEX sport_bet_player_id_id ON sport_bet (player_id, id);
CREATE INDEX sport_bet_cost ON sport_bet (cost_cents DESC, id);
-- Created after the other index by player: see bet_player_key.
CREATE UNIQUE INDEX sport_bet_player_key ON sport_bet (player_id, idem_key);
CREATE TRIGGER sport_bet_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_bet
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
CREATE TRIGGER sport_bet_paused AFTER INSERT ON sport_bet
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_paused_bets();
GRANT SELECT, INSERT ON sport_bet TO club_app;

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
CREATE TRIGGER sport_leg_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_leg
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON sport_leg TO club_app;

-- The most that a player's bets through an event could win, without cancelled ones. Kept as a sum so that a limit needs
-- one look-up. Written under the player's lock.
CREATE TABLE sport_exposure (
  player_id       uuid NOT NULL,
  event_id        uuid NOT NULL,
  exposure_cents  bigint NOT NULL CHECK (exposure_cents >= 0),
  PRIMARY KEY (player_id, event_id)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE (exposure_cents) ON sport_exposure TO club_app;

-- What became of a bet, by revision; the newest counts. Losing bets have a row too, so that every bet is settled once
-- and none looks lost before it is paid.
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
GRANT SELECT, INSERT ON sport_settled TO club_app;

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
-- Without four eyes, whoever enters a result also confirms it, in one act. A result that waits for a second operator can
-- never be confirmed by the first.
CREATE TRIGGER sport_result_second BEFORE UPDATE ON sport_result FOR EACH ROW
  WHEN (OLD.confirmed_by IS NULL AND NEW.confirmed_by IS NOT NULL
    AND (NEW.confirmed_by = OLD.entered_by OR NEW.entered_by IS DISTINCT FROM OLD.entered_by))
  EXECUTE FUNCTION sport_result_second();
GRANT SELECT, INSERT, UPDATE (confirmed_by) ON sport_result TO club_app;

-- How far the payment of a result has come. The plan is the results of its outcomes, written together with this row.
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
GRANT SELECT, INSERT, UPDATE (cursor_bet, payout_cents, posted_at, refund_cents, settled_bets, step)
  ON sport_settlement TO club_app;

-- Earlier matches from a feed's file, which show the form of two sides beside their prices. Nobody could bet on them
-- here, so they are not events. An event that ends with a feed's result is noted here too, with the file's statistics.
CREATE TABLE sport_played (
  source       text NOT NULL,                  -- the feed's format
  source_id    text NOT NULL,
  sport        text NOT NULL,
  competition  text NOT NULL,
  home         text NOT NULL,
  away         text NOT NULL,
  played_at    timestamptz(3) NOT NULL,
  home_score   smallint NOT NULL CHECK (home_score >= 0),
  away_score   smallint NOT NULL CHECK (away_score >= 0),
  facts        jsonb NOT NULL DEFAULT '{}',    -- { "shots": [home, away], "corners": [home, away], ... }
  PRIMARY KEY (source, source_id)
);
CREATE INDEX sport_played_home ON sport_played (sport, home, played_at);
CREATE INDEX sport_played_away ON sport_played (sport, away, played_at);
GRANT SELECT, INSERT, UPDATE (away_score, facts, home_score) ON sport_played TO club_app;

-- All sports, or one of them, are suspended by one act and resumed by another.
CREATE TABLE sport_hold (
  id         uuid PRIMARY KEY,
  sport      text,                                -- null: every sport
  begun_by   uuid NOT NULL,
  begun_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  reason     text,
  ended_by   uuid,
  ended_at   timestamptz(3),
  CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
-- At most one runs for each sport, and one for all sports.
CREATE UNIQUE INDEX sport_hold_running ON sport_hold ((coalesce(sport, ''))) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE (ended_at, ended_by) ON sport_hold TO club_app;

-- A bet over one of the book's limits was offered the largest stake that fits. Later bets show what became of the offer.
-- Amounts are for one line.
CREATE TABLE sport_offer (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL,
  idem_key       text NOT NULL,
  kind           text NOT NULL,
  lines          integer NOT NULL CHECK (lines > 0),
  scope          text NOT NULL CHECK (scope IN ('market', 'event', 'player')),
  asked_cents    bigint NOT NULL CHECK (asked_cents > 0),
  offered_cents  bigint NOT NULL CHECK (offered_cents >= 0),
  event_ids      uuid[] NOT NULL,
  outcome_ids    uuid[] NOT NULL,                 -- leg by leg
  at             timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE UNIQUE INDEX sport_offer_key ON sport_offer (player_id, idem_key);
CREATE INDEX sport_offer_player ON sport_offer (player_id, id);
CREATE INDEX sport_offer_event ON sport_offer USING gin (event_ids);
GRANT SELECT, INSERT, DELETE ON sport_offer TO club_app;

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
GRANT SELECT, INSERT, DELETE ON sport_feed_import TO club_app;
