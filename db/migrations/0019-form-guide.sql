-- The past runs of a runner are found by its name.
CREATE INDEX runner_name ON runner (lower(name));
