-- A complaint is answered once; the answer cannot be changed.
CREATE OR REPLACE FUNCTION complaint_keeps_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'complaint % is answered', OLD.id USING ERRCODE = 'insufficient_privilege';
END $$;
