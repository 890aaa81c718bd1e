-- Queues an event for publishing, in the caller's transaction.
CREATE OR REPLACE FUNCTION tell(p_topic text, p_kind text, p_payload jsonb, p_entries uuid[] DEFAULT '{}')
RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO event_inbox (topic, kind, payload, entry_ids) VALUES (p_topic, p_kind, p_payload, p_entries);
  SELECT pg_notify('club_inbox', '');
$$;

GRANT EXECUTE ON FUNCTION tell TO club_app;
