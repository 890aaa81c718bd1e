-- Counts the offers of a mailing that did not go out, or came back.
CREATE OR REPLACE FUNCTION offer_failed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mailing m SET failed = failed + CASE WHEN NEW.state IN ('failed', 'given_up') THEN 1 ELSE -1 END
  FROM mailing_player p WHERE p.delivery_id = NEW.id AND m.id = p.mailing_id;
  RETURN NULL;
END $$;
