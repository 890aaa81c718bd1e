-- Writes an entry with its lines and updates the wallets of players. Returns its id, or null when the cause is already
-- booked and nothing was done. The caller holds the locks of the players.
CREATE OR REPLACE FUNCTION post_entry(p_id uuid, p_kind text, p_cause text, p_reference text, p_accounts bigint[],
  p_amounts bigint[])
RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  l record;
  v_balance bigint;
  v_balances bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_accounts)]);
BEGIN
  INSERT INTO entry (id, kind, cause, at, reference)
    VALUES (p_id, p_kind, p_cause, club_now_ms(), p_reference) ON CONFLICT (cause) DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  FOR l IN SELECT i.n, i.amount, a.kind, a.player_id
    FROM unnest(p_accounts, p_amounts) WITH ORDINALITY AS i (account, amount, n) JOIN account a ON a.id = i.account
    WHERE a.player_id IS NOT NULL ORDER BY i.n
  LOOP
    UPDATE wallet SET cash_cents = cash_cents + CASE WHEN l.kind = 'cash' THEN l.amount ELSE 0 END,
      held_cents = held_cents + CASE WHEN l.kind = 'held' THEN l.amount ELSE 0 END,
      bonus_cents = bonus_cents + CASE WHEN l.kind = 'bonus' THEN l.amount ELSE 0 END
      WHERE player_id = l.player_id
      RETURNING CASE l.kind WHEN 'cash' THEN cash_cents WHEN 'held' THEN held_cents ELSE bonus_cents END
      INTO STRICT v_balance;
    v_balances[l.n] := v_balance;
  END LOOP;
  INSERT INTO posting (entry_id, line, account_id, amount_cents, balance_cents)
    SELECT p_id, i.n, i.account, i.amount, v_balances[i.n]
    FROM unnest(p_accounts, p_amounts) WITH ORDINALITY AS i (account, amount, n) ORDER BY i.n;
  RETURN p_id;
END $$;

GRANT EXECUTE ON FUNCTION post_entry TO club_app;
