/**
 * The first step of every command: `node scripts/bootstrap.mjs COMMAND`. Plain JavaScript for any
 * Node from 20 on. Installs what the lock file names if it is missing, then runs scripts/COMMAND.ts
 * with the Node that came with the install.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const LEAST_NODE = 20;
const LOOK_EVERY_MS = 300;
const STAMP = ".club-lock";

/** The fingerprint of a lock file; the stamp in node_modules holds the installed one's. */
export function fingerprint(lockText) {
  return createHash("sha256").update(lockText).digest("hex");
}

/**
 * True when node_modules is what package-lock.json says. The stamp is written last, so a broken-off
 * install has none. For an install made by hand, npm's own list, also written last, is compared.
 */
export function isInstalled(root) {
  const modules = join(root, "node_modules");
  if (!existsSync(join(modules, ".bin", "node"))) return false;
  const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
  const stamp = readOrNothing(join(modules, STAMP));
  if (stamp !== undefined) return stamp === fingerprint(lockText);
  const ownList = readOrNothing(join(modules, ".package-lock.json"));
  return ownList !== undefined && isSameInstall(JSON.parse(lockText), JSON.parse(ownList));
}

/**
 * Compares what should be there with what npm says it installed. Programs for other systems may be
 * missing, and this system's may be there though the lock was made on another.
 */
export function isSameInstall(wanted, found) {
  const isThere = (name) => {
    const here = found.packages[name];
    if (here === undefined) return wanted.packages[name].optional === true;
    return (
      here.version === wanted.packages[name].version &&
      here.integrity === wanted.packages[name].integrity
    );
  };
  const isKnown = (name) => name in wanted.packages || found.packages[name].optional === true;
  const names = Object.keys(wanted.packages).filter((name) => name !== "");
  return names.every(isThere) && Object.keys(found.packages).every(isKnown);
}

/** Installs exactly what the lock file names; returns one sentence when that fails. */
export function install(root, run = runNpm) {
  const modules = join(root, "node_modules");
  try {
    rmSync(join(modules, STAMP), { force: true });
  } catch (error) {
    return sentenceOfNpm(root, String(error));
  }
  console.log("Installing what the club is made of (once, about a minute) ...");
  const flags = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  let { status, output } = run(root, ["ci", ...flags]);
  if (status !== 0 && output.includes("EUSAGE")) {
    // A lock made on one system may lack the programs of the others, which npm ci of some versions
    // rejects. npm install takes the same versions, which is checked below.
    rmSync(modules, { recursive: true, force: true });
    ({ status, output } = run(root, ["install", "--no-save", ...flags]));
    if (status === 0 && !isInstalled(root)) {
      return "package.json and package-lock.json do not belong together: run npm install and commit both.";
    }
  }
  if (status !== 0) {
    console.error(output.trim());
    return sentenceOfNpm(root, output);
  }
  writeStamp(root);
  return undefined;
}

function sentenceOfNpm(root, output) {
  if (/EROFS|read-only file system|EACCES|EPERM/.test(output)) {
    return `The install did not work, since ${root} cannot be written: start from a copy that you may write, or install a release, which needs no install of its own.`;
  }
  if (/ENOSPC|no space left/i.test(output)) return "The disk is full: make room and try again.";
  return "The install did not work (npm's own words are above): check the connection to the npm registry and the free disk space, then try again.";
}

function writeStamp(root) {
  const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
  try {
    writeFileSync(join(root, "node_modules", STAMP), fingerprint(lockText));
  } catch {
    // A place that cannot be written: npm's own list is compared each time.
  }
}

function runNpm(root, args) {
  const npm = process.env.npm_execpath;
  const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  const { status, stdout, stderr, error } = isNpm
    ? spawnSync(nodeOutside(root), [npm, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  return { status: status ?? 1, output: `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}` };
}

/** A Node outside node_modules, which is about to go; `npm run` may have found the one inside. */
export function nodeOutside(
  root,
  { path = process.env.PATH ?? "", started = process.env.npm_node_execpath } = {},
) {
  const isOurs = (file) => file.startsWith(join(root, "node_modules"));
  if (started !== undefined && !isOurs(started)) return started;
  const name = process.platform === "win32" ? "node.exe" : "node";
  const found = path.split(delimiter).map((folder) => join(folder, name));
  return found.find((file) => !isOurs(file) && existsSync(file)) ?? process.execPath;
}

function readOrNothing(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Runs a command with the installed Node. When either of us ends, so does the other. */
function hand(command, args) {
  const node = join(ROOT, "node_modules", ".bin", "node");
  const script = join(ROOT, "scripts", `${command}.ts`);
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", script, ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    cwd: ROOT,
  });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => child.kill(name));
  child.on("error", (error) => fail(`The command ${command} cannot be run: ${error.message}.`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 1)));
  stopWithNpm(child);
}

/** A killed npm leaves us running without notice: then the command stops as if asked to. */
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const look = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(look);
    child.kill("SIGTERM");
  }, LOOK_EVERY_MS);
  look.unref();
}

function parentOf(pid) {
  const text = readOrNothing(`/proc/${pid}/stat`);
  return text === undefined
    ? undefined
    : Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
}

function main() {
  const [command, ...args] = process.argv.slice(2);
  if (Number(process.versions.node.split(".")[0]) < LEAST_NODE) {
    fail(`The club needs Node ${LEAST_NODE} or newer to begin; this is ${process.versions.node}.`);
  }
  if (command === undefined || !existsSync(join(ROOT, "scripts", `${command}.ts`))) {
    fail(`There is no command "${command ?? ""}": see the scripts in package.json.`);
  }
  if (!isInstalled(ROOT)) {
    const sentence = install(ROOT);
    if (sentence !== undefined) fail(sentence);
  } else if (!existsSync(join(ROOT, "node_modules", STAMP))) {
    writeStamp(ROOT);
  }
  hand(command, args);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
