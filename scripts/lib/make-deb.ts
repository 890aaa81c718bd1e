import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./steps.ts";

const FILES = join(ROOT, "deploy/debian");
const PLACES = {
  club: "usr/bin/club",
  "club.env": "etc/horse-club/club.env",
  "edge.env": "etc/horse-club/edge.env",
  "horse-club-edge.service": "lib/systemd/system/horse-club-edge.service",
  "horse-club.service": "lib/systemd/system/horse-club.service",
  postinst: "DEBIAN/postinst",
  prerm: "DEBIAN/prerm",
  postrm: "DEBIAN/postrm",
};
const SYSTEMS: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

interface Package {
  /** The program's folder, which is moved into the package. */
  readonly stage: string;
  readonly out: string;
  readonly version: string;
  /** The time of every file, in seconds. */
  readonly since: number;
}

/** Makes the Debian package. @returns its file, or undefined where dpkg-deb is not to be had. */
export function makeDebianPackage({ stage, out, version, since }: Package): string | undefined {
  if (spawnSync("dpkg-deb", ["--version"]).error !== undefined) return undefined;
  const system = SYSTEMS[process.arch] ?? process.arch;
  const root = join(out, "deb");
  mkdirSync(join(root, "usr/lib"), { recursive: true });
  mkdirSync(join(root, "DEBIAN"));
  renameSync(stage, join(root, "usr/lib/horse-club"));
  for (const [name, place] of Object.entries(PLACES)) {
    mkdirSync(dirname(join(root, place)), { recursive: true });
    cpSync(join(FILES, name), join(root, place));
  }
  writeFileSync(
    join(root, "DEBIAN/conffiles"),
    "/etc/horse-club/club.env\n/etc/horse-club/edge.env\n",
  );
  writeFileSync(join(root, "DEBIAN/control"), controlOf(version, system));
  execFileSync("chmod", ["-R", "u+rwX,go+rX,go-w", root]);
  const file = `horse-club_${version}_${system}.deb`;
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(since) };
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", root, join(out, file)], {
    env,
    stdio: "pipe",
  });
  rmSync(root, { recursive: true, force: true });
  return file;
}

function controlOf(version: string, system: string): string {
  return `Package: horse-club
Version: ${version}
Architecture: ${system}
Maintainer: Horse Club
Section: net
Priority: optional
Depends: libc6, libstdc++6, passwd, util-linux
Description: The betting club whose money you can check
 Server, player app and console, with Node and PostgreSQL of their own.
`;
}
