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
