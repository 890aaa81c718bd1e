-- Queues a webhook for every endpoint that wants this kind, in the caller's transaction: nothing is sent about what was
-- rolled back, and everything about what was committed.
CREATE OR REPLACE FUNCTION webhook_note(p_kind text, p_data jsonb) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO delivery (channel, endpoint_id, kind, payload)
  SELECT 'webhook', e.id, p_kind, jsonb_build_object('type', p_kind, 'timestamp', iso_ms(club_now_ms()), 'data', p_data)
  FROM webhook_endpoint e WHERE e.status = 'active' AND p_kind = ANY (e.kinds)
$$;

GRANT EXECUTE ON FUNCTION webhook_note TO club_app;
