import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { readLicences } from "../../apps/player/licences.ts";
import { VERSION } from "../../apps/server/src/core/kit/version.ts";
import { fingerprint } from "../bootstrap.mjs";
import { makeDebianPackage } from "./make-deb.ts";
import { OWN_PARTS, productionPackages } from "./production-packages.ts";
import { ROOT } from "./steps.ts";

/** What of the sources runs where the club runs. The apps come as they were built. */
const SOURCES = [
  "{package.json,package-lock.json,README.md,LICENSE,CHANGELOG.md,SECURITY.md}",
  "db/**/*",
  "deploy/**/*",
  "docs/{*.md,rules/**/*}",
  "scripts/{bootstrap.mjs,start.ts,club.ts,club-check.ts,lib/**/*}",
  "apps/{player,console}/{package.json,dist/**/*}",
  "packages/check/dist/**/*",
  "apps/server/assets/**/*",
  ...OWN_PARTS.flatMap((part) => [`${part}/package.json`, `${part}/src/**/*`]),
];
const NOT_RUN = /(\.test\.tsx?|\.d\.mts)$|\/(test|fixtures)\//;
/** Of Node itself the program alone is needed: neither its headers nor its manual. */
const NODE = "node_modules/node";
const NODE_BIN = `${NODE}/bin/node`;
const NODE_LICENCE = `${NODE}/node_modules/node-${process.platform}-${process.arch}/LICENSE`;
const NEEDLESS = /\.(map|d\.[cm]?ts)$|\/node_modules$/;
const RUNNABLE = 0o755;
const MS_PER_SECOND = 1000;

export interface Release {
  /** In the folder `out`, with their checksums in SHA256SUMS. */
  readonly files: readonly string[];
  /** A sentence for what could not be made on this machine. */
  readonly notMade: readonly string[];
}

/** Makes the files of a release from apps that are built. The same sources give the same bytes. */
export function makeRelease(out: string): Release {
  const name = `horse-club-${VERSION}`;
  const stage = join(out, name);
  const since = releaseTime();
  rmSync(out, { recursive: true, force: true });
  copySources(stage);
  copyPackages(stage);
  const system = `${process.platform}-${process.arch}`;
  const files = [`${name}-${system}.tar.gz`, `${name}.sbom.json`, `${name}.licences.txt`];
  const [tarball = "", sbom = "", licences = ""] = files.map((file) => join(out, file));
  pack(out, { tarball, name, since });
  writeFileSync(sbom, makeSbom(since));
  writeFileSync(licences, licenceList());
  const notMade: string[] = [];
  const deb = makeDebianPackage({ stage, out, version: VERSION, since });
  if (deb === undefined) notMade.push("The .deb was not made: dpkg-deb is not on this machine.");
  else files.push(deb);
  rmSync(stage, { recursive: true, force: true });
  writeFileSync(join(out, "SHA256SUMS"), files.map((file) => sumLine(out, file)).join(""));
  return { files: [...files, "SHA256SUMS"], notMade };
}

/** The day that the change log names: no clock of a machine gets into the files. */
function releaseTime(): number {
  const log = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  const day = new RegExp(`^## ${VERSION.replaceAll(".", "\\.")} \\((.+)\\)$`, "m").exec(log)?.[1];
  if (day === undefined) throw new Error(`CHANGELOG.md has no day of ${VERSION}.`);
  return Date.parse(`${day}T00:00:00Z`) / MS_PER_SECOND;
}

function copySources(stage: string): void {
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((file) => !NOT_RUN.test(file));
  for (const file of files) {
    mkdirSync(dirname(join(stage, file)), { recursive: true });
    cpSync(join(ROOT, file), join(stage, file));
  }
}

/** The installed packages, each by itself, so that nothing comes along that the lock does not name. */
function copyPackages(stage: string): void {
  const { folders, links } = productionPackages(ROOT);
  for (const folder of folders.filter((one) => one !== NODE)) {
    const from = join(ROOT, folder);
    cpSync(from, join(stage, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path === from || !NEEDLESS.test(path.slice(from.length)),
    });
  }
  const node = join(stage, NODE_BIN);
  mkdirSync(dirname(node), { recursive: true });
  cpSync(join(ROOT, NODE_BIN), node);
  cpSync(join(ROOT, NODE_LICENCE), join(stage, NODE, "LICENSE"));
  chmodSync(node, RUNNABLE);
  mkdirSync(join(stage, "node_modules/.bin"), { recursive: true });
  symlinkSync("../node/bin/node", join(stage, "node_modules/.bin/node"));
  for (const [link, part] of links) {
    const depth = "../".repeat(link.split("/").length - 1);
    mkdirSync(dirname(join(stage, link)), { recursive: true });
    symlinkSync(depth + part, join(stage, link));
  }
  // The first step of every command compares it: what came with the release is installed.
  const lock = readFileSync(join(ROOT, "package-lock.json"), "utf8");
  writeFileSync(join(stage, "node_modules/.club-lock"), fingerprint(lock));
}

function pack(out: string, file: { tarball: string; name: string; since: number }): void {
  const order = ["--sort=name", "--format=gnu", `--mtime=@${file.since}`];
  const owner = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w"];
  const half = `${file.tarball}.new`;
  execFileSync("tar", [...order, ...owner, "-I", "gzip -n", "-cf", half, "-C", out, file.name]);
  renameSync(half, file.tarball);
}

/** CycloneDX, as npm makes it, without what it draws by lot and by the clock. */
function makeSbom(since: number): string {
  const args = ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"];
  const text = execFileSync("npm", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 });
  const { serialNumber: _, ...sbom } = JSON.parse(text) as {
    serialNumber: string;
    metadata: object;
  };
  const metadata = {
    ...sbom.metadata,
    timestamp: new Date(since * MS_PER_SECOND).toISOString(),
  };
  return `${JSON.stringify({ ...sbom, metadata }, null, 2)}\n`;
}

function licenceList(): string {
  const lines = readLicences(join(ROOT, "package-lock.json")).map(
    ({ name, version, licence }) => `${name} ${version}: ${licence}\n`,
  );
  return `Horse Club ${VERSION}: Apache-2.0\n${lines.join("")}`;
}

function sumLine(out: string, file: string): string {
  const sum = createHash("sha256").update(readFileSync(join(out, file)));
  return `${sum.digest("hex")}  ${file}\n`;
}
