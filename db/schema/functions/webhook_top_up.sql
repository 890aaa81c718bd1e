CREATE OR REPLACE FUNCTION webhook_top_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('topup.' || NEW.status, jsonb_build_object('topup_id', NEW.id, 'player_id', NEW.player_id,
    'amount_cents', NEW.amount_cents, 'status', NEW.status));
  RETURN NULL;
END $$;
