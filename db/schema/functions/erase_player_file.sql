-- Closing an account also deletes documents and all free text about the person (promise S28). The topic and outcome of
-- complaints stay, since the club answers for them.
CREATE OR REPLACE FUNCTION erase_player_file() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM player_note WHERE player_id = NEW.id;
  UPDATE identity_check SET sealed = NULL WHERE player_id = NEW.id;
  DELETE FROM exclusion_watch WHERE player_id = NEW.id;
  DELETE FROM identity_document WHERE player_id = NEW.id;
  UPDATE complaint SET body = '', answer = CASE WHEN answer IS NULL THEN NULL ELSE '' END WHERE player_id = NEW.id;
  RETURN NULL;
END $$;
