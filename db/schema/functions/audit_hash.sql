CREATE OR REPLACE FUNCTION audit_hash(p_before bytea, p_row audit) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_before || convert_to(jsonb_build_array((p_row).id, iso_ms((p_row).at), (p_row).operator_id, (p_row).action,
    (p_row).target, (p_row).before, (p_row).after, (p_row).reason, (p_row).request_id)::text, 'UTF8'))
$$;

GRANT EXECUTE ON FUNCTION audit_hash TO club_app;
