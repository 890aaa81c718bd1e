-- The desk sorts its lists of money by amount.
CREATE INDEX top_up_amount ON top_up (amount_cents, id);
CREATE INDEX withdrawal_amount ON withdrawal (amount_cents, id);
CREATE INDEX payment_amount ON payment (amount_cents, id);
CREATE INDEX payment_arrival_amount ON payment_arrival (amount_cents, id);
