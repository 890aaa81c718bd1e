import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BASELINE, baseline, DB_FOLDER } from "../apps/server/src/core/db/schema.ts";

/** Writes the first migration from the schema, as long as it is the only one. */
const folder = join(DB_FOLDER, "migrations");
const later = readdirSync(folder).filter((name) => name.endsWith(".sql") && name !== BASELINE);
if (later.length > 0) {
  console.error(`${BASELINE} is followed by ${later.join(", ")} and stays as it is.`);
  process.exitCode = 1;
} else {
  writeFileSync(join(folder, BASELINE), await baseline());
}
