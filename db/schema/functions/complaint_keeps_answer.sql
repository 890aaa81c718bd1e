-- An answer is the club's word and is given only once.
CREATE OR REPLACE FUNCTION complaint_keeps_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'complaint % is answered', OLD.id USING ERRCODE = 'insufficient_privilege';
END $$;
