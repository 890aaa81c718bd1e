-- Seconds to wait after a number of failures, given the time since the last one: none up to the limit, then 1, 2, 4 ...
-- 900.
CREATE OR REPLACE FUNCTION signin_wait(p_failures bigint, p_limit integer, p_since interval) RETURNS double precision
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_failures < p_limit THEN 0
    ELSE greatest(0, least(power(2, least(p_failures - p_limit, 20)), 900) - extract(epoch FROM p_since)) END
$$;

GRANT EXECUTE ON FUNCTION signin_wait TO club_app;
