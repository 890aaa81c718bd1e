CREATE OR REPLACE FUNCTION webhook_complaint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('complaint.' || NEW.status, jsonb_build_object('complaint_id', NEW.id, 'player_id', NEW.player_id,
    'status', NEW.status, 'due_at', iso_ms(NEW.due_at)));
  RETURN NULL;
END $$;
