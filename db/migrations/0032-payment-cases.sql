-- Refunds that did not reach the payer; equal parts told by events of their own; a dispute after one that was won.
ALTER TABLE payment_arrival ADD COLUMN event_id text CHECK (length(event_id) BETWEEN 1 AND 200);
ALTER TABLE payment_arrival ADD COLUMN number integer NOT NULL DEFAULT 1 CHECK (number > 0);
ALTER TABLE payment_arrival DROP CONSTRAINT payment_arrival_outcome_check, DROP CONSTRAINT payment_arrival_why_check,
  DROP CONSTRAINT payment_arrival_check1;
ALTER TABLE payment_arrival
  ADD CONSTRAINT payment_arrival_outcome_check CHECK (outcome IN
    ('succeeded', 'failed', 'refunded', 'refund_failed', 'disputed', 'missing')),
  ADD CONSTRAINT payment_arrival_why_check CHECK (why IN
    ('unknown', 'amount', 'currency', 'reference', 'over', 'refunded', 'refund_failed', 'disputed', 'missing')),
  ADD CONSTRAINT payment_arrival_check1 CHECK (decided_by IS NULL OR decided_at IS NOT NULL);
DROP INDEX payment_arrival_once;
CREATE UNIQUE INDEX payment_arrival_once ON payment_arrival
  (provider, payment_id, outcome, why, amount_cents, currency, coalesce(reference, ''), coalesce(event_id, ''), number);
