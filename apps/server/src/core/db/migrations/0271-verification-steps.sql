-- What a verification that is at work has found so far: one that was broken off goes on from there. Gone when it ends.
CREATE TABLE verification_step (
  begun_at  timestamptz(3) NOT NULL,
  name      text NOT NULL,
  rows      bigint NOT NULL,
  detail    text,
  ended_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (begun_at, name)
);
