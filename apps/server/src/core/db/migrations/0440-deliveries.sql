-- One table of what the club tells anybody: text messages, mails, notifications and webhooks, with one worker that
-- sends them (tell/delivery). A row is written in the transaction of what it tells of: what is rolled back is told to
-- nobody.

CREATE TABLE delivery (
  id               uuid PRIMARY KEY DEFAULT gen_random_uuid(),   -- the same at every try
  channel          text NOT NULL CHECK (channel IN ('sms', 'mail', 'push', 'webhook')),
  -- What it tells of. A message that does not say so is taken for a reset: its code is shown to nobody.
  kind             text NOT NULL DEFAULT 'reset',
  to_hash          bytea,                              -- keyed hash of a phone or an address
  subscription_id  uuid REFERENCES push_subscription ON UPDATE CASCADE ON DELETE CASCADE,
  endpoint_id      uuid REFERENCES webhook_endpoint,
  sealed           bytea,                              -- { to, text, code } of a message
  payload          jsonb,                              -- facts of a notification, body of a webhook; nothing personal
  cause            text,                               -- a browser is told once of each
  state            text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'delivered', 'failed', 'given_up')),
  attempts         integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at          timestamptz(3) NOT NULL DEFAULT club_now_ms(),   -- while it is being sent: until when its process has it
  expires_at       timestamptz(3),                     -- is not sent any more from then on
  error            text CHECK (error IN ('unreachable', 'timeout', 'busy', 'server', 'refused', 'gone', 'unwanted', 'expired', 'fault')),
  answer           integer,                            -- HTTP status of the last try; 0: not reached
  created_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at         timestamptz(3),
  UNIQUE (subscription_id, cause),
  CHECK ((state IN ('queued', 'sending')) = (ended_at IS NULL)),
  CHECK (num_nonnulls(to_hash, subscription_id, endpoint_id) = 1),
  CHECK ((channel IN ('sms', 'mail')) = (to_hash IS NOT NULL)),
  CHECK ((channel = 'push') = (subscription_id IS NOT NULL)),
  CHECK ((to_hash IS NULL) = (sealed IS NULL) AND (to_hash IS NULL) = (payload IS NOT NULL)),
  CHECK (to_hash IS NULL OR kind IN ('register', 'reset', 'notice')),
  CHECK (channel = 'webhook' OR expires_at IS NOT NULL),
  CHECK (channel <> 'push' OR cause IS NOT NULL)
);
CREATE INDEX delivery_due ON delivery (channel, next_at) WHERE ended_at IS NULL;
CREATE INDEX delivery_to ON delivery (to_hash, id) WHERE to_hash IS NOT NULL;
CREATE INDEX delivery_message ON delivery (id) WHERE to_hash IS NOT NULL;
CREATE INDEX delivery_endpoint ON delivery (endpoint_id, created_at DESC, id) WHERE endpoint_id IS NOT NULL;

GRANT SELECT, INSERT, DELETE ON delivery TO club_app;
GRANT UPDATE (answer, attempts, ended_at, error, next_at, state) ON delivery TO club_app;

-- Messages that no provider took away: whoever reads them at the desk still does, nobody sends them any more.
INSERT INTO delivery (id, channel, kind, to_hash, sealed, state, error, created_at, expires_at, ended_at)
SELECT id, CASE channel WHEN 'email' THEN 'mail' ELSE channel END, purpose, to_hash, cipher, 'given_up', 'expired',
  created_at, created_at, created_at
FROM outbox;

INSERT INTO delivery (channel, kind, subscription_id, cause, payload, state, attempts, next_at, expires_at, created_at, ended_at)
SELECT 'push', kind, subscription_id, cause, payload, CASE WHEN done_at IS NULL THEN 'queued' ELSE 'delivered' END,
  tries, due_at, expires_at, due_at, done_at
FROM push_message;

INSERT INTO delivery (id, channel, kind, endpoint_id, payload, state, attempts, next_at, answer, error, created_at, ended_at)
SELECT id, 'webhook', kind, endpoint_id, payload,
  CASE WHEN status = 'waiting' THEN 'queued' WHEN answer = 410 AND status = 'given_up' THEN 'failed' ELSE status END,
  attempts, next_at, answer, CASE WHEN answer = 410 AND status = 'given_up' THEN 'gone' END, created_at, ended_at
FROM webhook_delivery;

DROP TABLE outbox;
DROP TABLE push_message;
DROP TABLE webhook_delivery;

-- Takes everything of the person off the account and leaves its number, under which the ledger goes on. Keyed hashes of
-- somebody who barred himself stay in exclusion_list: whoever comes back is known.
CREATE OR REPLACE FUNCTION erase_player(p_player uuid, p_outbox bytea) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  UPDATE player SET status = 'closed', user_name = 'closed-' || replace(id::text, '-', ''),
    user_name_key = 'closed-' || replace(id::text, '-', ''), password_hash = 'closed', phone_cipher = NULL, phone_hash = NULL,
    full_name = NULL, birth_cipher = NULL
  WHERE id = p_player;
  UPDATE player SET identity_hash = NULL WHERE id = p_player;
  DELETE FROM bank_card WHERE player_id = p_player;
  DELETE FROM passkey WHERE player_id = p_player;
  DELETE FROM push_subscription WHERE player_id = p_player;
  DELETE FROM favourite_venues WHERE player_id = p_player;
  DELETE FROM delivery WHERE to_hash = p_outbox;
  UPDATE session SET device = NULL, ended_at = coalesce(ended_at, club_now_ms()), end_reason = coalesce(end_reason, 'deleted')
    WHERE player_id = p_player;
END $$;

-- Notes a delivery to every endpoint that wants its kind, in the transaction of what it tells of: what is rolled back is
-- told to nobody, what is committed to everybody.
CREATE OR REPLACE FUNCTION webhook_note(p_kind text, p_data jsonb) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO delivery (channel, endpoint_id, kind, payload)
  SELECT 'webhook', e.id, p_kind, jsonb_build_object('type', p_kind, 'timestamp', iso_ms(club_now_ms()), 'data', p_data)
  FROM webhook_endpoint e WHERE e.status = 'active' AND p_kind = ANY (e.kinds)
$$;

-- Writes what is to be sent, once per cause: races of favourite venues ten minutes before their start, orders settled
-- since the last look, top-ups approved in the last ten minutes. What falls into quiet hours is not sent later either.
CREATE OR REPLACE FUNCTION make_push_messages(p_most integer DEFAULT 500) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
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
  INSERT INTO delivery (channel, subscription_id, cause, kind, payload, expires_at)
  SELECT 'push', n.id, n.cause, n.kind, n.payload, n.expires_at FROM news n
  WHERE NOT n.quiet AND push_allowed(n.player_id)
  ON CONFLICT (subscription_id, cause) DO NOTHING;
  GET DIAGNOSTICS v_made = ROW_COUNT;
  UPDATE push_cursor SET seq = v_to;
  RETURN v_made;
END $$;
