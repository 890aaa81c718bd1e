-- Every entry is written in one statement: its lines sum to zero and there are at least two.
CREATE OR REPLACE FUNCTION posting_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE broken uuid;
BEGIN
  SELECT entry_id INTO broken FROM new_postings GROUP BY entry_id
    HAVING sum(amount_cents) <> 0 OR count(*) < 2 LIMIT 1;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'entry % does not balance', broken USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
