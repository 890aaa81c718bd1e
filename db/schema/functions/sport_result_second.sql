CREATE OR REPLACE FUNCTION sport_result_second() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the result of event % is not confirmed by who entered it', OLD.event_id USING ERRCODE = 'check_violation';
END $$;
