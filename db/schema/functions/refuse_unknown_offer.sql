-- A race offers pools of one race or of two, and none that the program does not describe.
CREATE OR REPLACE FUNCTION refuse_unknown_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.offered <@ ARRAY(SELECT code FROM pool_type WHERE kind <> 'multi') THEN
    RAISE EXCEPTION 'race % would offer a pool that there is not', NEW.id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
