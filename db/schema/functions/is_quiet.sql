CREATE OR REPLACE FUNCTION is_quiet(p_at timestamptz, s push_subscription) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.quiet_from IS NULL THEN false
    WHEN s.quiet_from <= s.quiet_to THEN t.local >= s.quiet_from AND t.local < s.quiet_to
    ELSE t.local >= s.quiet_from OR t.local < s.quiet_to
  END FROM (SELECT (p_at AT TIME ZONE s.time_zone)::time AS local) t
$$;

GRANT EXECUTE ON FUNCTION is_quiet TO club_app;
