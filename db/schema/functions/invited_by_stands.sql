-- The inviter is set at sign-up and never changes, so nobody can invite themselves and no two players each other.
CREATE OR REPLACE FUNCTION invited_by_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who invited player % cannot change', OLD.id USING ERRCODE = 'check_violation';
END $$;
