-- Rules by which players are found, under a name. They hold no players: who fits is looked up each time.
CREATE TABLE segment (
  id          uuid PRIMARY KEY,
  name        text NOT NULL,
  name_key    text GENERATED ALWAYS AS (lower(name)) STORED UNIQUE,
  version     integer NOT NULL DEFAULT 1,
  rules       jsonb NOT NULL,                       -- as the contract's segmentRules
  changed_by  uuid NOT NULL REFERENCES operator,
  changed_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
GRANT SELECT, INSERT, UPDATE (name, rules, version, changed_by, changed_at), DELETE ON segment TO club_app;
