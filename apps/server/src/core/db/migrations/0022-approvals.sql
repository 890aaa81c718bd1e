-- Acts that wait for a second operator (promise S5): asked for, then done or turned down by another one.
CREATE TABLE approval (
  id              uuid PRIMARY KEY,
  kind            text NOT NULL,               -- adjust, correct, ...: who carries it out is registered in code
  player_id       uuid REFERENCES player,      -- whose money it moves: never decided by an operator who is this player
  target          text NOT NULL,               -- what a list shows: player or race id
  payload         jsonb NOT NULL,              -- what was asked for; nothing else is carried out
  reason          text,
  status          text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  requested_by    uuid NOT NULL REFERENCES operator,
  requested_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  approved_by     uuid REFERENCES operator,    -- who approved or rejected
  decided_at      timestamptz(3),
  decision_note   text,
  result          jsonb,
  CHECK (approved_by <> requested_by),
  CHECK ((status = 'pending') = (approved_by IS NULL)),
  CHECK ((approved_by IS NULL) = (decided_at IS NULL))
);
CREATE INDEX approval_status ON approval (status, id);
REVOKE DELETE, TRUNCATE ON approval FROM club_app;
