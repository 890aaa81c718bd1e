CREATE OR REPLACE FUNCTION payout_file_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.number, OLD.format, OLD.content_cipher, OLD.sha256, OLD.items, OLD.total_cents, OLD.pay_on)
      IS DISTINCT FROM (NEW.id, NEW.number, NEW.format, NEW.content_cipher, NEW.sha256, NEW.items, NEW.total_cents, NEW.pay_on)
    OR OLD.status <> 'made'
  THEN
    RAISE EXCEPTION 'payout file % cannot become this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
