-- Notifies players which of their orders a race settled (the newest 20 of each player; whoever has more reads the
-- list), a thousand players per row, and marks the settlements as announced. A crash may repeat a notice, which is
-- harmless.
CREATE OR REPLACE FUNCTION announce_settlement(p_race uuid, p_version integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET jit = off AS $$
DECLARE
  v_pools uuid[];
  v_players integer;
BEGIN
  PERFORM 1 FROM settlement WHERE race_id = p_race AND result_version = p_version ORDER BY id FOR UPDATE;
  SELECT array_agg(pool_id) INTO v_pools FROM settlement
    WHERE race_id = p_race AND result_version = p_version AND step = 'posted';
  IF v_pools IS NULL THEN RETURN 0; END IF;
  WITH orders AS (
    SELECT o.player_id, (array_agg(o.id ORDER BY o.id DESC))[1:20] AS ids
    FROM (SELECT id, player_id FROM bet WHERE pool_id = ANY (v_pools)
      UNION ALL SELECT id, player_id FROM bet WHERE pool_id2 = ANY (v_pools) AND pool_id <> ALL (v_pools)) o
    GROUP BY o.player_id
  ), numbered AS (
    SELECT player_id, ids, (row_number() OVER (ORDER BY player_id) - 1) / 1000 AS page FROM orders
  ), told AS (
    INSERT INTO event_inbox (topic, kind, payload)
    SELECT 'players', 'orders', jsonb_build_object('players', jsonb_object_agg(player_id, to_jsonb(ids)))
    FROM numbered GROUP BY page
  )
  SELECT count(*) INTO v_players FROM orders;
  UPDATE settlement SET step = 'announced'
    WHERE race_id = p_race AND result_version = p_version AND pool_id = ANY (v_pools);
  PERFORM pg_notify('club_inbox', '');
  RETURN v_players;
END $$;

GRANT EXECUTE ON FUNCTION announce_settlement TO club_app;
