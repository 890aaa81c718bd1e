-- The sorted words of a name without case and accents: "Haldane, Nöör" gives "haldane noor".
CREATE OR REPLACE FUNCTION name_words(p_name text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(w ORDER BY w) FROM regexp_split_to_table(
    lower(regexp_replace(normalize(p_name, NFKD), '[\u0300-\u036F]', '', 'g')), '[^[:alnum:]]+') w WHERE w <> ''
$$;

GRANT EXECUTE ON FUNCTION name_words TO club_app;
