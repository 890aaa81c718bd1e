-- Logs every change of a limit, whatever made it.
CREATE OR REPLACE FUNCTION log_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protection_log (player_id, kind, detail) VALUES (NEW.player_id,
    CASE WHEN NEW.has_pending AND (TG_OP = 'INSERT' OR NOT OLD.has_pending
        OR OLD.pending_amount_cents IS DISTINCT FROM NEW.pending_amount_cents) THEN 'limit.asked'
      WHEN TG_OP = 'UPDATE' AND OLD.has_pending AND NOT NEW.has_pending
        AND OLD.amount_cents IS NOT DISTINCT FROM NEW.amount_cents THEN 'limit.kept'
      ELSE 'limit.holds' END,
    jsonb_build_object('kind', NEW.kind, 'period', NEW.period, 'amount_cents',
      CASE WHEN NEW.has_pending THEN NEW.pending_amount_cents ELSE NEW.amount_cents END));
  RETURN NULL;
END $$;
