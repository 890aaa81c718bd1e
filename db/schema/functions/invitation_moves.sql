CREATE OR REPLACE FUNCTION invitation_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open' OR (OLD.id, OLD.inviter_id, OLD.joined_at) IS DISTINCT FROM (NEW.id, NEW.inviter_id, NEW.joined_at)
  THEN
    RAISE EXCEPTION 'invitation % was decided', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
