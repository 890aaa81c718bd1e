-- Player protection (promises G1, G6 to G9): time-out and self-exclusion, review, identity, the reality check, its log.

-- Ids of a person before the first bet (promise G1): none, before_withdrawal or before_bet.
ALTER TABLE club ADD COLUMN identity_rule text NOT NULL DEFAULT 'none'
  CHECK (identity_rule IN ('none', 'before_withdrawal', 'before_bet'));

ALTER TABLE player
  ADD COLUMN bar                 text CHECK (bar IN ('time_out', 'exclusion')),
  ADD COLUMN bar_from            timestamptz(3),
  ADD COLUMN bar_until           timestamptz(3),       -- infinity: for good. An exclusion that is over still bars
  ADD COLUMN return_from         timestamptz(3),       -- asked to come back: may be confirmed from here on
  ADD COLUMN return_limits       jsonb,                -- the limits that will hold then
  ADD COLUMN review              text CHECK (review IN ('phone', 'account', 'identity')),   -- held: looks like somebody who is barred
  ADD COLUMN identity_hash       bytea,                -- keyed hash of name and date of birth
  ADD COLUMN identity_checked_at timestamptz(3),
  ADD COLUMN reality_minutes     smallint NOT NULL DEFAULT 60 CHECK (reality_minutes IN (15, 30, 45, 60)),
  ADD COLUMN marketing           boolean NOT NULL DEFAULT false,
  ADD COLUMN limits_reviewed_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ADD CONSTRAINT player_bar_whole CHECK ((bar IS NULL) = (bar_until IS NULL) AND (bar IS NULL) = (bar_from IS NULL)),
  ADD CONSTRAINT player_bar_is_not_addressed CHECK (bar IS NULL OR NOT marketing);
CREATE INDEX player_identity ON player (identity_hash) WHERE identity_hash IS NOT NULL;

-- What is known of people who barred themselves, here or in a register that the club took over: keyed hashes alone.
CREATE TABLE exclusion_list (
  kind       text NOT NULL CHECK (kind IN ('phone', 'account', 'identity')),
  hash       bytea NOT NULL,
  source     text NOT NULL,                     -- 'player:ID', or the name of a register
  until      timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, hash, source)
);
CREATE INDEX exclusion_list_source ON exclusion_list (source);

-- What a player chose and was told: limits, time-outs, exclusions, reality checks (promise G12).
CREATE TABLE protection_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id  uuid NOT NULL,
  at         timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  kind       text NOT NULL,
  detail     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX protection_log_player ON protection_log (player_id, id);
CREATE TRIGGER protection_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON protection_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON protection_log FROM club_app;

-- Every change of a limit leaves a line, whichever way it came about.
CREATE FUNCTION log_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protection_log (player_id, kind, detail) VALUES (NEW.player_id,
    CASE WHEN NEW.has_pending AND (TG_OP = 'INSERT' OR NOT OLD.has_pending
        OR OLD.pending_amount_cents IS DISTINCT FROM NEW.pending_amount_cents) THEN 'limit.asked'
      WHEN TG_OP = 'UPDATE' AND OLD.has_pending AND NOT NEW.has_pending
        AND OLD.amount_cents IS NOT DISTINCT FROM NEW.amount_cents THEN 'limit.kept'
      ELSE 'limit.holds' END,
    jsonb_build_object('kind', NEW.kind, 'period', NEW.period, 'amount_cents',
      CASE WHEN NEW.has_pending THEN NEW.pending_amount_cents ELSE NEW.amount_cents END));
  RETURN NULL;
END $$;
CREATE TRIGGER player_limit_log AFTER INSERT OR UPDATE ON player_limit
  FOR EACH ROW EXECUTE FUNCTION log_limit();

-- Seconds of play per club day; a session's time is counted up to counted_until (promise G11).
CREATE TABLE play_time (
  player_id  uuid NOT NULL,
  day        date NOT NULL,
  seconds    integer NOT NULL CHECK (seconds >= 0),
  PRIMARY KEY (player_id, day)
);
ALTER TABLE session
  ADD COLUMN counted_until timestamptz(3),
  ADD COLUMN checked_at    timestamptz(3);      -- the last reality check that was answered in it

-- Why somebody may not play now, or null. The one place for it: bets, top-ups and purchases ask it under the
-- player's lock. A time-out ends by itself, an exclusion does not.
CREATE FUNCTION player_verdict(p_status text, p_bar text, p_bar_until timestamptz, p_review text, p_at timestamptz)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_status IS DISTINCT FROM 'active' THEN 'player.frozen'
    WHEN p_bar = 'exclusion' THEN 'player.excluded'
    WHEN p_bar = 'time_out' AND p_at < p_bar_until THEN 'player.time_out'
    WHEN p_review IS NOT NULL THEN 'player.review'
  END $$;

-- Whether a player may place a bet of p_cost at p_at: null, or the refusal, for a limit with the cents that are left.
-- For bets other than place_bets's own. The caller holds the player's lock.
CREATE FUNCTION player_may_bet(p_player uuid, p_cost bigint, p_at timestamptz, OUT verdict text, OUT room_cents bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v record;
BEGIN
  SELECT player_verdict(p.status, p.bar, p.bar_until, p.review, p_at) AS verdict, p.is_adult, p.has_stake_limit,
      p.has_loss_limit, p.identity_checked_at, c.identity_rule, c.time_zone
    INTO v FROM player p CROSS JOIN club c WHERE p.id = p_player;
  IF NOT FOUND THEN verdict := 'player.frozen'; RETURN; END IF;
  verdict := CASE
    WHEN v.verdict IS NOT NULL THEN v.verdict
    WHEN NOT v.is_adult THEN 'profile.age_needed'
    WHEN v.identity_rule = 'before_bet' AND v.identity_checked_at IS NULL THEN 'player.identity_needed'
  END;
  IF verdict IS NOT NULL THEN RETURN; END IF;
  IF v.has_stake_limit THEN
    room_cents := stake_room(p_player, p_at, v.time_zone);
    IF room_cents < p_cost THEN verdict := 'limit.stake'; room_cents := greatest(room_cents, 0); RETURN; END IF;
  END IF;
  IF v.has_loss_limit THEN
    room_cents := loss_room(p_player, p_at, v.time_zone);
    IF room_cents < p_cost THEN verdict := 'limit.loss'; room_cents := greatest(room_cents, 0); RETURN; END IF;
  END IF;
  room_cents := NULL;
END $$;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
