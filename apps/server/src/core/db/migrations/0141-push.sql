-- Web push: where it goes, what waits to be sent, and the venues that a player likes (promises S20, G7).

CREATE TABLE favourite_venues (
  player_id  uuid PRIMARY KEY REFERENCES player,
  codes      text[] NOT NULL
);

-- One browser of a player. The address and its keys are encrypted: who has them can write to the phone.
CREATE TABLE push_subscription (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  endpoint_hash  bytea NOT NULL UNIQUE,
  cipher         bytea NOT NULL,               -- { endpoint, p256dh, auth }
  kinds          text[] NOT NULL CHECK (kinds <@ ARRAY['race', 'settled', 'top_up']),
  quiet_from     time,
  quiet_to       time,
  time_zone      text NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);
CREATE INDEX push_subscription_player ON push_subscription (player_id, id);

-- What is to be sent, once per cause and address; the sender tries again later what did not get through.
CREATE TABLE push_message (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription_id  uuid NOT NULL REFERENCES push_subscription ON DELETE CASCADE,
  cause            text NOT NULL,
  kind             text NOT NULL,
  payload          jsonb NOT NULL,
  tries            smallint NOT NULL DEFAULT 0,
  due_at           timestamptz(3) NOT NULL,
  expires_at       timestamptz(3) NOT NULL,
  done_at          timestamptz(3),
  UNIQUE (subscription_id, cause)
);
CREATE INDEX push_message_due ON push_message (due_at) WHERE done_at IS NULL;
CREATE INDEX push_message_age ON push_message (expires_at);

-- The last event that was looked at for settled orders.
CREATE TABLE push_cursor (
  id   smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  seq  bigint NOT NULL
);

CREATE INDEX top_up_approved_at ON top_up (decided_at) WHERE status = 'approved';

CREATE FUNCTION is_time_zone(p_zone text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE p_zone;
  RETURN true;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN false;
END $$;

-- Whether a player may be written to: not while frozen, excluded, on a break or held for review.
CREATE FUNCTION push_allowed(p_player uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM player p WHERE p.id = p_player
    AND player_verdict(p.status, p.bar, p.bar_until, p.review, club_now()) IS NULL);
END $$;

-- Who is barred or frozen is told nothing more, from the same transaction on (promise G7).
CREATE FUNCTION forget_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'active' OR to_jsonb(NEW) ->> 'bar' IS NOT NULL THEN
    DELETE FROM push_subscription WHERE player_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER player_forget_push AFTER UPDATE ON player FOR EACH ROW EXECUTE FUNCTION forget_push();

CREATE FUNCTION is_quiet(p_at timestamptz, s push_subscription) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.quiet_from IS NULL THEN false
    WHEN s.quiet_from <= s.quiet_to THEN t.local >= s.quiet_from AND t.local < s.quiet_to
    ELSE t.local >= s.quiet_from OR t.local < s.quiet_to
  END FROM (SELECT (p_at AT TIME ZONE s.time_zone)::time AS local) t
$$;

-- Writes what is to be sent, once per cause: races of favourite venues ten minutes before their start, orders settled
-- since the last look, top-ups approved in the last ten minutes. What falls into quiet hours is not sent later either.
CREATE FUNCTION make_push_messages(p_most integer DEFAULT 500) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_now timestamptz := club_now_ms();
  v_from bigint;
  v_to bigint;
  v_made integer;
BEGIN
  INSERT INTO push_cursor (seq) SELECT coalesce(max(seq), 0) FROM event ON CONFLICT (id) DO NOTHING;
  SELECT seq INTO v_from FROM push_cursor FOR UPDATE;
  -- A new epoch of numbers (a database put back) begins anew.
  SELECT coalesce(max(seq), v_from) INTO v_to FROM (
    SELECT seq FROM event WHERE seq > v_from ORDER BY seq LIMIT p_most) e;

  WITH news AS (
    SELECT s.id, 'race:' || r.id AS cause, 'race' AS kind, r.start_time AS expires_at,
      jsonb_build_object('race_id', r.id, 'venue', m.name, 'number', r.number, 'start_time', iso_ms(r.start_time),
        'zone', m.timezone) AS payload, s.player_id, is_quiet(v_now, s) AS quiet
    FROM race r JOIN meeting m ON m.id = r.meeting_id
    JOIN favourite_venues f ON m.code = ANY (f.codes)
    JOIN push_subscription s ON s.player_id = f.player_id AND 'race' = ANY (s.kinds)
    WHERE r.status = 'open' AND r.start_time > v_now AND r.start_time <= v_now + interval '10 minutes'
    UNION ALL
    SELECT s.id, 'orders:' || e.seq, 'settled', v_now + interval '1 hour',
      jsonb_build_object('orders', jsonb_array_length(o.value -> 'order_ids'), 'order_id', o.value -> 'order_ids' ->> 0),
      s.player_id, is_quiet(v_now, s)
    FROM event e CROSS JOIN LATERAL jsonb_each(e.payload -> 'players') o
    JOIN push_subscription s ON s.player_id = o.key::uuid AND 'settled' = ANY (s.kinds)
    WHERE e.seq > v_from AND e.seq <= v_to AND e.topic = 'players' AND e.kind = 'orders'
    UNION ALL
    SELECT s.id, 'topup:' || t.id, 'top_up', v_now + interval '1 hour', jsonb_build_object('topup_id', t.id),
      s.player_id, is_quiet(v_now, s)
    FROM top_up t JOIN push_subscription s ON s.player_id = t.player_id AND 'top_up' = ANY (s.kinds)
    WHERE t.status = 'approved' AND t.decided_at > v_now - interval '10 minutes' AND t.decided_at >= s.created_at
  )
  INSERT INTO push_message (subscription_id, cause, kind, payload, due_at, expires_at)
  SELECT n.id, n.cause, n.kind, n.payload, v_now, n.expires_at FROM news n
  WHERE NOT n.quiet AND push_allowed(n.player_id)
  ON CONFLICT (subscription_id, cause) DO NOTHING;
  GET DIAGNOSTICS v_made = ROW_COUNT;
  UPDATE push_cursor SET seq = v_to;
  RETURN v_made;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON favourite_venues, push_subscription, push_message, push_cursor TO club_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO club_app;
