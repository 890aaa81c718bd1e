-- A password that was set anew by a code may have been set by whoever has the phone. Its owner is told, and no money
-- leaves the club for a day.

ALTER TABLE player
  ADD COLUMN password_changed_at timestamptz(3),     -- by somebody who knew the one before
  ADD COLUMN password_reset_at   timestamptz(3);     -- by a code

-- What a message is for decides who may read its code. A release that does not say so: nobody.
ALTER TABLE outbox ADD COLUMN purpose text NOT NULL DEFAULT 'reset' CHECK (purpose IN ('register', 'reset', 'notice'));

-- Until when a player's withdrawals wait after a reset; null or past: they do not.
CREATE FUNCTION reset_until(p_reset_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
  $$ SELECT p_reset_at + interval '24 hours' $$;

CREATE FUNCTION waits_after_reset(p_player uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM player WHERE id = p_player AND reset_until(password_reset_at) > club_now())
$$;

-- What a file has sent is paid by the bank whatever we write, so that may be noted.
CREATE FUNCTION withdrawal_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF waits_after_reset(NEW.player_id) AND NOT (NEW.status = 'paid' AND EXISTS (
      SELECT FROM payout_item i JOIN payout_file f ON f.id = i.file_id
      WHERE i.withdrawal_id = NEW.id AND i.is_live AND f.status = 'sent')) THEN
    RAISE EXCEPTION 'withdrawal % waits after a reset of the password', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_after_reset BEFORE UPDATE OF status ON withdrawal FOR EACH ROW
  WHEN (NEW.status IN ('approved', 'paid') AND NEW.status <> OLD.status) EXECUTE FUNCTION withdrawal_after_reset();

CREATE FUNCTION payout_item_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM withdrawal w WHERE w.id = NEW.withdrawal_id AND waits_after_reset(w.player_id)) THEN
    RAISE EXCEPTION 'withdrawal % waits after a reset of the password', NEW.withdrawal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_item_after_reset BEFORE INSERT ON payout_item FOR EACH ROW EXECUTE FUNCTION payout_item_after_reset();

-- A file that was made before the reset does not go to the bank after it.
CREATE FUNCTION payout_file_after_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id
      WHERE i.file_id = NEW.id AND i.is_live AND waits_after_reset(w.player_id)) THEN
    RAISE EXCEPTION 'payout file % holds a withdrawal that waits after a reset', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_file_after_reset BEFORE UPDATE OF status ON payout_file FOR EACH ROW
  WHEN (NEW.status = 'sent' AND OLD.status <> 'sent') EXECUTE FUNCTION payout_file_after_reset();
