-- What of a mailing did not go out, or came back.
ALTER TABLE mailing ADD COLUMN failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0);
ALTER TABLE mailing ADD CHECK (failed <= sent);
UPDATE mailing m SET failed = (SELECT count(*) FROM mailing_player p JOIN delivery d ON d.id = p.delivery_id
  WHERE p.mailing_id = m.id AND d.state IN ('failed', 'given_up'));
GRANT UPDATE (failed) ON mailing TO club_app;

-- Counts the offers of a mailing that did not go out, or came back.
CREATE OR REPLACE FUNCTION offer_failed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mailing m SET failed = failed + CASE WHEN NEW.state IN ('failed', 'given_up') THEN 1 ELSE -1 END
  FROM mailing_player p WHERE p.delivery_id = NEW.id AND m.id = p.mailing_id;
  RETURN NULL;
END $$;

CREATE TRIGGER offer_fails AFTER UPDATE OF state ON delivery FOR EACH ROW
  WHEN (NEW.kind = 'offer' AND (NEW.state IN ('failed', 'given_up')) <> (OLD.state IN ('failed', 'given_up')))
  EXECUTE FUNCTION offer_failed();
