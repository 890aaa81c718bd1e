-- The club itself: its settings, events, messages, edited texts and live channels.

CREATE TABLE club (
  id             smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  name           text NOT NULL,
  currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone      text NOT NULL,
  newest_at      timestamptz(3),              -- latest time seen, to notice a clock that was set back
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  -- When a player's identity must have been checked (promise G1).
  identity_rule  text NOT NULL DEFAULT 'none' CHECK (identity_rule IN ('none', 'before_withdrawal', 'before_bet')),
  -- Since when the books have not balanced; nothing is settled until they do (promise P21).
  books_off_at   timestamptz(3),
  -- The incident that paused all betting. No foreign key, since it would be circular.
  paused_by      uuid
);
GRANT SELECT, INSERT, UPDATE (books_off_at, identity_rule, newest_at, paused_by) ON club TO club_app;

-- Settings that a running club can change, by version. Defaults are in the code.
CREATE TABLE setting (
  name        text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  value       jsonb NOT NULL,
  changed_by  uuid,
  changed_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (name, version)
);
CREATE TRIGGER setting_bars_staff AFTER INSERT ON setting FOR EACH ROW WHEN (NEW.name = 'bets')
  EXECUTE FUNCTION bar_staff();
GRANT SELECT, INSERT ON setting TO club_app;

-- Outbox: events to publish and entries to chain, inserted by the transaction they belong to and numbered after commit.
CREATE TABLE event_inbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic      text NOT NULL,                  -- bets, races, race:ID, player:ID, operator
  kind       text NOT NULL,
  payload    jsonb NOT NULL,
  entry_ids  uuid[] NOT NULL DEFAULT '{}'    -- entries of the transaction, to be chained
);
GRANT SELECT, INSERT, DELETE ON event_inbox TO club_app;

-- Published events, numbered without gaps and kept for at least ten minutes for Last-Event-ID.
CREATE TABLE event (
  seq      bigint PRIMARY KEY,
  topic    text NOT NULL,
  kind     text NOT NULL,
  payload  jsonb NOT NULL,
  at       timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, DELETE ON event TO club_app;

-- A browser subscribed to push messages. Address and keys are encrypted: with them anybody could send it messages.
CREATE TABLE push_subscription (
  id             uuid PRIMARY KEY,
  player_id      uuid NOT NULL REFERENCES player,
  endpoint_hash  bytea NOT NULL UNIQUE,
  cipher         bytea NOT NULL,               -- { endpoint, p256dh, auth }
  kinds          text[] NOT NULL CHECK (kinds <@ ARRAY['race', 'follow', 'settled', 'top_up']),
  quiet_from     time,
  quiet_to       time,
  time_zone      text NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);
CREATE INDEX push_subscription_player ON push_subscription (player_id, id);
GRANT SELECT, INSERT, UPDATE (cipher, id, kinds, player_id, quiet_from, quiet_to, time_zone), DELETE
  ON push_subscription TO club_app;

-- How far the events have been searched for settled orders to notify about.
CREATE TABLE push_cursor (
  id   smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  seq  bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (seq) ON push_cursor TO club_app;

-- Webhooks of the club. The addresses that a host name resolves to are checked at each call.
CREATE TABLE webhook_endpoint (
  id           uuid PRIMARY KEY,
  url          text NOT NULL CHECK (url LIKE 'https://%'),
  kinds        text[] NOT NULL CHECK (cardinality(kinds) > 0),
  secret       bytea NOT NULL,                       -- encrypted for this row
  old_secret   bytea,                                -- also signs until old_until
  old_until    timestamptz(3),
  status       text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'removed')),
  created_by   uuid NOT NULL REFERENCES operator,
  created_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  CHECK ((old_secret IS NULL) = (old_until IS NULL))
);
GRANT SELECT, INSERT, UPDATE (kinds, old_secret, old_until, secret, status) ON webhook_endpoint TO club_app;

-- Everything the club sends: text messages, mails, push messages and webhooks, delivered by one worker (tell/delivery).
-- Rows are inserted by the transaction they report on, so nothing is sent about what was rolled back.

CREATE TABLE delivery (
  id               uuid PRIMARY KEY DEFAULT gen_random_uuid(),   -- the same in every attempt
  channel          text NOT NULL CHECK (channel IN ('sms', 'mail', 'push', 'webhook', 'alerts')),
  -- The default is the strictest kind: the code in a reset is shown to nobody.
  kind             text NOT NULL DEFAULT 'reset',
  to_hash          bytea,                              -- keyed hash of a phone or an address
  subscription_id  uuid REFERENCES push_subscription ON UPDATE CASCADE ON DELETE CASCADE,
  endpoint_id      uuid REFERENCES webhook_endpoint,
  sealed           bytea,                              -- { to, text, code } of a message
  payload          jsonb,                              -- data of a push message or body of a webhook; nothing personal
  cause            text,                               -- a browser is notified once per cause
  state            text NOT NULL DEFAULT 'queued'
                     CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'failed', 'given_up')),
  attempts         integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at          timestamptz(3) NOT NULL DEFAULT club_now_ms(),   -- of the next attempt; the lease of one that is running
  expires_at       timestamptz(3),                     -- not sent after this
  error            text CHECK (error IN ('unreachable', 'timeout', 'busy', 'server', 'refused', 'gone', 'unwanted', 'expired', 'fault')),
  answer           integer,                            -- HTTP status of the last attempt; 0: not reached
  created_at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  ended_at         timestamptz(3),                     -- no further attempts
  provider_ref     text,                               -- the provider's id of the message
  UNIQUE (subscription_id, cause),
  CHECK ((state IN ('queued', 'sending')) = (ended_at IS NULL)),
  CHECK (num_nonnulls(to_hash, subscription_id, endpoint_id) = 1),
  CHECK ((channel IN ('sms', 'mail', 'alerts')) = (to_hash IS NOT NULL)),
  CHECK ((channel = 'push') = (subscription_id IS NOT NULL)),
  CHECK ((to_hash IS NULL) = (sealed IS NULL) AND (to_hash IS NULL) = (payload IS NOT NULL)),
  CHECK (to_hash IS NULL OR kind IN ('register', 'reset', 'email', 'phone', 'notice', 'offer', 'alert')),
  CHECK (channel = 'webhook' OR expires_at IS NOT NULL),
  CHECK (channel <> 'push' OR cause IS NOT NULL)
);
CREATE INDEX delivery_due ON delivery (channel, next_at) WHERE ended_at IS NULL;
CREATE INDEX delivery_to ON delivery (to_hash, id) WHERE to_hash IS NOT NULL;
CREATE INDEX delivery_message ON delivery (id) WHERE to_hash IS NOT NULL;
CREATE INDEX delivery_ref ON delivery (provider_ref) WHERE provider_ref IS NOT NULL;
CREATE INDEX delivery_endpoint ON delivery (endpoint_id, created_at DESC, id) WHERE endpoint_id IS NOT NULL;

GRANT SELECT, INSERT, DELETE ON delivery TO club_app;
CREATE TRIGGER offer_fails AFTER UPDATE OF state ON delivery FOR EACH ROW
  WHEN (NEW.kind = 'offer' AND (NEW.state IN ('failed', 'given_up')) <> (OLD.state IN ('failed', 'given_up')))
  EXECUTE FUNCTION offer_failed();
GRANT UPDATE (answer, attempts, ended_at, error, next_at, provider_ref, state) ON delivery TO club_app;

-- Delivery reports that arrived before the provider_ref of their message was stored; they are applied once it is.
CREATE TABLE message_report (
  channel  text NOT NULL,
  ref      text NOT NULL,                     -- the provider's id of the message
  state    text NOT NULL CHECK (state IN ('delivered', 'failed')),
  at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (channel, ref)
);
GRANT SELECT, INSERT, DELETE ON message_report TO club_app;

-- Texts of pages edited by operators. Version 0 ships with the code; later versions are rows, and none is ever changed.
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

-- The published version of a page. Without a row it is version 0.
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

-- Live video: an HLS playlist with the track or the single race that it shows.
CREATE TABLE channel (
  id          uuid PRIMARY KEY,
  name        text NOT NULL CHECK (name <> ''),
  url         text NOT NULL CHECK (url ~ '^(/[^/]|https://)'),
  venue_code  text,                          -- a meeting's code: shows the next race there
  race_id     uuid REFERENCES race,          -- takes precedence over venue_code
  is_demo     boolean NOT NULL DEFAULT false,
  status      text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (name, race_id, status, url, venue_code) ON channel TO club_app;

-- `migrate` creates these two tables itself, before anything else.
GRANT SELECT ON schema_migration TO club_app;
GRANT SELECT ON schema_function TO club_app;
