-- Who invited whom, what is known of both, and what came of it (promise S14).

-- Where a player was seen: keyed hashes of addresses and of devices. Only ever compared with another player's.
CREATE TABLE player_trace (
  player_id  uuid NOT NULL REFERENCES player,
  kind       text NOT NULL CHECK (kind IN ('address', 'device')),
  hash       bytea NOT NULL,
  last_at    timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (player_id, kind, hash)
);

-- One row per invited player, and with it the decision about the reward.
CREATE TABLE invitation (
  id            uuid PRIMARY KEY REFERENCES player,    -- the invited player
  inviter_id    uuid NOT NULL REFERENCES player,
  joined_at     timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  state         text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'rewarded', 'refused')),
  reward_cents  bigint NOT NULL DEFAULT 0 CHECK (reward_cents >= 0),
  decided_at    timestamptz(3),
  decided_by    uuid REFERENCES operator,
  reason        text,
  CHECK (id <> inviter_id),
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK ((state = 'rewarded') = (reward_cents > 0))
);
CREATE INDEX invitation_inviter ON invitation (inviter_id, id);
REVOKE DELETE, TRUNCATE ON invitation FROM club_app;

INSERT INTO invitation (id, inviter_id, joined_at)
  SELECT id, invited_by, created_at FROM player WHERE invited_by IS NOT NULL;

CREATE FUNCTION invitation_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invitation (id, inviter_id, joined_at) VALUES (NEW.id, NEW.invited_by, NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER invitation_begins AFTER INSERT ON player FOR EACH ROW WHEN (NEW.invited_by IS NOT NULL)
  EXECUTE FUNCTION invitation_begins();

-- Who invited somebody is said at the sign-up and never again: so nobody invites himself, and no two each other.
CREATE FUNCTION invited_by_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who invited player % cannot change', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER invited_by_stands BEFORE UPDATE OF invited_by ON player FOR EACH ROW
  WHEN (OLD.invited_by IS DISTINCT FROM NEW.invited_by) EXECUTE FUNCTION invited_by_stands();

CREATE FUNCTION invitation_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open' OR (OLD.id, OLD.inviter_id, OLD.joined_at) IS DISTINCT FROM (NEW.id, NEW.inviter_id, NEW.joined_at)
  THEN
    RAISE EXCEPTION 'invitation % was decided', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invitation_moves BEFORE UPDATE ON invitation FOR EACH ROW EXECUTE FUNCTION invitation_moves();

-- What does not hold of a reward now: empty when it may be paid. Rewards of this month of the club count to the cap.
-- A brother or sister of the invitation, with the same account or device, is as good as the inviter.
CREATE FUNCTION invitation_fails(p_id uuid, p_cap integer) RETURNS text[] LANGUAGE sql STABLE AS $$
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
      THEN 'under_cap' END], NULL)
  FROM invitation i JOIN player p ON p.id = i.id CROSS JOIN club c WHERE i.id = p_id
$$;
GRANT EXECUTE ON FUNCTION invitation_fails(uuid, integer) TO club_app;
