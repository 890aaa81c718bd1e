-- Acts of an operator that take several transactions, since each of them holds a race or a player's money for a moment: a
-- paid file of withdrawals, an abandoned meeting, many approved at once. What was begun is written down with its first
-- transaction; whoever comes next goes on, until it is done.
CREATE TABLE begun_act (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL,
  target       uuid NOT NULL,
  operator_id  uuid NOT NULL REFERENCES operator,
  payload      jsonb NOT NULL DEFAULT '{}',
  begun_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  done_at      timestamptz(3)
);
CREATE UNIQUE INDEX begun_act_open ON begun_act (kind, target) WHERE done_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON begun_act TO club_app;
REVOKE DELETE, TRUNCATE ON begun_act FROM club_app;
