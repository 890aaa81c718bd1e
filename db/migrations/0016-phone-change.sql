-- A code to a player's new phone.
ALTER TABLE verification DROP CONSTRAINT verification_purpose_check;
ALTER TABLE verification ADD CONSTRAINT verification_purpose_check CHECK (purpose IN ('register', 'reset', 'phone'));

ALTER TABLE delivery DROP CONSTRAINT delivery_check5;
ALTER TABLE delivery ADD CONSTRAINT delivery_check5
  CHECK (to_hash IS NULL OR kind IN ('register', 'reset', 'email', 'phone', 'notice', 'alert'));
