-- A club may say that the accounts that are an operator's own do not bet.
ALTER TABLE player ADD COLUMN is_barred_staff boolean NOT NULL DEFAULT false;
CREATE INDEX player_barred_staff ON player (id) WHERE is_barred_staff;
GRANT UPDATE (is_barred_staff) ON player TO club_app;

-- Keeps player.is_barred_staff: of the accounts that are an active operator's own, while the club's setting says that those
-- do not bet. Under the setting's lock, so that a change of it and one of an operator see each other, and under the locks
-- of the players, so that no bet in flight is accepted after the commit.
CREATE OR REPLACE FUNCTION bar_staff() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_staff uuid[];
  v_changed uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('setting bets', 9));
  v_staff := ARRAY(SELECT o.player_id FROM operator o WHERE o.status = 'active' AND o.player_id IS NOT NULL
    AND (SELECT s.value -> 'staff_barred' FROM setting s WHERE s.name = 'bets' ORDER BY s.version DESC LIMIT 1) = 'true');
  v_changed := ARRAY(SELECT p.id FROM player p WHERE p.is_barred_staff AND p.id <> ALL (v_staff)
    UNION SELECT p.id FROM player p WHERE NOT p.is_barred_staff AND p.id = ANY (v_staff));
  PERFORM 1 FROM wallet w WHERE w.player_id = ANY (v_changed) ORDER BY w.player_id FOR NO KEY UPDATE;
  UPDATE player p SET is_barred_staff = NOT p.is_barred_staff WHERE p.id = ANY (v_changed);
  RETURN NULL;
END $$;

CREATE TRIGGER operator_bars_staff AFTER UPDATE OF player_id, status ON operator FOR EACH ROW
  WHEN ((OLD.player_id, OLD.status) IS DISTINCT FROM (NEW.player_id, NEW.status)) EXECUTE FUNCTION bar_staff();
CREATE TRIGGER setting_bars_staff AFTER INSERT ON setting FOR EACH ROW WHEN (NEW.name = 'bets')
  EXECUTE FUNCTION bar_staff();
