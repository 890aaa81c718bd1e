-- Ways out and in for other programs: webhooks that the club sends, and keys with which it may be read.

-- Whom the club tells. Only https; which addresses a name may lead to is checked when it is called.
CREATE TABLE webhook_endpoint (
  id           uuid PRIMARY KEY,
  url          text NOT NULL CHECK (url LIKE 'https://%'),
  kinds        text[] NOT NULL CHECK (cardinality(kinds) > 0),
  secret       bytea NOT NULL,                       -- sealed for this row
  old_secret   bytea,                                -- the one before: signs too until old_until
  old_until    timestamptz(3),
  status       text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'removed')),
  created_by   uuid NOT NULL REFERENCES operator,
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((old_secret IS NULL) = (old_until IS NULL))
);
REVOKE DELETE, TRUNCATE ON webhook_endpoint FROM club_app;

-- One message to one endpoint, from the transaction that it tells of until it is delivered or given up.
CREATE TABLE webhook_delivery (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),   -- webhook-id: the same at every try
  endpoint_id   uuid NOT NULL REFERENCES webhook_endpoint,
  kind          text NOT NULL,
  payload       jsonb NOT NULL,                      -- ids and states; nothing personal
  status        text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'given_up')),
  attempts      integer NOT NULL DEFAULT 0,
  next_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  answer        integer,                             -- HTTP status of the last try; 0: not reached
  ended_at      timestamptz(3),
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((status = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (next_at) WHERE status = 'waiting';
CREATE INDEX webhook_delivery_endpoint ON webhook_delivery (endpoint_id, created_at DESC, id);

-- Notes a message for every endpoint that wants its kind, in the transaction of what it tells of: what is rolled back is
-- told to nobody, what is committed to everybody.
CREATE FUNCTION webhook_note(p_kind text, p_data jsonb) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO webhook_delivery (endpoint_id, kind, payload)
  SELECT e.id, p_kind, jsonb_build_object('type', p_kind, 'timestamp', iso_ms(club_now_ms()), 'data', p_data)
  FROM webhook_endpoint e WHERE e.status = 'active' AND p_kind = ANY (e.kinds)
$$;
GRANT EXECUTE ON FUNCTION webhook_note(text, jsonb) TO club_app;

CREATE FUNCTION webhook_race() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('race.' || NEW.status, jsonb_build_object('race_id', NEW.id, 'status', NEW.status));
  RETURN NULL;
END $$;
CREATE TRIGGER race_webhook AFTER UPDATE OF status ON race
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_race();

CREATE FUNCTION webhook_top_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('topup.' || NEW.status, jsonb_build_object('topup_id', NEW.id, 'player_id', NEW.player_id,
    'amount_cents', NEW.amount_cents, 'status', NEW.status));
  RETURN NULL;
END $$;
CREATE TRIGGER top_up_webhook AFTER UPDATE OF status ON top_up
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_top_up();

CREATE FUNCTION webhook_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('withdrawal.' || NEW.status, jsonb_build_object('withdrawal_id', NEW.id, 'player_id', NEW.player_id,
    'amount_cents', NEW.amount_cents, 'status', NEW.status));
  RETURN NULL;
END $$;
CREATE TRIGGER withdrawal_webhook_new AFTER INSERT ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION webhook_withdrawal();
CREATE TRIGGER withdrawal_webhook AFTER UPDATE OF status ON withdrawal
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_withdrawal();

CREATE FUNCTION webhook_complaint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('complaint.' || NEW.status, jsonb_build_object('complaint_id', NEW.id, 'player_id', NEW.player_id,
    'status', NEW.status, 'due_at', iso_ms(NEW.due_at)));
  RETURN NULL;
END $$;
CREATE TRIGGER complaint_webhook_new AFTER INSERT ON complaint
  FOR EACH ROW EXECUTE FUNCTION webhook_complaint();
CREATE TRIGGER complaint_webhook AFTER UPDATE OF status ON complaint
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION webhook_complaint();

-- Keys read, they never act: what a program did could be laid at nobody's door. Only a hash is kept.
CREATE TABLE api_key (
  id            uuid PRIMARY KEY,
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  scopes        text[] NOT NULL CHECK (cardinality(scopes) > 0),
  hash          bytea NOT NULL UNIQUE,
  hint          text NOT NULL,                       -- its last letters, to know it by
  created_by    uuid NOT NULL REFERENCES operator,
  created_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  expires_at    timestamptz(3) NOT NULL CHECK (expires_at > created_at),
  last_used_at  timestamptz(3),
  revoked_by    uuid REFERENCES operator,
  revoked_at    timestamptz(3),
  CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
REVOKE DELETE, TRUNCATE ON api_key FROM club_app;
