-- Whether a player may be sent messages: not while frozen, excluded, on a break or held for review.
CREATE OR REPLACE FUNCTION push_allowed(p_player uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM player p WHERE p.id = p_player
    AND player_verdict(p.status, p.bar, p.bar_until, p.review, club_now()) IS NULL);
END $$;

GRANT EXECUTE ON FUNCTION push_allowed TO club_app;
