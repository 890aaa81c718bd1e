-- Where the lines of a span of time begin, or end, among the ids of all lines. The id of an entry says nothing of its
-- time: some are random. Found by bisection of the chain, whose entries are in order of time except for steps of the
-- clock, for which the caller leaves room. Lines that are not chained yet are beyond every beginning, and within an end
-- that nothing chained lies beyond.
CREATE OR REPLACE FUNCTION posting_edge(p_at timestamptz, p_is_end boolean) RETURNS bigint LANGUAGE plpgsql STABLE
PARALLEL SAFE AS $$
DECLARE
  v_low bigint := 0;
  v_high bigint;
  v_middle bigint;
  v_is_before boolean;
BEGIN
  SELECT coalesce(max(position), 0) INTO v_high FROM chain;
  WHILE v_low < v_high LOOP
    v_middle := v_low + (v_high - v_low + 1) / 2;
    SELECT e.at < p_at INTO v_is_before FROM chain c JOIN entry e ON e.id = c.entry_id WHERE c.position = v_middle;
    IF v_is_before THEN v_low := v_middle; ELSE v_high := v_middle - 1; END IF;
  END LOOP;
  IF p_is_end THEN
    RETURN coalesce((SELECT max(p.id) FROM chain c JOIN posting p ON p.entry_id = c.entry_id
      WHERE c.position = v_low + 1), 9223372036854775807);
  END IF;
  RETURN coalesce((SELECT min(p.id) FROM chain c JOIN posting p ON p.entry_id = c.entry_id
    WHERE c.position = v_low), 0);
END $$;

GRANT EXECUTE ON FUNCTION posting_edge TO club_app;
