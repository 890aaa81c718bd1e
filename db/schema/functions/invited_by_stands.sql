-- Who invited somebody is said at the sign-up and never again: so nobody invites himself, and no two each other.
CREATE OR REPLACE FUNCTION invited_by_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who invited player % cannot change', OLD.id USING ERRCODE = 'check_violation';
END $$;
