CREATE OR REPLACE FUNCTION is_time_zone(p_zone text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE p_zone;
  RETURN true;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN false;
END $$;

GRANT EXECUTE ON FUNCTION is_time_zone TO club_app;
