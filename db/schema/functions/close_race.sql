-- Closes an open race: waits for the bets in flight, sets closed_at (every accepted_at is earlier), folds the totals
-- and takes the waiting jackpots. Returns closed_at, or null when the race was not open. A pool that is reopened keeps
-- what it took, and takes what has come since at its next close; it is recorded by the pools that had left the money.
CREATE OR REPLACE FUNCTION close_race(p_race uuid) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_race race;
  v_at timestamptz;
  v_entry uuid;
  v_entries uuid[] := '{}';
  v_closed uuid[];
  v_amount bigint;
  q record;
BEGIN
  PERFORM pg_advisory_xact_lock(race_lock_key(p_race));
  SELECT * INTO v_race FROM race WHERE id = p_race FOR NO KEY UPDATE;
  IF v_race.status IS DISTINCT FROM 'open' THEN RETURN NULL; END IF;
  v_at := least(v_race.start_time, club_now_ms() + interval '1 millisecond');
  WITH closed AS (UPDATE pool SET status = 'CLOSED' WHERE race_id = p_race AND status = 'OPEN' RETURNING id)
    SELECT coalesce(array_agg(id), '{}') INTO v_closed FROM closed;
  PERFORM fold_pool_deltas(ARRAY(SELECT id FROM pool WHERE race_id = p_race));
  UPDATE race SET status = 'closed', closed_at = v_at, win_at_close = coalesce((
      SELECT jsonb_object_agg(s.number, s.stakes_cents) FROM pool p JOIN runner_stake s ON s.pool_id = p.id
      WHERE p.id = ANY (v_closed) AND p.code = 'WIN' AND s.stakes_cents > 0), '{}')
    WHERE id = p_race;
  FOR q IN
    SELECT p.id, p.code, p.dividends = 'club' AND (p.race_id2 IS NULL OR p.name IS NOT NULL) AS takes, p.escrow_account,
      coalesce(p.jackpot_in_cents, 0) AS before, a.id AS jackpot_account
    FROM pool p JOIN account a ON a.kind = 'jackpot' AND a.pool_code = p.code
    WHERE p.id = ANY (v_closed)
    ORDER BY a.id, p.id FOR NO KEY UPDATE OF a
  LOOP
    SELECT coalesce(sum(amount_cents), 0) INTO v_amount FROM posting WHERE account_id = q.jackpot_account;
    IF v_amount > 0 AND q.takes THEN
      -- Each take is of its own cause: what a pool has by then grows with every one.
      v_entry := post_entry(gen_random_uuid(), 'jackpot',
        'jackpot:' || q.id || CASE WHEN q.before = 0 THEN '' ELSE '+' || q.before END, q.id::text,
        ARRAY[q.jackpot_account, q.escrow_account], ARRAY[-v_amount, v_amount]);
      v_entries := v_entries || v_entry;
      PERFORM take_jackpot(q.id, q.code, v_amount);
    ELSE
      v_amount := 0;
    END IF;
    UPDATE pool SET jackpot_in_cents = q.before + v_amount WHERE id = q.id;
  END LOOP;
  PERFORM tell('race:' || p_race, 'race', jsonb_build_object('race_id', p_race), v_entries);
  RETURN v_at;
END $$;

GRANT EXECUTE ON FUNCTION close_race TO club_app;
