CREATE OR REPLACE FUNCTION invitation_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invitation (id, inviter_id, joined_at) VALUES (NEW.id, NEW.invited_by, NEW.created_at);
  RETURN NULL;
END $$;
