-- The desk of sports: everything is suspended by one act and taken up by one, and a bet that was offered less is kept.

-- Every sport bet wrote it; only a player's own export read by it, which now goes by his bets.
DROP INDEX sport_leg_player;

-- ---------------------------------------------------------------- all of sports on hold

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
-- One at a time of each sport, and of all.
CREATE UNIQUE INDEX sport_hold_running ON sport_hold ((coalesce(sport, ''))) WHERE ended_at IS NULL;

-- Suspended with all the others, not by itself: it is taken up with them again.
ALTER TABLE sport_event ADD COLUMN is_held boolean NOT NULL DEFAULT false;
CREATE INDEX sport_event_held ON sport_event (id) WHERE is_held;

-- Shared by whoever makes an open event, exclusive to a hold: none is made unseen while one begins. A draft that is
-- published needs no key: a hold takes the rows of drafts.
CREATE FUNCTION sport_hold_key() RETURNS bigint LANGUAGE sql IMMUTABLE AS
  $$ SELECT hashtextextended('sports on hold', 9) $$;

-- An event that opens while sports are on hold waits with the others, whoever opens it.
CREATE FUNCTION hold_new_sport_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_advisory_xact_lock_shared(sport_hold_key());
  END IF;
  IF EXISTS (SELECT FROM sport_hold h WHERE h.ended_at IS NULL AND (h.sport IS NULL OR h.sport = NEW.sport)) THEN
    NEW.is_suspended := true;
    NEW.is_held := true;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sport_event_opens_held BEFORE INSERT ON sport_event FOR EACH ROW
  WHEN (NEW.status = 'open' AND NOT NEW.is_suspended) EXECUTE FUNCTION hold_new_sport_event();
CREATE TRIGGER sport_event_published_held BEFORE UPDATE OF status ON sport_event FOR EACH ROW
  WHEN (NEW.status = 'open' AND OLD.status = 'draft' AND NOT NEW.is_suspended) EXECUTE FUNCTION hold_new_sport_event();

-- Suspends every open event, or those of a sport, in one transaction; returns how many. The rows of drafts are taken
-- too: one that is being published has committed before, or finds the hold. Bets hold their events' rows while they are
-- decided, so none is in flight when this has committed. Again it suspends what has been taken up by itself since.
CREATE FUNCTION hold_sports(p_id uuid, p_sport text, p_operator uuid, p_reason text) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_events integer;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_hold_key());
  PERFORM 1 FROM sport_event v WHERE v.status IN ('draft', 'open') AND (p_sport IS NULL OR v.sport = p_sport)
    ORDER BY v.id FOR NO KEY UPDATE;
  INSERT INTO sport_hold (id, sport, begun_by, reason) VALUES (p_id, p_sport, p_operator, p_reason) ON CONFLICT DO NOTHING;
  WITH held AS (
    UPDATE sport_event v SET is_suspended = true, is_held = true
    WHERE v.status = 'open' AND NOT v.is_suspended AND (p_sport IS NULL OR v.sport = p_sport)
    RETURNING tell('sport:' || v.id, 'sport', jsonb_build_object('event_id', v.id, 'status', true)))
  SELECT count(*) INTO v_events FROM held;
  RETURN v_events;
END $$;

-- Takes up what a hold suspended, and nothing else: an event that was suspended by itself stays so, one whose feed is
-- silent waits for it. Without a sport every hold ends.
CREATE FUNCTION resume_sports(p_sport text, p_operator uuid) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_events integer;
BEGIN
  PERFORM pg_advisory_xact_lock(sport_hold_key());
  PERFORM 1 FROM sport_event v WHERE v.is_held AND (p_sport IS NULL OR v.sport = p_sport) ORDER BY v.id FOR NO KEY UPDATE;
  UPDATE sport_hold h SET ended_by = p_operator, ended_at = club_now_ms()
    WHERE h.ended_at IS NULL AND (p_sport IS NULL OR h.sport = p_sport);
  WITH resumed AS (
    UPDATE sport_event v SET is_suspended = false, is_held = false
    WHERE v.is_held AND (p_sport IS NULL OR v.sport = p_sport)
    RETURNING v.status, tell('sport:' || v.id, 'sport', jsonb_build_object('event_id', v.id, 'status', true)))
  SELECT count(*) FILTER (WHERE status = 'open') INTO v_events FROM resumed;
  RETURN v_events;
END $$;

-- ---------------------------------------------------------------- offered and not taken

-- A bet over a limit of the book was offered the largest stake that fits. What became of it is read from the bets that
-- followed. Amounts are of a line.
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

GRANT SELECT, INSERT, UPDATE ON sport_hold TO club_app;
GRANT SELECT, INSERT, DELETE ON sport_offer TO club_app;

-- Everything that the club holds about a player (0142), where the legs of sport bets are found by their bets.
CREATE OR REPLACE FUNCTION player_rows(p_player uuid) RETURNS TABLE (what text, row_data jsonb) LANGUAGE plpgsql STABLE AS $$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT c.relname::text AS name, CASE WHEN c.relname = 'player' THEN 'id' ELSE 'player_id' END AS key,
      array_agg(a.attname::text) FILTER (WHERE a.atttypid = 'bytea'::regtype OR a.attname = 'password_hash') AS hidden
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('operator', 'account', 'sport_leg')
      AND has_table_privilege(c.oid, 'SELECT')
    GROUP BY c.relname
    HAVING c.relname = 'player' OR bool_or(a.attname = 'player_id')
    ORDER BY c.relname <> 'player', c.relname
  LOOP
    RETURN QUERY EXECUTE format('SELECT %L::text, to_jsonb(t) - %L::text[] FROM %I t WHERE t.%I = $1',
      t.name, coalesce(t.hidden, '{}'), t.name, t.key) USING p_player;
  END LOOP;
  RETURN QUERY SELECT 'sport_leg', to_jsonb(l) FROM sport_bet b JOIN sport_leg l ON l.bet_id = b.id
    WHERE b.player_id = p_player ORDER BY l.bet_id, l.leg;
  RETURN QUERY SELECT 'ledger', jsonb_build_object('entry_id', e.id, 'at', iso_ms(e.at), 'kind', e.kind,
      'reference', e.reference, 'account', a.kind, 'amount_cents', p.amount_cents, 'balance_cents', p.balance_cents)
    FROM account a JOIN posting p ON p.account_id = a.id JOIN entry e ON e.id = p.entry_id
    WHERE a.player_id = p_player ORDER BY p.id;
  RETURN QUERY SELECT 'bet_credit', to_jsonb(c) FROM bet b JOIN bet_credit c ON c.bet_id = b.id WHERE b.player_id = p_player;
  RETURN QUERY SELECT 'read_or_changed_by_the_club', jsonb_build_object('at', iso_ms(x.at), 'action', x.action)
    FROM audit x WHERE x.target = p_player::text ORDER BY x.id;
END $$;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
