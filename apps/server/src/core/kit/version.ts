import { readFileSync } from "node:fs";
import { join } from "node:path";

const MANIFEST = join(import.meta.dirname, "../../../../../package.json");

/** Of this release, as package.json names it. */
export const { version: VERSION } = JSON.parse(readFileSync(MANIFEST, "utf8")) as {
  version: string;
};
