-- Messages by providers: what was taken may be reported later; codes go by e-mail where the club sends no text messages.
ALTER TABLE delivery DROP CONSTRAINT delivery_state_check;
ALTER TABLE delivery ADD CONSTRAINT delivery_state_check
  CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'failed', 'given_up'));
ALTER TABLE delivery DROP CONSTRAINT delivery_check5;
ALTER TABLE delivery ADD CONSTRAINT delivery_check5
  CHECK (to_hash IS NULL OR kind IN ('register', 'reset', 'notice', 'alert'));
ALTER TABLE delivery ADD COLUMN provider_ref text;
CREATE INDEX delivery_ref ON delivery (provider_ref) WHERE provider_ref IS NOT NULL;
GRANT UPDATE (provider_ref) ON delivery TO club_app;

ALTER TABLE verification ADD COLUMN email_hash bytea;
GRANT UPDATE (email_hash) ON verification TO club_app;

ALTER TABLE player ADD COLUMN email_cipher bytea;
ALTER TABLE player ADD COLUMN email_proved_at timestamptz(3);
GRANT UPDATE (email_cipher, email_proved_at) ON player TO club_app;
