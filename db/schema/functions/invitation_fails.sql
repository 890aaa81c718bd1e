-- Which conditions of a reward are not met; empty when it may be paid. The cap counts the rewards of this month in club
-- time. Another invited player of the same inviter with the same account or device fails it as the inviter's own would.
CREATE OR REPLACE FUNCTION invitation_fails(p_id uuid, p_cap integer) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN p.phone_hash IS NULL THEN 'phone' END,
    CASE WHEN NOT EXISTS (SELECT FROM bet_view b WHERE b.player_id = i.id AND b.status IN ('won', 'lost'))
      AND NOT EXISTS (SELECT FROM sport_bet_view b WHERE b.player_id = i.id AND b.status IN ('won', 'lost'))
      THEN 'settled_bet' END,
    CASE WHEN NOT EXISTS (SELECT FROM bank_card own WHERE own.player_id = i.id
      AND NOT EXISTS (SELECT FROM bank_card other WHERE other.account_hash = own.account_hash AND (other.player_id = i.inviter_id
        OR other.player_id IN (SELECT s.id FROM invitation s WHERE s.inviter_id = i.inviter_id AND s.id <> i.id))))
      THEN 'other_account' END,
    CASE WHEN EXISTS (SELECT FROM player_trace own JOIN player_trace other ON other.kind = own.kind AND other.hash = own.hash
      WHERE own.player_id = i.id AND own.kind = 'address' AND other.player_id = i.inviter_id)
      THEN 'other_address' END,
    CASE WHEN EXISTS (SELECT FROM player_trace own JOIN player_trace other ON other.kind = own.kind AND other.hash = own.hash
      WHERE own.player_id = i.id AND own.kind = 'device' AND (other.player_id = i.inviter_id
        OR other.player_id IN (SELECT s.id FROM invitation s WHERE s.inviter_id = i.inviter_id AND s.id <> i.id)))
      THEN 'other_device' END,
    CASE WHEN (SELECT count(*) FROM invitation r WHERE r.inviter_id = i.inviter_id AND r.state = 'rewarded'
      AND r.decided_at >= date_trunc('month', club_now() AT TIME ZONE c.time_zone) AT TIME ZONE c.time_zone) >= p_cap
      THEN 'under_cap' END,
    CASE WHEN player_verdict(a.status, a.bar, a.bar_until, a.review, club_now()) IS NOT NULL THEN 'inviter' END], NULL)
  FROM invitation i JOIN player p ON p.id = i.id JOIN player a ON a.id = i.inviter_id CROSS JOIN club c WHERE i.id = p_id
$$;

GRANT EXECUTE ON FUNCTION invitation_fails TO club_app;
