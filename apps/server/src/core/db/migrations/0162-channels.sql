-- Live channels: an HLS playlist each, and the track or the one race that it shows.

CREATE TABLE channel (
  id          uuid PRIMARY KEY,
  name        text NOT NULL CHECK (name <> ''),
  url         text NOT NULL CHECK (url ~ '^(/[^/]|https://)'),
  venue_code  text,                          -- a meeting's code: it shows what is run there next
  race_id     uuid REFERENCES race,          -- this race alone, before the track's
  is_demo     boolean NOT NULL DEFAULT false,
  status      text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')),
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);

-- A channel with the race that it shows now: the one it names, else the next of its track, for ten minutes after its start.
CREATE VIEW channel_now AS
  SELECT c.*, r.id AS shown_race_id, r.number AS race_no, r.name AS race_name, r.start_time, r.status AS race_status,
    r.meetings
  FROM channel c
  LEFT JOIN LATERAL (
    SELECT x.id, x.number, x.name, x.start_time, x.status, m.name AS meetings
    FROM race x JOIN meeting m ON m.id = x.meeting_id
    WHERE x.status <> 'draft' AND CASE WHEN c.race_id IS NOT NULL THEN x.id = c.race_id
      ELSE m.code = c.venue_code AND m.date BETWEEN (club_now() - interval '1 day')::date AND (club_now() + interval '1 day')::date
        AND x.status <> 'abandoned' AND x.start_time > club_now() - interval '10 minutes'
        AND (x.status <> 'settled' OR x.start_time > club_now() - interval '2 minutes') END
    ORDER BY x.start_time LIMIT 1
  ) r ON true;
GRANT SELECT ON channel_now TO club_app;
