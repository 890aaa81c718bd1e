import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

/** A package that the product runs with. */
export interface Licence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Packages that say their licence in a file alone. */
const BY_FILE: Readonly<Record<string, string>> = { "png-js": "MIT" };

const FOLDER = "node_modules/";
const MODULE = "virtual:licences";
const RESOLVED = `\0${MODULE}`;

/**
 * Every package that is installed with the product, by the lock file; what only builds and tests it is
 * left out. @throws Error where a package names no licence.
 */
export function readLicences(lockFile: string): Licence[] {
  const lock = JSON.parse(readFileSync(lockFile, "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const found = new Map<string, Licence>();
  for (const [path, { version, license, dev, link }] of Object.entries(lock.packages)) {
    const at = path.lastIndexOf(FOLDER);
    if (at < 0 || dev === true || link === true || version === undefined) continue;
    const name = path.slice(at + FOLDER.length);
    const licence = license ?? BY_FILE[name];
    if (licence === undefined) throw new Error(`${name} ${version} names no licence.`);
    found.set(`${name} ${version}`, { name, version, licence });
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** `import licences from "virtual:licences"`: made at the build, in the chunk of the page that shows it. */
export function licences(): Plugin {
  let lockFile = "";
  return {
    name: "club-licences",
    configResolved(config) {
      lockFile = resolve(config.root, "../../package-lock.json");
    },
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      this.addWatchFile(lockFile);
      return `export default ${JSON.stringify(readLicences(lockFile))};`;
    },
  };
}
