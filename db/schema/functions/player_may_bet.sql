-- Whether a player may place a bet of p_cost at p_at: null, or the refusal, with the cents left if it is a limit. For
-- bets other than those of place_bets. The caller holds the player's lock.
CREATE OR REPLACE FUNCTION player_may_bet(p_player uuid, p_cost bigint, p_at timestamptz, OUT verdict text,
  OUT room_cents bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v record;
BEGIN
  SELECT player_verdict(p.status, p.bar, p.bar_until, p.review, p_at) AS verdict, p.is_adult, p.is_barred_staff,
      p.has_stake_limit, p.has_loss_limit, p.identity_checked_at, c.identity_rule, c.time_zone
    INTO v FROM player p CROSS JOIN club c WHERE p.id = p_player;
  IF NOT FOUND THEN verdict := 'player.frozen'; RETURN; END IF;
  verdict := CASE
    WHEN v.verdict IS NOT NULL THEN v.verdict
    WHEN v.is_barred_staff THEN 'bet.staff'
    WHEN NOT v.is_adult THEN 'profile.age_needed'
    WHEN v.identity_rule = 'before_bet' AND v.identity_checked_at IS NULL THEN 'player.identity_needed'
  END;
  IF verdict IS NOT NULL THEN RETURN; END IF;
  IF v.has_stake_limit THEN
    room_cents := stake_room(p_player, p_at, v.time_zone);
    IF room_cents < p_cost THEN verdict := 'limit.stake'; room_cents := greatest(room_cents, 0); RETURN; END IF;
  END IF;
  IF v.has_loss_limit THEN
    room_cents := loss_room(p_player, p_at, v.time_zone);
    IF room_cents < p_cost THEN verdict := 'limit.loss'; room_cents := greatest(room_cents, 0); RETURN; END IF;
  END IF;
  room_cents := NULL;
END $$;

GRANT EXECUTE ON FUNCTION player_may_bet TO club_app;
