-- Every row the club holds about a player (promise S28). Tables are found by their column player_id, so new ones are
-- included; legs of sport bets are found by their bets. Bytes are left out: keys, hashes and encrypted values, which
-- the caller adds in the clear where they are the player's own.
CREATE OR REPLACE FUNCTION player_rows(p_player uuid) RETURNS TABLE (what text, row_data jsonb)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT c.relname::text AS name, CASE WHEN c.relname = 'player' THEN 'id' ELSE 'player_id' END AS key,
      array_agg(a.attname::text) FILTER (WHERE a.atttypid = 'bytea'::regtype OR a.attname = 'password_hash') AS hidden
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('operator', 'account', 'sport_leg')
      AND has_table_privilege(c.oid, 'SELECT')
    GROUP BY c.relname
    HAVING c.relname = 'player' OR bool_or(a.attname = 'player_id')
    ORDER BY c.relname <> 'player', c.relname
  LOOP
    RETURN QUERY EXECUTE format('SELECT %L::text, to_jsonb(t) - %L::text[] FROM %I t WHERE t.%I = $1',
      t.name, coalesce(t.hidden, '{}'), t.name, t.key) USING p_player;
  END LOOP;
  RETURN QUERY SELECT 'sport_leg', to_jsonb(l) FROM sport_bet b JOIN sport_leg l ON l.bet_id = b.id
    WHERE b.player_id = p_player ORDER BY l.bet_id, l.leg;
  RETURN QUERY SELECT 'ledger', jsonb_build_object('entry_id', e.id, 'at', iso_ms(e.at), 'kind', e.kind,
      'reference', e.reference, 'account', a.kind, 'amount_cents', p.amount_cents, 'balance_cents', p.balance_cents)
    FROM account a JOIN posting p ON p.account_id = a.id JOIN entry e ON e.id = p.entry_id
    WHERE a.player_id = p_player ORDER BY p.id;
  RETURN QUERY SELECT 'bet_credit', to_jsonb(c) FROM bet b JOIN bet_credit c ON c.bet_id = b.id WHERE b.player_id = p_player;
  RETURN QUERY SELECT 'read_or_changed_by_the_club', jsonb_build_object('at', iso_ms(x.at), 'action', x.action)
    FROM audit x WHERE x.target = p_player::text ORDER BY x.id;
END $$;

GRANT EXECUTE ON FUNCTION player_rows TO club_app;
