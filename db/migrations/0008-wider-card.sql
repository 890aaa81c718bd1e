-- Quinella Place, Trio and Any 4: pools of one race beyond the first fifteen bet types.
ALTER TABLE race DROP CONSTRAINT race_offered_check;
ALTER TABLE race ADD CONSTRAINT race_offered_check CHECK (offered <@ ('{WIN,PLACE,QUINELLA,EXACTA,TRIFECTA,FIRST4,DOUBLE_WIN,DOUBLE_PLACE}'::text[]
  || '{QUINELLA_PLACE,TRIO,ANY4}'::text[])
  AND 'WIN' = ANY (offered));
ALTER TABLE race ALTER COLUMN offered
  SET DEFAULT '{WIN,PLACE,QUINELLA,EXACTA,TRIFECTA,FIRST4,DOUBLE_WIN,DOUBLE_PLACE,QUINELLA_PLACE,TRIO,ANY4}';
ALTER TABLE pool DROP CONSTRAINT pool_code_check;
ALTER TABLE pool ADD CONSTRAINT pool_code_check CHECK (code IN ('WIN', 'PLACE', 'QUINELLA', 'EXACTA', 'TRIFECTA', 'FIRST4',
  'DOUBLE_WIN', 'DOUBLE_PLACE', 'QUINELLA_PLACE', 'TRIO', 'ANY4'));
INSERT INTO account (kind, pool_code) VALUES ('jackpot', 'QUINELLA_PLACE'), ('jackpot', 'TRIO'), ('jackpot', 'ANY4');
