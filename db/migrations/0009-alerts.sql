-- Alerts to operators: what holds now, told once when it begins and once when it is over.
CREATE TABLE alert (
  condition  text NOT NULL,
  subject    text NOT NULL,
  began_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  told_at    timestamptz(3),
  PRIMARY KEY (condition, subject)
);
GRANT SELECT, INSERT, UPDATE (told_at), DELETE ON alert TO club_app;

-- Their webhook goes out as every message does.
ALTER TABLE delivery DROP CONSTRAINT delivery_channel_check;
ALTER TABLE delivery ADD CONSTRAINT delivery_channel_check
  CHECK (channel IN ('sms', 'mail', 'push', 'webhook', 'alerts'));
ALTER TABLE delivery DROP CONSTRAINT delivery_check2;
ALTER TABLE delivery ADD CONSTRAINT delivery_check2
  CHECK ((channel IN ('sms', 'mail', 'alerts')) = (to_hash IS NOT NULL));
