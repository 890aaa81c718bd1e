import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Locked {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface ProductionPackages {
  /** Folders of node_modules to be copied. */
  readonly folders: readonly string[];
  /** Our own packages: the link in node_modules, and where it leads. */
  readonly links: readonly (readonly [string, string])[];
}

/**
 * Our own parts that run where the club runs, the doubles in a demo; the rest follows from what each
 * of them names.
 */
export const OWN_PARTS = [
  "apps/server",
  "packages/check",
  "packages/contract",
  "packages/domain",
  "packages/doubles",
  "packages/i18n",
];

/**
 * What the club runs with, by the lock file: no compiler, no test tool, and nothing that only the
 * apps are built from. Programs for other systems are left out, since they are not installed.
 */
export function productionPackages(root: string): ProductionPackages {
  const text = readFileSync(join(root, "package-lock.json"), "utf8");
  const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, Locked>> };
  const folders = new Set<string>();
  const waiting = ["", ...OWN_PARTS];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const { dependencies, optionalDependencies } = packages[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = placeOf(packages, from, name);
      if (path === undefined || folders.has(path)) continue;
      if (packages[path]?.link === true || !existsSync(join(root, path))) continue;
      folders.add(path);
      waiting.push(path);
    }
  }
  const links = Object.entries(packages).flatMap(([path, { link, resolved = "" }]) =>
    link === true && OWN_PARTS.includes(resolved) ? [[path, resolved] as const] : [],
  );
  return { folders: [...folders].toSorted(), links };
}

/** As Node looks a package up: beside whoever names it, and outwards from there. */
function placeOf(
  packages: Readonly<Record<string, Locked>>,
  from: string,
  name: string,
): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf("/"), 0))) {
    const path = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (path in packages) return path;
    if (at === "") return undefined;
  }
}
