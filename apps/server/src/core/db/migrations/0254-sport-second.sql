-- Where a club has no four eyes a sport's result is entered as confirmed by its maker, in one act. What cannot be is that
-- a result which waits for its second operator is confirmed by the first.
ALTER TABLE sport_result DROP CONSTRAINT sport_result_four_eyes;

CREATE FUNCTION sport_result_second() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the result of event % is not confirmed by who entered it', OLD.event_id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER sport_result_second BEFORE UPDATE ON sport_result FOR EACH ROW
  WHEN (OLD.confirmed_by IS NULL AND NEW.confirmed_by IS NOT NULL
    AND (NEW.confirmed_by = OLD.entered_by OR NEW.entered_by IS DISTINCT FROM OLD.entered_by))
  EXECUTE FUNCTION sport_result_second();
