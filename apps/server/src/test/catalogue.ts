import pg from "pg";

/** Rights as text; where none are granted by name, the default ones of such an object. */
const rights = (acl: string, kind: string, owner: string): string =>
  `(SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(coalesce(${acl}, acldefault('${kind}', ${owner}))) a)`;

/** What PostgreSQL knows of a schema, one text per thing: as in `pg_dump -s`, plus column order. */
const CATALOGUE = `
  SELECT format('%s %s %s %s %s', CASE relkind WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' ELSE 'table' END, relname,
      relpersistence, reloptions, CASE relkind WHEN 'S' THEN ${rights("relacl", "s", "relowner")} ELSE ${rights("relacl", "r", "relowner")} END) AS said
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT format('column %s.%s %s %s default %s %s%s%s %s %s', c.relname, a.attname,
      row_number() OVER (PARTITION BY c.oid ORDER BY attnum), format_type(atttypid, atttypmod),
      pg_get_expr(d.adbin, d.adrelid), attnotnull, attidentity, attgenerated, attstorage,
      (SELECT string_agg(x::text, ' ' ORDER BY x::text) FROM unnest(attacl) x))
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT format('constraint %s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL
  SELECT format('index %s %s', pg_get_indexdef(indexrelid), indisvalid) FROM pg_index
    WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  UNION ALL
  SELECT format('trigger %s %s', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT format('function %s %s', pg_get_functiondef(oid), ${rights("proacl", "f", "proowner")})
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
  UNION ALL
  SELECT format('view %s %s', relname, pg_get_viewdef(oid)) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')
  UNION ALL
  SELECT format('numbers %s %s %s %s %s %s %s', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin,
      seqmax, seqcycle) FROM pg_sequence
  UNION ALL
  SELECT format('by default %s %s %s %s', defaclnamespace::regnamespace, defaclrole::regrole, defaclobjtype, defaclacl)
    FROM pg_default_acl
  UNION ALL
  SELECT format('type %s %s', typname, typtype) FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e', 'r')`;

/** Everything that a schema consists of: schemas with the same list are the same. */
export async function catalogueOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ said: string }>(CATALOGUE);
  return rows.map(({ said }) => said).toSorted();
}

/** Every row of every table of a new club, without numbers that the database gives in order. */
export async function rowsOf(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname NOT IN ('schema_migration', 'schema_function') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ said: string }>(
      `SELECT (to_jsonb(t) - 'id')::text AS said FROM ${pg.escapeIdentifier(name)} t ORDER BY 1`,
    );
    found.push(...rows.map(({ said }) => `${name} ${said}`));
  }
  return found;
}
