-- Matches that were played before, as a feed's file tells them: the form of two sides beside their prices. Nobody could
-- bet on them here, so they are no events; an event that a feed's result ends is noted here too, with what the file counts.
CREATE TABLE sport_played (
  source       text NOT NULL,                  -- the feed's format
  source_id    text NOT NULL,
  sport        text NOT NULL,
  competition  text NOT NULL,
  home         text NOT NULL,
  away         text NOT NULL,
  played_at    timestamptz(3) NOT NULL,
  home_score   smallint NOT NULL CHECK (home_score >= 0),
  away_score   smallint NOT NULL CHECK (away_score >= 0),
  facts        jsonb NOT NULL DEFAULT '{}',    -- { "shots": [home, away], "corners": [home, away], ... }
  PRIMARY KEY (source, source_id)
);
CREATE INDEX sport_played_home ON sport_played (sport, home, played_at);
CREATE INDEX sport_played_away ON sport_played (sport, away, played_at);
CREATE INDEX sport_event_home ON sport_event (sport, home, start_time);
CREATE INDEX sport_event_away ON sport_event (sport, away, start_time);

GRANT SELECT, INSERT, UPDATE ON sport_played TO club_app;
