import { expect, test } from "vitest";
import { join } from "node:path";
import { DB_FOLDER, readSqlFiles } from "./schema.ts";

/**
 * P18: clubs run on these files. A changed one would be refused at their start, so it is refused here first: change
 * db/schema and add the next migration. From the tag 1.0.0 on every release adds its new files to the table. Functions
 * do not count in these checksums, see checksumOf.
 */
const FROZEN: Record<string, string> = {
  "0001-baseline.sql": "e06d807017e745f149e28cc285f0da266738f9cd13c0ecac4bec6ad7f1711d3b",
};

test.each(Object.entries(FROZEN))("%s is as it was released", async (name, checksum) => {
  const files = await readSqlFiles(join(DB_FOLDER, "migrations"));
  expect(files.find((file) => file.name === name)?.checksum).toBe(checksum);
});
