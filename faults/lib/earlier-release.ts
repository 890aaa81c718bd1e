import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/steps.ts";

/** The server of an earlier release, as the repository has it. */
export interface EarlierRelease {
  /** What its starter runs. */
  readonly main: string;
  readonly remove: () => void;
}

/** False in a copy without these commits, where nothing can be taken out. */
export function hasHistory(commits: readonly string[]): boolean {
  return commits.every(
    (commit) => spawnSync("git", ["cat-file", "-e", commit], { cwd: ROOT }).status === 0,
  );
}

/** Its source in a folder of its own, with the libraries of this release. */
export function takeOut(commit: string): EarlierRelease {
  const folder = mkdtempSync(join(tmpdir(), "club-release-"));
  const tar = join(folder, "source.tar");
  must("git", ["archive", "--output", tar, commit, "apps", "db", "packages", "package.json"]);
  must("tar", ["-xf", tar, "-C", folder]);
  rmSync(tar);
  const libraries = join(folder, "node_modules");
  mkdirSync(join(libraries, "@club"), { recursive: true });
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (name !== "@club") symlinkSync(join(ROOT, "node_modules", name), join(libraries, name));
  }
  for (const name of readdirSync(join(ROOT, "node_modules/@club"))) {
    const target = readlinkSync(join(ROOT, "node_modules/@club", name));
    const link = join(libraries, "@club", name);
    if (existsSync(join(libraries, "@club", target))) symlinkSync(target, link);
  }
  return {
    main: join(folder, "apps/server/src/run/main.ts"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @throws Error with its last words when it fails */
function must(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
}
