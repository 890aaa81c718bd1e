-- Racing: meetings, races, pools, bets, results, settlements.

-- The rules by which a pool pays.
CREATE TABLE rule_set (
  name        text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  rules       jsonb NOT NULL,
  -- Who made a version, who checked it, and why. Null for the versions that ship with the software.
  made_at     timestamptz(3) DEFAULT club_now_ms(),
  made_by     uuid REFERENCES operator,
  checked_by  uuid REFERENCES operator,
  reason      text,
  PRIMARY KEY (name, version),
  CONSTRAINT rule_set_four_eyes CHECK (checked_by <> made_by)
);
-- A version never changes: pools refer to it, and their payments are recomputed from it.
CREATE TRIGGER rule_set_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rule_set
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON rule_set TO club_app;

-- Work in progress, one draft for each name. It waits while a second operator is asked.
CREATE TABLE rule_draft (
  name         text PRIMARY KEY CHECK (name ~ '^[A-Z][A-Z0-9_]{1,23}$'),
  rules        jsonb NOT NULL,
  based_on     integer NOT NULL CHECK (based_on >= 0),   -- the newest version when it was begun; 0: a new set
  changed_by   uuid NOT NULL REFERENCES operator,
  changed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  approval_id  uuid REFERENCES approval
);
GRANT SELECT, INSERT, UPDATE (approval_id, based_on, changed_at, changed_by, rules), DELETE ON rule_draft TO club_app;

CREATE TABLE meeting (
  id          uuid PRIMARY KEY,
  country     text NOT NULL,
  code        text NOT NULL,
  date        date NOT NULL,                  -- the day in the venue's zone
  name        text NOT NULL,
  timezone    text NOT NULL,
  currency    text NOT NULL,
  event_type  text NOT NULL CHECK (event_type IN ('Races', 'Harness', 'Greyhounds')),
  rule_set    text NOT NULL,
  dividends   text NOT NULL CHECK (dividends IN ('club', 'declared')),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- Who last changed the card: with CLUB_CARDS_FOUR_EYES another operator opens its races. Null: the club itself.
  card_by     uuid,
  -- The pools of three races and more that the card said last; null: it has said nothing of them.
  card_multi_pools jsonb,
  UNIQUE (country, code, date)
);
CREATE INDEX meeting_date ON meeting (date);
GRANT SELECT, INSERT, UPDATE (card_by, card_multi_pools, currency, dividends, event_type, name, rule_set, timezone) ON meeting
  TO club_app;

-- The pools that the program describes, written here when it starts. Races and pools are of no others.
CREATE TABLE pool_type (
  code  text PRIMARY KEY,
  kind  text NOT NULL CHECK (kind IN ('single', 'double', 'multi')),  -- of one race, of two, of three and more
  UNIQUE (code, kind)
);
GRANT SELECT ON pool_type TO club_app;

CREATE TABLE race (
  id                   uuid PRIMARY KEY,
  meeting_id           uuid NOT NULL REFERENCES meeting,
  number               smallint NOT NULL CHECK (number > 0),
  name                 text NOT NULL,
  distance_m           integer,
  class                text,
  handicap             boolean NOT NULL DEFAULT false,
  going                text,
  start_time           timestamptz(3) NOT NULL,
  status               text NOT NULL DEFAULT 'draft'
                         CHECK (status IN ('draft', 'open', 'closed', 'interim', 'final', 'settled', 'abandoned')),
  runner_mask          bigint NOT NULL DEFAULT 0,  -- bit n: saddle number n runs in this race
  scratched_mask       bigint NOT NULL DEFAULT 0,  -- bit n: saddle number n is scratched
  opened_at            timestamptz(3),
  closed_at            timestamptz(3),        -- every bet has an earlier accepted_at
  abandoned_at         timestamptz(3),
  settled_at           timestamptz(3),
  note                 text,                  -- reason of a delay or an abandonment
  draw_hash            text,                  -- demo: hash of the seed that will draw the result, shown before
  draw_seed            text,                  -- demo: shown after
  paused_by            uuid,                  -- the incident by which it takes no bet; no foreign key: a circle otherwise
  -- Settling that an operator stopped: no further chunk is paid until one lets it go on.
  settling_stopped_at  timestamptz(3),
  settling_stopped_by  uuid,
  -- The pools that take bets on it. WIN always does: a double's favourite is found in it.
  offered              text[] NOT NULL DEFAULT '{WIN}' CHECK ('WIN' = ANY (offered)),
  -- walk_over: only one runner came to the start, and the result names it alone. no_race: started, then declared void.
  ending               text CHECK (ending IN ('walk_over', 'no_race')),
  -- The stakes on each runner in the WIN pool when betting closed. They determine a double's favourite for good, whatever
  -- is refunded or cancelled later.
  win_at_close         jsonb,
  -- The official dividends of doubles whose last race was abandoned, so that no result could carry them.
  void_declared        jsonb,
  -- What tipsters say of it, and how it was run: no payment depends on either.
  tips                 jsonb NOT NULL DEFAULT '[]'
                         CHECK (jsonb_typeof(tips) = 'array' AND jsonb_array_length(tips) <= 6),
  runs                 jsonb NOT NULL DEFAULT '[]'
                         CHECK (jsonb_typeof(runs) = 'array' AND jsonb_array_length(runs) <= 60),
  card_start           timestamptz(3),        -- what the card said last: where start_time is another, the desk moved it
  card_pools           text[],                -- the same of offered; null: no card has said any
  UNIQUE (meeting_id, number),
  CHECK (status = 'draft' OR opened_at IS NOT NULL OR status = 'abandoned'),
  CHECK (status NOT IN ('closed', 'interim', 'final', 'settled') OR closed_at IS NOT NULL),
  CHECK (ending <> 'no_race' OR status = 'abandoned'),
  CHECK (void_declared IS NULL OR status = 'abandoned')
);
CREATE INDEX race_due ON race (start_time) WHERE status = 'open';
CREATE INDEX race_start ON race (start_time);
CREATE TRIGGER race_webhook AFTER UPDATE OF status ON race
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_race();
CREATE TRIGGER race_offered BEFORE UPDATE OF offered ON race
  FOR EACH ROW WHEN (NEW.offered <> OLD.offered) EXECUTE FUNCTION refuse_offer_without_pool();
CREATE TRIGGER race_offers_known BEFORE INSERT OR UPDATE OF offered ON race
  FOR EACH ROW EXECUTE FUNCTION refuse_unknown_offer();
GRANT SELECT, INSERT, UPDATE (abandoned_at, card_pools, card_start, class, closed_at, distance_m, draw_hash, draw_seed, ending, going,
  handicap, name, note, offered, opened_at, paused_by, runner_mask, runs, scratched_mask, settled_at, settling_stopped_at,
  settling_stopped_by, start_time, status, tips, void_declared, win_at_close) ON race TO club_app;

CREATE TABLE runner (
  race_id       uuid NOT NULL REFERENCES race,
  number        smallint NOT NULL CHECK (number BETWEEN 1 AND 60),  -- a bit of the masks
  name          text NOT NULL,
  barrier       smallint,
  jockey        text,
  trainer       text,
  weight_kg     numeric(5, 1),
  form          text,
  scratched_at  timestamptz(3),
  -- Fields that an operator changed since a card last wrote them. A file that says otherwise needs a decision.
  by_hand       text[] NOT NULL DEFAULT '{}'
                  CHECK (by_hand <@ ('{barrier,jockey,trainer,weight_kg}'::text[] || '{comment}'::text[])),
  -- How it ran before, as its card says, and what the card or the desk says of it.
  past_runs     jsonb NOT NULL DEFAULT '[]'
                  CHECK (jsonb_typeof(past_runs) = 'array' AND jsonb_array_length(past_runs) <= 20),
  comment       text CHECK (length(comment) BETWEEN 1 AND 500),
  PRIMARY KEY (race_id, number)
);
CREATE INDEX runner_name ON runner (lower(name));
GRANT SELECT, INSERT, UPDATE (barrier, by_hand, comment, form, jockey, name, past_runs, scratched_at, trainer,
  weight_kg), DELETE ON runner TO club_app;

-- One pool of a race; a double's pool belongs to the ordered pair race_id (leg 1), race_id2 (leg 2). One of three races
-- and more has a name, and its legs in pool_leg; race_id is its first race then, and race_id2 its last.
CREATE TABLE pool (
  id                   uuid PRIMARY KEY,
  code                 text NOT NULL,
  race_id              uuid NOT NULL REFERENCES race,
  race_id2             uuid REFERENCES race,
  rule_set             text NOT NULL,
  rule_set_version     integer NOT NULL,      -- frozen when the pool opens
  dividends            text NOT NULL CHECK (dividends IN ('club', 'declared')),
  status               text NOT NULL DEFAULT 'OPEN'
                       CHECK (status IN ('OPEN', 'CLOSED', 'PAID', 'REFUND', 'REFUND_NO_WINNER', 'JACKPOT',
                         'JACKPOT_MINOR_PAID')),
  escrow_account       bigint NOT NULL,
  jackpot_in_cents     bigint CHECK (jackpot_in_cents >= 0),  -- null until the close takes the waiting jackpot
  late_scratched_mask  bigint NOT NULL DEFAULT 0,  -- doubles: leg-2 runners scratched after leg 1 started
  is_leg2_void_late    boolean NOT NULL DEFAULT false,  -- doubles: leg 2 abandoned after leg 1 started
  created_at           timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  paused_by            uuid,                  -- the incident by which it takes no bet
  name                 text CHECK (btrim(name) <> ''),             -- three races and more: a meeting may have several
  guarantee_cents      bigint CHECK (guarantee_cents >= 0),        -- what its winners share at least
  -- What it is by its races and its name; its code must be of that kind.
  kind                 text NOT NULL GENERATED ALWAYS AS (CASE WHEN race_id2 IS NULL THEN 'single'
                         WHEN name IS NULL THEN 'double' ELSE 'multi' END) STORED,
  FOREIGN KEY (rule_set, rule_set_version) REFERENCES rule_set (name, version),
  FOREIGN KEY (code, kind) REFERENCES pool_type (code, kind),
  CONSTRAINT pool_two_races CHECK (race_id <> race_id2),
  CONSTRAINT pool_multi CHECK ((name IS NULL OR race_id2 IS NOT NULL) AND (name IS NULL) = (guarantee_cents IS NULL))
);
CREATE UNIQUE INDEX pool_single ON pool (race_id, code) WHERE race_id2 IS NULL;
CREATE UNIQUE INDEX pool_double ON pool (least(race_id, race_id2), greatest(race_id, race_id2), code)
  WHERE race_id2 IS NOT NULL AND name IS NULL;
CREATE INDEX pool_leg2 ON pool (race_id2) WHERE race_id2 IS NOT NULL;
-- All pools of a race, including its doubles.
CREATE INDEX pool_race ON pool (race_id);
-- Doubles that can settle because a leg was abandoned; the worker looks for them constantly.
CREATE INDEX pool_open_double ON pool (race_id) WHERE race_id2 IS NOT NULL AND status IN ('OPEN', 'CLOSED');
-- Pools that are not paid yet. No open bet is older than the oldest of them.
CREATE INDEX pool_unsettled ON pool (created_at) WHERE status IN ('OPEN', 'CLOSED');
CREATE TRIGGER pool_offered BEFORE INSERT ON pool FOR EACH ROW EXECUTE FUNCTION refuse_pool_not_offered();
GRANT SELECT, INSERT, UPDATE (is_leg2_void_late, jackpot_in_cents, late_scratched_mask, paused_by, status), DELETE
  ON pool TO club_app;

-- The races of a pool of three races and more, in order of start when it was laid out. They never change.
CREATE TABLE pool_leg (
  pool_id              uuid NOT NULL REFERENCES pool,
  leg                  smallint NOT NULL CHECK (leg BETWEEN 1 AND 6),
  race_id              uuid NOT NULL REFERENCES race,
  late_scratched_mask  bigint NOT NULL DEFAULT 0,      -- runners scratched after leg 1 closed
  is_void_late         boolean NOT NULL DEFAULT false, -- abandoned after leg 1 closed
  PRIMARY KEY (pool_id, leg),
  UNIQUE (pool_id, race_id)
);
CREATE INDEX pool_leg_race ON pool_leg (race_id);
GRANT SELECT, INSERT, UPDATE (is_void_late, late_scratched_mask), DELETE ON pool_leg TO club_app;

-- Stakes of a pool. number 0 is the whole pool; WIN and PLACE have a row per saddle number too.
-- One delta row per group of bets; the event writer folds them, the close folds them finally.
CREATE TABLE pool_total (
  pool_id       uuid NOT NULL,
  number        smallint NOT NULL,
  stakes_cents  bigint NOT NULL,
  bets          integer NOT NULL,
  PRIMARY KEY (pool_id, number)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE (bets, stakes_cents) ON pool_total TO club_app;

CREATE TABLE pool_delta (
  pool_id       uuid NOT NULL,
  number        smallint NOT NULL,
  stakes_cents  bigint NOT NULL,
  bets          integer NOT NULL
);
GRANT SELECT, INSERT, DELETE ON pool_delta TO club_app;
-- Folded deltas leave dead rows behind, some twenty a bet group: the leader sweeps them every two seconds. PostgreSQL's
-- own sweeper comes once a minute, and a busy minute's rows were read through at every fold, close, quote and run sheet.
-- Before version 17 the right to sweep cannot be given: there the table waits for PostgreSQL's own.
DO $$ BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE '
      GRANT MAINTAIN ON pool_delta TO club_app;';
  END IF;
END $$;

-- What an operator cancelled, by pool and saddle number (0: the whole pool, which may be empty afterwards). The accepted
-- stakes themselves stay unchanged, since the frozen root contains them.
CREATE TABLE pool_void (
  pool_id       uuid NOT NULL REFERENCES pool,
  bet_id        uuid NOT NULL,
  number        smallint NOT NULL,
  stakes_cents  bigint NOT NULL CHECK (stakes_cents > 0 OR number = 0 AND stakes_cents = 0),
  PRIMARY KEY (pool_id, number, bet_id)
);
CREATE TRIGGER pool_void_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON pool_void
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON pool_void TO club_app;

-- What the win pool of a race would have paid over time, for the small charts on the page of a race. At most one point
-- every half minute while prices move, deleted a week after the race. No payment depends on them.
CREATE TABLE price_point (
  race_id  uuid NOT NULL REFERENCES race,
  at       timestamptz(3) NOT NULL,
  win      jsonb NOT NULL,               -- cents per 1.00 by saddle number
  PRIMARY KEY (race_id, at)
);
GRANT SELECT, INSERT, DELETE ON price_point TO club_app;

-- An accepted bet. The row never changes; whatever is paid back for it is in bet_credit.
CREATE TABLE bet (
  id                 uuid NOT NULL,
  player_id          uuid NOT NULL,
  idem_key           text,                        -- lives as long as the bet (promise P2)
  fingerprint        bytea NOT NULL,              -- SHA-256 of the normalised order
  bet_type           smallint NOT NULL CHECK (bet_type > 0),   -- which there are: packages/domain/src/pools
  race_id            uuid NOT NULL,               -- of several races the first
  race_id2           uuid,                        -- and the last
  pool_id            uuid NOT NULL,
  pool_id2           uuid,                        -- Each Way: the PLACE pool
  selections         text NOT NULL,               -- canonical JSON of the wire fields that the type uses
  combinations       integer NOT NULL CHECK (combinations BETWEEN 1 AND 100000),
  unit_stake_cents   bigint NOT NULL CHECK (unit_stake_cents > 0),
  unit_stake2_cents  bigint CHECK (unit_stake2_cents > 0),
  cost_cents         bigint NOT NULL CHECK (cost_cents > 0),
  cost2_cents        bigint NOT NULL CHECK (cost2_cents >= 0 AND cost2_cents < cost_cents),  -- part of the cost in pool_id2
  exchange_rate      numeric(20, 8) NOT NULL,
  accepted_at        timestamptz(3) NOT NULL,
  nonce              bytea NOT NULL,
  receipt_hash       bytea NOT NULL,              -- SHA-256(0x00 + canonical JSON of the leaf)
  PRIMARY KEY (id)
);
CREATE INDEX bet_player_id_id ON bet (player_id, id);
CREATE INDEX bet_pool_id ON bet (pool_id, id);
CREATE INDEX bet_pool2_id ON bet (pool_id2, id) WHERE pool_id2 IS NOT NULL;
-- A bet is looked up by its player and key, under locks, with a plan that is made once and perhaps on empty tables. There
-- the index of a player's bets by id seemed as good as the one by key, and all of the player's bets were read for each
-- new one. Of indexes that seem equal PostgreSQL takes the newest: the one by key has to be it (a test reads the plans).
CREATE UNIQUE INDEX bet_player_key ON bet (player_id, idem_key) WHERE idem_key IS NOT NULL;
CREATE TRIGGER bet_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bet
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON bet TO club_app;

-- Money paid back for a bet, by cause; a correction adds a negative row. Only winners and refunds have rows.
CREATE TABLE bet_credit (
  bet_id        uuid NOT NULL,
  cause         text NOT NULL,                -- the entry's cause
  kind          text NOT NULL CHECK (kind IN ('payout', 'refund', 'void')),
  pool_id       uuid NOT NULL,
  amount_cents  bigint NOT NULL CHECK (amount_cents <> 0),
  at            timestamptz(3) NOT NULL,
  PRIMARY KEY (bet_id, cause, pool_id, kind)
);
CREATE INDEX bet_credit_pool ON bet_credit (pool_id);
CREATE TRIGGER bet_credit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bet_credit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON bet_credit TO club_app;

-- Why an operator cancelled a bet on races.
CREATE TABLE bet_void (
  bet_id       uuid PRIMARY KEY,
  reason       text NOT NULL CHECK (btrim(reason) <> ''),
  operator_id  uuid NOT NULL,
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE TRIGGER bet_void_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bet_void
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON bet_void TO club_app;

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

-- Refused bets, written in batches after they were answered and kept for some weeks. None of them moved money, and some
-- may be missing after a crash or during a flood; a metric says how many.
CREATE TABLE refused_bet (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at              timestamptz(3) NOT NULL,
  player_id       uuid NOT NULL REFERENCES player,
  code            text NOT NULL,          -- bet.same_again, race.closed, funds.insufficient, ...
  race_id         uuid,                   -- as it was asked for: it need not be there
  sport_event_id  uuid,
  bet_type        smallint,
  stake_cents     bigint CHECK (stake_cents >= 0)   -- of one combination or line
);
CREATE INDEX refused_bet_at ON refused_bet (at);
CREATE INDEX refused_bet_player ON refused_bet (player_id);
GRANT SELECT, INSERT, DELETE ON refused_bet TO club_app;

CREATE TABLE result (
  race_id       uuid NOT NULL REFERENCES race,
  version       integer NOT NULL CHECK (version > 0),
  stage         text NOT NULL CHECK (stage IN ('interim', 'final')),
  placings      jsonb NOT NULL,               -- [[4],[7,9],[2]]
  declared      jsonb,                        -- declared dividends, as entered
  is_stale      boolean NOT NULL DEFAULT false,  -- a scratching came after it
  entered_by    uuid,
  confirmed_by  uuid,
  reason        text,
  entered_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- Four eyes: a final result that waits for its second operator is not official yet and is shown to no player.
  is_confirmed  boolean NOT NULL DEFAULT true,
  -- [{"number": 5, "why": "disqualified"}]: runners without a place, in order of number. No payment depends on it.
  unplaced      jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (race_id, version),
  CHECK (confirmed_by <> entered_by),
  CHECK (is_confirmed OR confirmed_by IS NULL)
);
GRANT SELECT, INSERT, UPDATE (confirmed_by, is_confirmed, is_stale, reason) ON result TO club_app;

-- One settlement of a pool by a result version of one of its races: the plan, then its execution (promise P8).
CREATE TABLE settlement (
  id              uuid PRIMARY KEY,
  pool_id         uuid NOT NULL REFERENCES pool,
  race_id         uuid NOT NULL REFERENCES race,
  result_version  integer NOT NULL,
  step            text NOT NULL DEFAULT 'computed' CHECK (step IN ('computed', 'posting', 'posted', 'announced')),
  facts           jsonb NOT NULL,             -- what the pure function was given
  outcome         jsonb NOT NULL,             -- what it said: the dividends stand once written
  cursor_bet      uuid,                       -- last bet paid
  paid_cents      bigint NOT NULL DEFAULT 0,
  refunded_cents  bigint NOT NULL DEFAULT 0,
  created_at      timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  posted_at       timestamptz(3),
  -- How many bets it has paid or refunded so far, and in how many transactions.
  bets_paid       bigint NOT NULL DEFAULT 0,
  chunks          integer NOT NULL DEFAULT 0,
  UNIQUE (pool_id, race_id, result_version)
);
CREATE INDEX settlement_race ON settlement (race_id, result_version);
CREATE INDEX settlement_unfinished ON settlement (created_at) WHERE step <> 'announced';
GRANT SELECT, INSERT, UPDATE (bets_paid, chunks, cursor_bet, paid_cents, posted_at, refunded_cents, step)
  ON settlement TO club_app;

-- Refunds to be paid in chunks: a scratching, an abandoned race, doubles that fell with a leg.
-- The race is marked first, in one short transaction; settling waits until the job is done.
CREATE TABLE refund_job (
  id          uuid PRIMARY KEY,
  pool_id     uuid NOT NULL REFERENCES pool,
  race_id     uuid NOT NULL REFERENCES race,
  cause       text NOT NULL,                  -- scratch:RACE:RUNNER or abandon:RACE
  leg         smallint NOT NULL DEFAULT 1 CHECK (leg BETWEEN 1 AND 6),
  number      smallint,                       -- the runner scratched; null: everything still live
  masks       jsonb NOT NULL,                 -- runners already void before, per leg
  cursor_bet  uuid,
  is_done     boolean NOT NULL DEFAULT false,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- The total to be refunded, counted once after the race was marked; null until then.
  due_bets    integer,
  due_cents   bigint,
  paid_bets   integer NOT NULL DEFAULT 0,
  paid_cents  bigint NOT NULL DEFAULT 0,
  UNIQUE (pool_id, cause)
);
CREATE INDEX refund_job_open ON refund_job (created_at) WHERE NOT is_done;
CREATE INDEX refund_job_race ON refund_job (race_id);
GRANT SELECT, INSERT, UPDATE (cursor_bet, due_bets, due_cents, is_done, paid_bets, paid_cents) ON refund_job
  TO club_app;

-- Corrections of settled races (promise P9): what stood is reversed, what is right is paid anew, one player at a time as
-- a whole. Two people: a correction is an approval that was carried out, and nobody approves their own.
CREATE TABLE correction (
  id            uuid PRIMARY KEY REFERENCES approval,
  race_id       uuid NOT NULL REFERENCES race,
  from_version  integer NOT NULL,
  version       integer NOT NULL CHECK (version > from_version),
  reason        text NOT NULL,
  step          text NOT NULL DEFAULT 'approved' CHECK (step IN ('approved', 'planned', 'done')),
  pools         jsonb,                     -- the plan: per pool its new settlement, facts and outcome
  at            timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  done_at       timestamptz(3),
  UNIQUE (race_id, version),
  CHECK ((step = 'approved') = (pools IS NULL)),
  CHECK ((step = 'done') = (done_at IS NOT NULL))
);
CREATE INDEX correction_open ON correction (at) WHERE step <> 'done';
GRANT SELECT, INSERT, UPDATE (done_at, pools, step) ON correction TO club_app;

-- Every bet whose payment a correction changes. borne_cents: what the player no longer had, which the club bears.
CREATE TABLE correction_line (
  correction_id  uuid NOT NULL REFERENCES correction,
  player_id      uuid NOT NULL,
  bet_id         uuid NOT NULL,
  pool_id        uuid NOT NULL,
  old_kind       text,
  old_cents      bigint NOT NULL CHECK (old_cents >= 0),
  new_kind       text,
  new_cents      bigint NOT NULL CHECK (new_cents >= 0),
  borne_cents    bigint NOT NULL DEFAULT 0 CHECK (borne_cents BETWEEN 0 AND old_cents),
  is_done        boolean NOT NULL DEFAULT false,
  PRIMARY KEY (correction_id, player_id, bet_id, pool_id),
  CHECK (old_cents <> new_cents OR old_kind <> new_kind),
  CHECK ((old_cents = 0) = (old_kind IS NULL) AND (new_cents = 0) = (new_kind IS NULL))
);
CREATE INDEX correction_line_open ON correction_line (correction_id, player_id) WHERE NOT is_done;
GRANT SELECT, INSERT, UPDATE (borne_cents, is_done) ON correction_line TO club_app;

-- A pool that left money in its jackpot, or took some. Written under the lock of the jackpot's account.
CREATE TABLE jackpot_link (
  pool_id       uuid PRIMARY KEY REFERENCES pool,
  pool_code     text NOT NULL,
  -- True while what it took is still in it or was paid out of it; false once it passed it on (no winner, or a refund).
  keeps         boolean NOT NULL,
  -- What it leaves, apart from what it took from earlier pools.
  own_cents     bigint NOT NULL CHECK (own_cents >= 0),
  -- What is booked from it in the jackpot's account; the rest of what it left is in adjustments.
  booked_cents  bigint NOT NULL DEFAULT 0,
  CHECK (own_cents = 0 OR NOT keeps)
);
CREATE INDEX jackpot_link_source ON jackpot_link (pool_code) WHERE own_cents > 0;
GRANT SELECT, INSERT, UPDATE (booked_cents, keeps, own_cents) ON jackpot_link TO club_app;

-- What a pool took when it closed, by the pool that had left it. Money that came from no pool has no row.
CREATE TABLE jackpot_take (
  seq           bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  taker_id      uuid NOT NULL REFERENCES jackpot_link,
  source_id     uuid NOT NULL REFERENCES jackpot_link,
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  PRIMARY KEY (taker_id, source_id)
);
CREATE INDEX jackpot_take_source ON jackpot_take (source_id, seq);
CREATE TRIGGER jackpot_take_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON jackpot_take
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON jackpot_take TO club_app;

-- Incidents: betting is paused on one pool, on one race or as a whole, by an operator, until one lets it go on.
-- What is paused is written on the pool, the race or the club itself, under the lock that its bets share: when the
-- pause has committed no bet of it is in flight, and none follows (promise P4).
CREATE TABLE incident (
  id         uuid PRIMARY KEY,
  scope      text NOT NULL CHECK (scope IN ('all', 'race', 'pool')),
  race_id    uuid REFERENCES race,
  pool_id    uuid REFERENCES pool,
  -- What players are told, each in their own language.
  notice     text NOT NULL CHECK (notice IN ('checking', 'technical', 'weather', 'stewards')),
  reason     text NOT NULL CHECK (btrim(reason) <> ''),     -- for the operators
  begun_by   uuid NOT NULL,
  begun_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_by   uuid,
  ended_at   timestamptz(3),
  CHECK ((scope = 'all') = (race_id IS NULL)),
  CHECK ((scope = 'pool') = (pool_id IS NOT NULL)),
  CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
-- At most one runs for each pool, for each race, and for all betting.
CREATE UNIQUE INDEX incident_of_all ON incident (scope) WHERE ended_at IS NULL AND scope = 'all';
CREATE UNIQUE INDEX incident_of_race ON incident (race_id) WHERE ended_at IS NULL AND scope = 'race';
CREATE UNIQUE INDEX incident_of_pool ON incident (pool_id) WHERE ended_at IS NULL AND scope = 'pool';
CREATE INDEX incident_newest ON incident (begun_at DESC, id);
GRANT SELECT, INSERT, UPDATE (ended_at, ended_by) ON incident TO club_app;

-- The log of an incident: what the desk saw and did, as it was written down.
CREATE TABLE incident_note (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id  uuid NOT NULL REFERENCES incident,
  operator_id  uuid NOT NULL,
  text         text NOT NULL CHECK (btrim(text) <> ''),
  at           timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX incident_note_of ON incident_note (incident_id, id);
CREATE TRIGGER incident_note_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON incident_note
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON incident_note TO club_app;

-- While one of a race is undecided, its result does not become final and it is not settled.
CREATE TABLE inquiry (
  id          uuid PRIMARY KEY,
  race_id     uuid NOT NULL REFERENCES race,
  kind        text NOT NULL CHECK (kind IN ('inquiry', 'protest')),
  runners     jsonb NOT NULL DEFAULT '[]',           -- saddle numbers that it is about
  reason      text NOT NULL CHECK (btrim(reason) <> ''),
  lodged_by   uuid NOT NULL,
  lodged_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  outcome     text CHECK (outcome IN ('upheld', 'dismissed', 'withdrawn')),
  decision    text,
  decided_by  uuid,
  decided_at  timestamptz(3),
  CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (outcome IS NULL) = (decided_by IS NULL)),
  CHECK (outcome IS NULL OR btrim(decision) <> '')
);
CREATE INDEX inquiry_race ON inquiry (race_id, lodged_at);
CREATE INDEX inquiry_open ON inquiry (race_id) WHERE decided_at IS NULL;
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, decision, outcome) ON inquiry TO club_app;

-- Cards that arrived on their own, in the watched folder or through the signed webhook. Each waits for an operator.
CREATE TABLE card_arrival (
  id          uuid PRIMARY KEY,
  source      text NOT NULL CHECK (source IN ('folder', 'hook')),
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),   -- the file's name, or the message's id
  format      text NOT NULL,
  payload     text NOT NULL,                       -- JSON as the import takes it
  hash        bytea NOT NULL,                      -- SHA-256 of what came
  answer      jsonb NOT NULL,                      -- what it would have done when it came
  status      text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'taken', 'discarded', 'replaced')),
  event_id    uuid REFERENCES meeting,             -- the meeting that it was taken into
  decided_by  uuid REFERENCES operator,
  arrived_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  decided_at  timestamptz(3),
  CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CHECK (status NOT IN ('taken', 'discarded') OR decided_by IS NOT NULL)
);
-- A message is accepted once, however often it is repeated, even at the same moment.
CREATE UNIQUE INDEX card_arrival_message ON card_arrival (name) WHERE source = 'hook';
CREATE INDEX card_arrival_file ON card_arrival (name, arrived_at DESC) WHERE source = 'folder';
CREATE INDEX card_arrival_newest ON card_arrival (arrived_at DESC, id);
CREATE INDEX card_arrival_waiting ON card_arrival (arrived_at) WHERE status = 'waiting';
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, event_id, status), DELETE ON card_arrival TO club_app;

-- The one secret that signs messages with cards. Without a row the webhook is off.
CREATE TABLE card_hook (
  is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  secret      bytea NOT NULL,                      -- sealed
  old_secret  bytea,                               -- the one before: good until old_until
  old_until   timestamptz(3),
  created_by  uuid NOT NULL REFERENCES operator,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((old_secret IS NULL) = (old_until IS NULL))
);
GRANT SELECT, INSERT, UPDATE (created_at, created_by, old_secret, old_until, secret), DELETE ON card_hook TO club_app;
