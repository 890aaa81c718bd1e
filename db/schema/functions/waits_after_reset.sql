CREATE OR REPLACE FUNCTION waits_after_reset(p_player uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM player WHERE id = p_player AND reset_until(password_reset_at) > club_now())
$$;

GRANT EXECUTE ON FUNCTION waits_after_reset TO club_app;
