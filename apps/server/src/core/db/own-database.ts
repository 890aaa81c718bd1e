import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Written by the starter beside the embedded database. */
const SECRETS = "postgres.json";

/**
 * True when the database is the embedded one of the data folder. The starter passes its address to
 * the server like any other, so the address alone does not tell.
 */
export async function isEmbeddedDatabase(settings: {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}): Promise<boolean> {
  if (settings.databaseUrl === undefined) return true;
  const text = await readFile(join(settings.dataDir, SECRETS), "utf8").catch(() => "{}");
  const { port } = JSON.parse(text) as { port?: number };
  const url = /@127\.0\.0\.1:(\d+)\//.exec(settings.databaseUrl);
  return port !== undefined && url?.[1] === String(port);
}
