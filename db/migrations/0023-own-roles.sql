-- Roles of the club's own: a name, and the calls that whoever has it may make.
CREATE TABLE operator_role (
  id           uuid PRIMARY KEY,
  name         text NOT NULL,
  name_key     text GENERATED ALWAYS AS (lower(name)) STORED UNIQUE,
  description  text NOT NULL,
  calls        text[] NOT NULL CHECK (cardinality(calls) > 0),
  changed_at   timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (name, description, calls, changed_at), DELETE ON operator_role TO club_app;

ALTER TABLE operator
  ADD COLUMN own_roles uuid[] NOT NULL DEFAULT '{}',
  DROP CONSTRAINT operator_roles_check,
  ADD CONSTRAINT operator_has_role CHECK (cardinality(roles) + cardinality(own_roles) > 0);
GRANT UPDATE (own_roles) ON operator TO club_app;
