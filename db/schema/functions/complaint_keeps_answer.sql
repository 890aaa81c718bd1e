-- An answer is the club's word: it is given once.
CREATE OR REPLACE FUNCTION complaint_keeps_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'complaint % is answered', OLD.id USING ERRCODE = 'insufficient_privilege';
END $$;
