-- Rule sets of the club's own: a draft, what it would have paid, a version that later races take.

-- Who made a version, who looked at it, and why. Versions of before, and those that ship, say nothing of it.
ALTER TABLE rule_set
  ADD COLUMN made_at     timestamptz(3),
  ADD COLUMN made_by     uuid REFERENCES operator,
  ADD COLUMN checked_by  uuid REFERENCES operator,
  ADD COLUMN reason      text,
  ADD CONSTRAINT rule_set_four_eyes CHECK (checked_by <> made_by);
ALTER TABLE rule_set ALTER COLUMN made_at SET DEFAULT club_now_ms();

-- A version stands: pools name it, and what they paid is worked out again from it.
CREATE TRIGGER rule_set_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rule_set
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();

-- What is being worked on: one draft a name. It waits while a second operator is asked.
CREATE TABLE rule_draft (
  name         text PRIMARY KEY CHECK (name ~ '^[A-Z][A-Z0-9_]{1,23}$'),
  rules        jsonb NOT NULL,
  based_on     integer NOT NULL CHECK (based_on >= 0),   -- the newest version when it was begun; 0: a new set
  changed_by   uuid NOT NULL REFERENCES operator,
  changed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  approval_id  uuid REFERENCES approval
);
