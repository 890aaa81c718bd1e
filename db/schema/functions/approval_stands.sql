-- A request and its requester never change: an approval cannot be turned into another one or decided twice.
CREATE OR REPLACE FUNCTION approval_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' OR (OLD.id, OLD.kind, OLD.player_id, OLD.target, OLD.payload, OLD.requested_by, OLD.requested_at)
    IS DISTINCT FROM (NEW.id, NEW.kind, NEW.player_id, NEW.target, NEW.payload, NEW.requested_by, NEW.requested_at)
  THEN
    RAISE EXCEPTION 'approval % stands as it was asked for', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
