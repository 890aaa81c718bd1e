import { spawnSync } from "node:child_process";
import {
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAndBet, walkEdge } from "./drill-inside.ts";
import { expectThat, freePort, mustRun } from "./drill-tools.ts";
import { ROOT } from "./steps.ts";

const MEGABYTE = 1_000_000;
/** As deploy/Containerfile names it. */
const USER = 10_001;
/** Of systemd-analyze security, times ten. */
const MOST_EXPOSED = 25;
const DATA = "var/lib/horse-club";
const HOME = "usr/lib/horse-club";
const UNITS = "lib/systemd/system";
const EDGE_TOKEN = "the-edge-of-the-drill-shows-this-to-its-club";
const NEEDLESS = ["gcc", "cc", "make", "npm", "git", "python3"];

interface Place {
  readonly folder: string;
  /** A Debian 12 without extras, as a tar. */
  readonly base: string;
}

/** A scratch folder with a base; CLUB_DRILL_BASE names one that is there already. */
function makePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), "club-drill-"));
  const known = process.env["CLUB_DRILL_BASE"];
  if (known !== undefined) return { folder, base: known };
  const base = join(folder, "base.tar");
  mustRun("mmdebstrap", ["--variant=apt", "bookworm", base]);
  return { folder, base };
}

function fileOfRelease(pattern: string): string {
  const [file] = globSync(`dist/${pattern}`, { cwd: ROOT });
  if (file === undefined) throw new Error(`There is no dist/${pattern}: npm run release first.`);
  return join(ROOT, file);
}

/**
 * The .deb: installed in a clean root, a bet within a minute of the install, its edge beside it,
 * removed without a trace but the data.
 */
export async function drillDeb(): Promise<readonly string[]> {
  const deb = fileOfRelease("horse-club_*.deb");
  const { folder, base } = makePlace();
  const root = join(folder, "root");
  const inside = (...args: string[]): string => mustRun("chroot", [root, ...args]);
  try {
    mkdirSync(root);
    mustRun("tar", ["-xf", base, "-C", root]);
    copyFileSync(deb, join(root, "club.deb"));
    copyFileSync("/etc/resolv.conf", join(root, "etc/resolv.conf"));
    const begun = performance.now();
    inside("apt-get", "install", "-y", "--no-install-recommends", "/club.deb");
    const exposed = ["horse-club", "horse-club-edge"].map((name) => exposureOf(root, name));
    const size = `${megabytes(statSync(deb).size)} packed, ${sizeOf(join(root, HOME))} installed`;
    const version = inside("runuser", "-u", "horse-club", "--", "club", "--version").trim();
    expectThat(
      (statSync(join(root, "etc/horse-club/club.env")).mode & 0o777) === 0o640,
      "club.env is 0640",
    );
    const walked = await walkUnits(root, begun);
    inside("apt-get", "purge", "-y", "horse-club");
    const left = leftOver(root);
    expectThat(
      left.length === 0,
      `the purge leaves nothing but the data, and there is ${left.join(", ")}`,
    );
    expectThat(existsSync(join(root, DATA, "postgres")), "the data stays after the purge");
    return [
      `club ${version}, ${size}`,
      ...exposed,
      ...walked,
      "purged: nothing is left but the data",
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The package's club takes a bet, and its second unit serves readers beside it. */
async function walkUnits(root: string, begun: number): Promise<string[]> {
  const [port, edgePort] = [await freePort(), await freePort()];
  const at = `CLUB_EDGE_TOKEN=${EDGE_TOKEN} HOST=127.0.0.1`;
  const edge = `${at} CLUB_EDGE_OF=http://127.0.0.1:${port} PORT=${edgePort}`;
  const seen: string[] = [];
  const bet = await startAndBet(scriptOf(root, "horse-club", `${envOf(port)} ${at}`), {
    port,
    begun,
    look: async () => {
      seen.push(await walkEdge(scriptOf(root, "horse-club-edge", edge), edgePort));
    },
  });
  return [`first bet ${bet} after the install began`, ...seen];
}

/** The image: built without a registry, run as its own user with a root that cannot be written. */
export async function drillImage(): Promise<readonly string[]> {
  const place = makePlace();
  try {
    const { root, user, health } = buildImage(place);
    expectThat(user === `${USER}:${USER}`, `it runs as ${USER}, and it says ${user}`);
    const data = join(place.folder, "data");
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, USER, USER);
    const port = await freePort();
    const script = `mount --bind ${root} ${root} && mount -o remount,ro,bind ${root} || exit 9
${mounts(root)}
mount --bind ${data} ${root}/${DATA} && mount -t tmpfs tmpfs ${root}/tmp
if touch ${root}/usr/written 2>/dev/null; then exit 9; fi
exec chroot --userspec=${USER}:${USER} ${root} env -i ${envOf(port)} PATH=/usr/bin:/bin /usr/bin/club start`;
    const isHealthy = (): boolean => {
      const inside = ["--userspec", user, root, "env", "-i", `PORT=${port}`, ...health];
      return spawnSync("chroot", inside).status === 0;
    };
    expectThat(!isHealthy(), "the health check says no before the club is there");
    const bet = await startAndBet(script, {
      port,
      begun: performance.now(),
      look: () => expectThat(isHealthy(), "the health check says yes"),
    });
    return [
      `image built: ${sizeOf(root)} unpacked, of which the club ${sizeOf(join(root, HOME))}`,
      `first bet ${bet} after its start, as user ${USER} with a read-only root; healthy by its own check`,
    ];
  } finally {
    rmSync(place.folder, { recursive: true, force: true });
  }
}

interface Image {
  /** The root folder of a container made of it. */
  readonly root: string;
  readonly user: string;
  /** The command of its health check. */
  readonly health: readonly string[];
}

function buildImage({ folder, base }: Place): Image {
  const release = fileOfRelease("horse-club-*-linux-*.tar.gz").slice(ROOT.length + 1);
  const storage = `--root ${folder}/images --runroot ${folder}/run --storage-driver vfs`.split(" ");
  const buildah = (line: string): string =>
    mustRun("buildah", [...storage, ...line.split(" ")]).trim();
  const scratch = buildah("from scratch");
  buildah(`add ${scratch} ${base} /`);
  buildah(`commit --rm ${scratch} localhost/club-base`);
  const args = `--build-arg BASE=localhost/club-base --build-arg RELEASE=${release}`;
  const how = "--isolation chroot --pull=never --format docker";
  buildah(`build ${how} ${args} -f deploy/Containerfile -t horse-club .`);
  const { config } = (
    JSON.parse(buildah("inspect --type image localhost/horse-club")) as { Docker: DockerImage }
  ).Docker;
  const root = buildah(`mount ${buildah("from --pull=never localhost/horse-club")}`);
  const needless = NEEDLESS.filter((name) => existsSync(join(root, "usr/bin", name)));
  expectThat(needless.length === 0, `no compiler is inside, and there is ${needless.join(", ")}`);
  for (const name of ["vite", "vitest", "typescript", "npm"]) {
    expectThat(!existsSync(join(root, HOME, "node_modules", name)), `${name} is not inside`);
  }
  return { root, user: config.User, health: config.Healthcheck.Test.slice(1) };
}

interface DockerImage {
  readonly config: {
    readonly User: string;
    /** "CMD", then the command. */
    readonly Healthcheck: { readonly Test: readonly string[] };
  };
}

/** What of the package is still there, outside its data folder and the diaries of dpkg and apt. */
function leftOver(root: string): string[] {
  const named = mustRun("find", [root, "-xdev", "-iname", "*horse-club*", "-o", "-name", "club"]);
  return named
    .trim()
    .split("\n")
    .map((path) => path.slice(root.length + 1))
    .filter((path) => path !== "" && path !== DATA && !path.startsWith(`${DATA}/`));
}

function sizeOf(folder: string): string {
  return megabytes(Number(mustRun("du", ["-sb", folder]).split("\t")[0]));
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`;
}

function envOf(port: number): string {
  return `CLUB_DEMO=1 CLUB_BACKUPS=1 HOST=127.0.0.1 PORT=${port} CLUB_DATA_DIR=/${DATA}`;
}

/** For PostgreSQL and Node; the shell that mounts has a name space of its own, so nothing is left over. */
function mounts(root: string): string {
  return `mount -t proc proc ${root}/proc && mount -t tmpfs -o mode=1777 tmpfs ${root}/dev && mkdir -m 1777 ${root}/dev/shm || exit 9
for name in null zero random urandom; do touch ${root}/dev/$name && mount --bind /dev/$name ${root}/dev/$name || exit 9; done`;
}

/** What the unit of a service runs, as its user, with its own environment and this. */
function scriptOf(root: string, service: string, env: string): string {
  const unit = readFileSync(join(root, UNITS, `${service}.service`), "utf8");
  const line = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  const who = `${line("User")}:${line("Group")}`;
  return `${mounts(root)}
exec chroot --userspec=${who} ${root} env -i PATH=/usr/bin:/bin ${line("Environment")} ${env} ${line("ExecStart")}`;
}

/** The overall line of systemd-analyze security. @throws Error when a unit is open further than ours may be */
function exposureOf(root: string, service: string): string {
  const unit = join(root, UNITS, `${service}.service`);
  const args = ["security", "--offline=true", `--threshold=${MOST_EXPOSED}`, "--no-pager", unit];
  return mustRun("systemd-analyze", args).trim().split("\n").at(-1) ?? "";
}
