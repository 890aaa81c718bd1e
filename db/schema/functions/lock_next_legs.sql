-- Takes the locks under which what a pool pays or gives back may be staked on the next legs of All Ups: all betting and
-- those races, shared, as every bet does. Locks come in one order, so this is called before any row is locked.
CREATE OR REPLACE FUNCTION lock_next_legs(p_pool uuid) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_races uuid[];
BEGIN
  SELECT array_agg(DISTINCT n.race_id) INTO v_races
    FROM pool q JOIN all_up_leg l ON l.race_id = q.race_id AND l.pool_code = q.code AND l.bet_id IS NOT NULL
    JOIN all_up_leg n ON n.order_id = l.order_id AND n.leg = l.leg + 1 AND n.bet_id IS NULL
    WHERE q.id = p_pool AND q.race_id2 IS NULL;
  IF v_races IS NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock_shared(betting_lock_key());
  PERFORM pg_advisory_xact_lock_shared(race_lock_key(r.id)) FROM (SELECT id FROM unnest(v_races) id ORDER BY id) r;
END $$;

GRANT EXECUTE ON FUNCTION lock_next_legs TO club_app;
