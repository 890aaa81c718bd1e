-- Adds to the stakes of a market and recomputes the worst loss of its singles; the event's sum follows. The caller
-- holds the event's row.
CREATE OR REPLACE FUNCTION sport_recount(p_market uuid, p_stakes bigint) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_before bigint;
  v_after bigint;
  v_event uuid;
BEGIN
  SELECT m.worst_cents, m.event_id INTO v_before, v_event FROM sport_market m WHERE m.id = p_market;
  UPDATE sport_market m SET stakes_cents = m.stakes_cents + p_stakes, worst_cents = greatest(0,
      (SELECT max(o.pays_cents) FROM sport_outcome o WHERE o.market_id = m.id) - m.stakes_cents - p_stakes)
    WHERE m.id = p_market RETURNING m.worst_cents INTO v_after;
  UPDATE sport_event v SET worst_cents = v.worst_cents + v_after - v_before WHERE v.id = v_event AND v_after <> v_before;
END $$;

GRANT EXECUTE ON FUNCTION sport_recount TO club_app;
