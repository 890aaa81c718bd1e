-- What a provider reported of a message before the try that sent it was noted: it is joined as soon as that is.
CREATE TABLE message_report (
  channel  text NOT NULL,
  ref      text NOT NULL,                     -- the provider's name for the message
  state    text NOT NULL CHECK (state IN ('delivered', 'failed')),
  at       timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (channel, ref)
);
GRANT SELECT, INSERT, DELETE ON message_report TO club_app;

-- A change of a connection that waits for a second operator. Its secrets are sealed and stand here alone: the request
-- itself is kept for good, and so is the audit log.
CREATE TABLE connection_change (
  id        uuid PRIMARY KEY,
  kind      text NOT NULL,
  provider  text,
  settings  jsonb NOT NULL,
  secrets   bytea,
  is_on     boolean NOT NULL,
  at        timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, DELETE ON connection_change TO club_app;
