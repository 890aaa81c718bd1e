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

-- What the club sends, encrypted: it holds phone numbers and codes.
CREATE TABLE outbox (
  id          uuid PRIMARY KEY,
  channel     text NOT NULL CHECK (channel IN ('sms', 'email')),
  to_hash     bytea NOT NULL,
  cipher      bytea NOT NULL,                 -- { to, text, code }
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- What a message is for decides who may read its code: by default nobody.
  purpose     text NOT NULL DEFAULT 'reset' CHECK (purpose IN ('register', 'reset', 'notice'))
);
CREATE INDEX outbox_to ON outbox (to_hash, id);
CREATE INDEX outbox_age ON outbox (created_at);
GRANT SELECT, INSERT, DELETE ON outbox TO club_app;

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

-- What is to be pushed (promises S20, G7), once per cause and address; the sender tries again later what did not get
-- through.
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
GRANT SELECT, INSERT, UPDATE (done_at, due_at, tries), DELETE ON push_message TO club_app;

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
GRANT SELECT, INSERT, UPDATE (answer, attempts, ended_at, next_at, status), DELETE ON webhook_delivery TO club_app;

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
