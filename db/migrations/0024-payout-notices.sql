-- Notices of the payout provider that do not fit the books are an alert.
CREATE INDEX payout_notice_unfit ON payout_notice (at) WHERE outcome IN ('differs', 'late', 'unknown');
