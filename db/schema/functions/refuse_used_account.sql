-- Lines name their account without a foreign key (decision 0009): no account with lines can be deleted, whoever tries.
CREATE OR REPLACE FUNCTION refuse_used_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR EXISTS (SELECT FROM posting p WHERE p.account_id = OLD.id) THEN
    RAISE EXCEPTION 'an account with lines stays' USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;
