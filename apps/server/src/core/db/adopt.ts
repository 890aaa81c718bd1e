import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MigrationError } from "./schema.ts";

/**
 * Before the first release the schema was made by 76 numbered migrations, 0001-core to 0439-rights.
 * A club that has all of them is adopted: `db/adopt.sql` removes what is no longer used, and the
 * baseline counts as applied.
 */
const FIRST = "0001-core.sql";
const LAST = "0439-rights.sql";
/** SHA-256 of their names and checksums, a line each. */
const ALL = "ffe0f224922598635a2e625989d111a08bc08fded2c805cc4e1bd387b7667c62";

/**
 * Whether a database was made by the migrations of before the first release.
 *
 * @throws MigrationError when it has some of them and not all.
 */
export function isOldClub(applied: ReadonlyMap<string, string>): boolean {
  if (!applied.has(FIRST)) return false;
  const list = [...applied].map(([name, checksum]) => `${name} ${checksum}\n`).join("");
  if (createHash("sha256").update(list).digest("hex") === ALL) return true;
  throw new MigrationError(
    `This database was made by an early version and stands at ${[...applied.keys()].at(-1) ?? ""}, but only one that stands at ${LAST} with nothing left out can be taken over: start the last early version once, then this one.`,
  );
}

/** What brings such a database to the baseline. */
export async function readAdoption(folder: string): Promise<string> {
  return await readFile(join(folder, "adopt.sql"), "utf8");
}
