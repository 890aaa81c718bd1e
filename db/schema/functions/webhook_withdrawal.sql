CREATE OR REPLACE FUNCTION webhook_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('withdrawal.' || NEW.status, jsonb_build_object('withdrawal_id', NEW.id, 'player_id', NEW.player_id,
    'amount_cents', NEW.amount_cents, 'status', NEW.status));
  RETURN NULL;
END $$;
