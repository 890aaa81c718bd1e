-- Alerts can be dismissed with a reason, and are kept when they are over.
ALTER TABLE alert
  ADD COLUMN dismissed_at   timestamptz(3),
  ADD COLUMN dismissed_by   uuid REFERENCES operator,
  ADD COLUMN dismiss_reason text,
  ADD CONSTRAINT alert_dismissed CHECK ((dismissed_at IS NULL) = (dismissed_by IS NULL) AND (dismissed_at IS NULL) = (dismiss_reason IS NULL));
GRANT UPDATE (dismissed_at, dismissed_by, dismiss_reason) ON alert TO club_app;

CREATE TABLE alert_past (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  condition       text NOT NULL,
  subject         text NOT NULL,
  began_at        timestamptz(3) NOT NULL,
  ended_at        timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  told_at         timestamptz(3),
  dismissed_at    timestamptz(3),
  dismissed_by    uuid REFERENCES operator,
  dismiss_reason  text
);
GRANT SELECT, INSERT ON alert_past TO club_app;

-- How the last run of each job of the clock went, and who wants one now.
CREATE TABLE job_run (
  name       text PRIMARY KEY,
  began_at   timestamptz(3),
  ended_at   timestamptz(3),
  failure    text,
  failed_at  timestamptz(3),
  asked_at   timestamptz(3),
  asked_by   uuid REFERENCES operator
);
GRANT SELECT, INSERT, UPDATE (began_at, ended_at, failure, failed_at, asked_at, asked_by) ON job_run TO club_app;
