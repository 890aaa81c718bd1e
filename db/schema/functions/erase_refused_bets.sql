-- Closing an account also deletes its refused bets.
CREATE OR REPLACE FUNCTION erase_refused_bets() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM refused_bet WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
