-- What the text of a sport bet's entry says besides its receipt hash, and the amount of its payout or refund.
CREATE OR REPLACE FUNCTION sport_entry_text(e_id uuid, e_kind text, e_cause text, e_at timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN e_kind NOT LIKE 'sport%' OR e_at <= (SELECT since FROM chain_text WHERE part = 'sports') THEN ''
    WHEN e_kind = 'sport_bet' THEN coalesce((
      SELECT ',"sport_bet":{"fingerprint":"' || encode(b.fingerprint, 'hex') || '","key":' || to_json(b.idem_key)::text
        || ',"lines":' || b.lines || ',"max_payout_cents":' || b.max_payout_cents || ',"player_id":"' || b.player_id
        || '","price_policy":"' || b.price_policy || '","receipt_hash":"' || encode(b.receipt_hash, 'hex')
        || '","seen":[' || (SELECT string_agg('[' || l.seen_odds_milli || ',' || l.market_version || ']', ',' ORDER BY l.leg)
          FROM sport_leg l WHERE l.bet_id = b.id) || ']}'
      FROM sport_bet b WHERE b.id = e_id), '')
    WHEN e_cause ~ '^sport:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]{1,4}$' THEN coalesce((
      SELECT ',"sport_settled":{"at":"' || iso_ms(s.at) || '","bet_id":"' || s.bet_id
        || '","event_id":' || coalesce('"' || s.event_id || '"', 'null') || ',"payout_cents":' || s.payout_cents
        || ',"reason":' || coalesce(to_json(s.reason)::text, 'null') || ',"refund_cents":' || s.refund_cents
        || ',"result_version":' || coalesce(s.result_version::text, 'null') || ',"revision":' || s.revision
        || ',"status":"' || s.status || '"}'
      FROM sport_settled s WHERE s.bet_id = split_part(e_cause, ':', 2)::uuid AND s.revision = split_part(e_cause, ':', 3)::smallint), '')
    ELSE '' END
$$;

GRANT EXECUTE ON FUNCTION sport_entry_text TO club_app;
