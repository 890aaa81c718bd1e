-- Which pools there are is the program's to say: the rules go by a table that it fills at its start.
CREATE TABLE pool_type (
  code  text PRIMARY KEY,
  kind  text NOT NULL CHECK (kind IN ('single', 'double', 'multi')),
  UNIQUE (code, kind)
);
GRANT SELECT ON pool_type TO club_app;
INSERT INTO pool_type (code, kind) SELECT code, 'single' FROM unnest('{WIN,PLACE,QUINELLA,EXACTA,TRIFECTA,FIRST4}'::text[]
  || '{QUINELLA_PLACE,TRIO,ANY4}'::text[]) code;
INSERT INTO pool_type (code, kind) VALUES ('DOUBLE_WIN', 'double'), ('DOUBLE_PLACE', 'double'), ('TREBLE', 'multi'),
  ('QUADDIE', 'multi'), ('PICK6', 'multi');

ALTER TABLE pool DROP CONSTRAINT pool_code_check, DROP CONSTRAINT pool_check, DROP CONSTRAINT pool_multi;
ALTER TABLE pool RENAME CONSTRAINT pool_check1 TO pool_two_races;
ALTER TABLE pool ADD COLUMN kind text NOT NULL GENERATED ALWAYS AS (CASE WHEN race_id2 IS NULL THEN 'single'
    WHEN name IS NULL THEN 'double' ELSE 'multi' END) STORED,
  ADD FOREIGN KEY (code, kind) REFERENCES pool_type (code, kind),
  ADD CONSTRAINT pool_multi CHECK ((name IS NULL OR race_id2 IS NOT NULL) AND (name IS NULL) = (guarantee_cents IS NULL));

-- A race offers pools of one race or of two, and none that the program does not describe.
CREATE OR REPLACE FUNCTION refuse_unknown_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.offered <@ ARRAY(SELECT code FROM pool_type WHERE kind <> 'multi') THEN
    RAISE EXCEPTION 'race % would offer a pool that there is not', NEW.id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE race DROP CONSTRAINT race_offered_check, ADD CHECK ('WIN' = ANY (offered)),
  ALTER COLUMN offered SET DEFAULT '{WIN}';
CREATE TRIGGER race_offers_known BEFORE INSERT OR UPDATE OF offered ON race
  FOR EACH ROW EXECUTE FUNCTION refuse_unknown_offer();
