-- The smallest UUIDv7 of an instant, to bound a range of ids by time. Callers add slack for other clocks.
CREATE OR REPLACE FUNCTION uuid_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;

GRANT EXECUTE ON FUNCTION uuid_floor TO club_app;
