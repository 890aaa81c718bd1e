-- Four eyes, by the database itself: whoever made something is never the one who checks it, whatever the code does.
-- (results of races, and approvals, have said so from the start)
ALTER TABLE sport_result ADD CONSTRAINT sport_result_four_eyes CHECK (confirmed_by <> entered_by);

-- What was asked for, and by whom, stands: an approval cannot come to be another one's, or be decided twice.
CREATE FUNCTION approval_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' OR (OLD.id, OLD.kind, OLD.player_id, OLD.target, OLD.payload, OLD.requested_by, OLD.requested_at)
    IS DISTINCT FROM (NEW.id, NEW.kind, NEW.player_id, NEW.target, NEW.payload, NEW.requested_by, NEW.requested_at)
  THEN
    RAISE EXCEPTION 'approval % stands as it was asked for', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_stands BEFORE UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION approval_stands();

-- A withdrawal that waits for its second operator is not approved around that: looked at when the transaction ends.
CREATE FUNCTION withdrawal_waits_for_second() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM approval a WHERE a.kind = 'withdrawal' AND a.target = NEW.id::text AND a.status = 'pending') THEN
    RAISE EXCEPTION 'withdrawal % waits for a second operator', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER withdrawal_four_eyes AFTER UPDATE OF status ON withdrawal DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status = 'requested') EXECUTE FUNCTION withdrawal_waits_for_second();
