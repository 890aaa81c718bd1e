-- How a runner ran before, and what is said of it, as its card brings it.
ALTER TABLE runner
  ADD COLUMN past_runs jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_typeof(past_runs) = 'array' AND jsonb_array_length(past_runs) <= 20),
  ADD COLUMN comment text CHECK (length(comment) BETWEEN 1 AND 500),
  DROP CONSTRAINT runner_by_hand_check,
  ADD CONSTRAINT runner_by_hand_check
    CHECK (by_hand <@ ('{barrier,jockey,trainer,weight_kg}'::text[] || '{comment}'::text[]));
GRANT UPDATE (comment, past_runs) ON runner TO club_app;

-- What tipsters say of a race, and how it was run: no payment depends on either.
ALTER TABLE race
  ADD COLUMN tips jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_typeof(tips) = 'array' AND jsonb_array_length(tips) <= 6),
  ADD COLUMN runs jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_typeof(runs) = 'array' AND jsonb_array_length(runs) <= 60);
GRANT UPDATE (runs, tips) ON race TO club_app;
