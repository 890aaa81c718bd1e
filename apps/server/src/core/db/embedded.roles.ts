import pg from "pg";

export interface RolePasswords {
  owner: string;
  app: string;
}

export const OWNER_ROLE = "club_owner";
export const APP_ROLE = "club_app";

/**
 * Makes the two roles and a database, or finds them made. The owner holds the schema and migrates;
 * the other role serves players and cannot change a ledger row.
 */
export async function prepareDatabase(
  adminUrl: string,
  database: string,
  passwords: RolePasswords,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await putRole(client, OWNER_ROLE, passwords.owner);
    await putRole(client, APP_ROLE, passwords.app);
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      database,
    ]);
    if (rowCount !== 0) return;
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${OWNER_ROLE}`);
  } finally {
    await client.end();
  }
}

async function putRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
  const verb = rowCount === 0 ? "CREATE" : "ALTER";
  await client.query(`${verb} ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
}
