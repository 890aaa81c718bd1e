-- The club itself, what it decides, what it tells, and the texts that it edits.

CREATE TABLE club (
  id             smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  name           text NOT NULL,
  currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone      text NOT NULL,
  newest_at      timestamptz(3),              -- the newest instant that the clock has shown, to see it fall back
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- Ids of a person before the first bet (promise G1): none, before_withdrawal or before_bet.
  identity_rule  text NOT NULL DEFAULT 'none' CHECK (identity_rule IN ('none', 'before_withdrawal', 'before_bet')),
  -- Since when the books have been off by a cent or more; settling waits until they balance again (promise P21).
  books_off_at   timestamptz(3),
  -- The incident by which it takes no bet. No foreign key: it would go in a circle with the incident's own.
  paused_by      uuid
);
GRANT SELECT, INSERT, UPDATE (books_off_at, identity_rule, newest_at, paused_by) ON club TO club_app;

-- What a club decides (limits, thresholds, texts): a versioned row each, read with a default in code.
CREATE TABLE setting (
  name        text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  value       jsonb NOT NULL,
  changed_by  uuid,
  changed_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (name, version)
);
GRANT SELECT, INSERT ON setting TO club_app;

-- What a transaction wants told or chained: a row of the same transaction. The writer numbers it after commit.
CREATE TABLE event_inbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic      text NOT NULL,                  -- bets, races, race:ID, player:ID, operator
  kind       text NOT NULL,
  payload    jsonb NOT NULL,
  entry_ids  uuid[] NOT NULL DEFAULT '{}'    -- entries of this transaction, to be chained
);
GRANT SELECT, INSERT, DELETE ON event_inbox TO club_app;

-- Numbered, gap-free, kept ten minutes and more for Last-Event-ID.
CREATE TABLE event (
  seq      bigint PRIMARY KEY,
  topic    text NOT NULL,
  kind     text NOT NULL,
  payload  jsonb NOT NULL,
  at       timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, DELETE ON event TO club_app;

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
GRANT SELECT, INSERT, UPDATE (cipher, id, kinds, player_id, quiet_from, quiet_to, time_zone), DELETE
  ON push_subscription TO club_app;

-- The last event that was looked at for settled orders.
CREATE TABLE push_cursor (
  id   smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  seq  bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (seq) ON push_cursor TO club_app;

-- Programs that the club tells, by webhooks. Only https; which addresses a name may lead to is checked when it is called.
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
GRANT SELECT, INSERT, UPDATE (kinds, old_secret, old_until, secret, status) ON webhook_endpoint TO club_app;

-- One table of what the club tells anybody: text messages, mails, notifications and webhooks, with one worker that
-- sends them (tell/delivery). A row is written in the transaction of what it tells of: what is rolled back is told to
-- nobody.

CREATE TABLE delivery (
  id               uuid PRIMARY KEY DEFAULT gen_random_uuid(),   -- the same at every try
  channel          text NOT NULL CHECK (channel IN ('sms', 'mail', 'push', 'webhook', 'alerts')),
  -- What it tells of. A message that does not say so is taken for a reset: its code is shown to nobody.
  kind             text NOT NULL DEFAULT 'reset',
  to_hash          bytea,                              -- keyed hash of a phone or an address
  subscription_id  uuid REFERENCES push_subscription ON UPDATE CASCADE ON DELETE CASCADE,
  endpoint_id      uuid REFERENCES webhook_endpoint,
  sealed           bytea,                              -- { to, text, code } of a message
  payload          jsonb,                              -- facts of a notification, body of a webhook; nothing personal
  cause            text,                               -- a browser is told once of each
  state            text NOT NULL DEFAULT 'queued'
                     CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'failed', 'given_up')),
  attempts         integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at          timestamptz(3) NOT NULL DEFAULT club_now_ms(),   -- while it is being sent: until when its process has it
  expires_at       timestamptz(3),                     -- is not sent any more from then on
  error            text CHECK (error IN ('unreachable', 'timeout', 'busy', 'server', 'refused', 'gone', 'unwanted', 'expired', 'fault')),
  answer           integer,                            -- HTTP status of the last try; 0: not reached
  created_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at         timestamptz(3),                     -- nobody tries it any more
  provider_ref     text,                               -- a provider's own name for a message that it took
  UNIQUE (subscription_id, cause),
  CHECK ((state IN ('queued', 'sending')) = (ended_at IS NULL)),
  CHECK (num_nonnulls(to_hash, subscription_id, endpoint_id) = 1),
  CHECK ((channel IN ('sms', 'mail', 'alerts')) = (to_hash IS NOT NULL)),
  CHECK ((channel = 'push') = (subscription_id IS NOT NULL)),
  CHECK ((to_hash IS NULL) = (sealed IS NULL) AND (to_hash IS NULL) = (payload IS NOT NULL)),
  CHECK (to_hash IS NULL OR kind IN ('register', 'reset', 'email', 'notice', 'alert')),
  CHECK (channel = 'webhook' OR expires_at IS NOT NULL),
  CHECK (channel <> 'push' OR cause IS NOT NULL)
);
CREATE INDEX delivery_due ON delivery (channel, next_at) WHERE ended_at IS NULL;
CREATE INDEX delivery_to ON delivery (to_hash, id) WHERE to_hash IS NOT NULL;
CREATE INDEX delivery_message ON delivery (id) WHERE to_hash IS NOT NULL;
CREATE INDEX delivery_ref ON delivery (provider_ref) WHERE provider_ref IS NOT NULL;
CREATE INDEX delivery_endpoint ON delivery (endpoint_id, created_at DESC, id) WHERE endpoint_id IS NOT NULL;

GRANT SELECT, INSERT, DELETE ON delivery TO club_app;
GRANT UPDATE (answer, attempts, ended_at, error, next_at, provider_ref, state) ON delivery TO club_app;

-- What a provider reported of a message before the try that sent it was noted: it is joined as soon as that is.
CREATE TABLE message_report (
  channel  text NOT NULL,
  ref      text NOT NULL,                     -- the provider's name for the message
  state    text NOT NULL CHECK (state IN ('delivered', 'failed')),
  at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (channel, ref)
);
GRANT SELECT, INSERT, DELETE ON message_report TO club_app;

-- Pages that the club edits (rules, about, help) and notices. The shipped text is version 0 and stands in the code; a row
-- is what an operator wrote, and no version is ever changed or taken away.
CREATE TABLE content_page (
  area        text NOT NULL CHECK (area IN ('rules', 'about', 'help')),
  slug        text NOT NULL,
  language    text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  title       text NOT NULL,
  body        text NOT NULL,
  created_by  uuid NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (area, slug, language, version)
);
CREATE TRIGGER content_page_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content_page
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
GRANT SELECT, INSERT ON content_page TO club_app;

-- The version that players read; without a row the shipped one.
CREATE TABLE content_live (
  area          text NOT NULL,
  slug          text NOT NULL,
  language      text NOT NULL,
  version       integer NOT NULL CHECK (version >= 0),
  published_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (area, slug, language)
);
GRANT SELECT, INSERT, UPDATE (published_at, version) ON content_live TO club_app;

CREATE TABLE content_notice (
  id          uuid PRIMARY KEY,
  tone        text NOT NULL CHECK (tone IN ('info', 'warning')),
  status      text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'withdrawn')),
  starts_at   timestamptz(3) NOT NULL,
  ends_at     timestamptz(3) CHECK (ends_at > starts_at),
  texts       jsonb NOT NULL,                     -- { language: { title, body } }
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX content_notice_live ON content_notice (starts_at) WHERE status = 'published';
GRANT SELECT, INSERT, UPDATE (ends_at, starts_at, status, texts, tone, version) ON content_notice TO club_app;

-- Live channels: an HLS playlist each, and the track or the one race that it shows.
CREATE TABLE channel (
  id          uuid PRIMARY KEY,
  name        text NOT NULL CHECK (name <> ''),
  url         text NOT NULL CHECK (url ~ '^(/[^/]|https://)'),
  venue_code  text,                          -- a meeting's code: it shows what is run there next
  race_id     uuid REFERENCES race,          -- this race alone, before the track's
  is_demo     boolean NOT NULL DEFAULT false,
  status      text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (name, race_id, status, url, venue_code) ON channel TO club_app;

-- What has been applied to this database: `migrate` makes both tables itself, before anything else.
GRANT SELECT ON schema_migration TO club_app;
GRANT SELECT ON schema_function TO club_app;
