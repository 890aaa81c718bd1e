import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pg from "pg";
import { accountFor, binariesOf, plainEnv, run } from "../../core/db/embedded.host.ts";
import type { Account } from "../../core/db/embedded.host.ts";
import { logCommand, shellWord } from "../../core/db/log-archive.ts";
import type { Secrets } from "../../core/settings/secrets.ts";
import { logArchiveOf } from "./backup-list.ts";
import { BackupError, readManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { checkPack, unpack } from "./pack.ts";

const OWN_FILE = 0o600;
const REMOVE = { recursive: true, force: true } as const;
/** Tells where a timeline of the log began; each restore begins one. */
const HISTORY = /^[0-9A-F]{8}\.history\b/;

export interface RestoreTo {
  /** Where the cluster goes; nothing may be there. */
  readonly cluster: string;
  /** The superuser's new password: a backup does not hold the old one. */
  readonly password: string;
  /** false for a throwaway copy. */
  readonly isDurable: boolean;
  /** How far the archive of the log is replayed beyond the backup; without it, not at all. */
  readonly replay?: Replay | undefined;
}

export interface Replay {
  /** The folder of the archive. */
  readonly log: string;
  /** Up to this moment; null to the end of what there is. */
  readonly until: Date | null;
}

/**
 * Restores a cluster from a backup after checking every byte of it. It appears whole or not at all,
 * with its log replayed; it is not running.
 *
 * @throws BackupError
 */
export async function restoreBackup(
  folder: string,
  secrets: Pick<Secrets, "keyId" | "signingKey">,
  to: RestoreTo,
): Promise<Manifest> {
  const manifest = await readManifest(folder, secrets);
  await refuseOtherPostgres(manifest);
  const until = to.replay?.until;
  if (until !== undefined && until !== null && until.toISOString() < manifest.taken_at) {
    throw new BackupError(
      `The backup in ${folder} was taken at ${manifest.taken_at}, after that moment: take an older one.`,
    );
  }
  await checkPack(folder, manifest);
  const half = `${to.cluster}.new`;
  await rm(half, REMOVE);
  const account = await accountFor(to.cluster);
  try {
    await unpack(folder, manifest, { folder: half, account, isDurable: to.isDurable });
    const archive = logArchiveOf(dirname(folder));
    const log = await withinReach(to.replay?.log ?? archive, `${half}.log`, { to, account });
    await finish(half, account, { ...to, log });
    await rename(half, to.cluster);
  } catch (error) {
    await rm(half, REMOVE);
    throw error;
  } finally {
    await rm(`${half}.log`, REMOVE);
  }
  return manifest;
}

async function refuseOtherPostgres(manifest: Manifest): Promise<void> {
  const { postgres } = await binariesOf();
  const { output } = await run(postgres, ["--version"]);
  const version = Number(/\)\s+(\d+)/.exec(output)?.[1]);
  if (version === manifest.postgres) return;
  throw new BackupError(
    `The backup is of PostgreSQL ${manifest.postgres} and this release has ${version}: restore it with the release that made it, then upgrade.`,
  );
}

interface Finish extends RestoreTo {
  /** What is replayed, or only tells which timelines there are. */
  readonly log: string;
}

/**
 * Runs one statement in single-user mode, so nobody can connect: the superuser's new password. The
 * log is replayed before it. A new timeline begins in any case: what this club does from now on is
 * not taken for the log of the club that was.
 */
async function finish(cluster: string, account: Account, to: Finish): Promise<void> {
  const { postgres } = await binariesOf();
  const signal = join(cluster, "recovery.signal");
  await writeFile(signal, "", { mode: OWN_FILE });
  await account.own(signal);
  const flags = replayFlags(to).flatMap((flag) => ["-c", flag]);
  const args = ["--single", "-D", cluster, "-c", "exit_on_error=true", ...flags];
  const child = spawn(postgres, [...args, "postgres"], {
    stdio: ["pipe", "ignore", "pipe"],
    env: plainEnv(),
    cwd: cluster,
    ...account.ids,
  });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
  child.stdin.on("error", () => undefined);
  child.stdin.end(`ALTER ROLE postgres PASSWORD ${pg.escapeLiteral(to.password)};\n`);
  const [code] = (await once(child, "close")) as [number | null];
  const label = await readFile(join(cluster, "backup_label"), "utf8").catch(() => null);
  if (code === 0 && label === null) return;
  throw new BackupError(whyNot(words, to.replay));
}

/**
 * As root the database runs as another user, who may not enter every folder: it gets a copy. What is
 * not to be replayed is left out of it: PostgreSQL asks only which timelines are taken.
 */
async function withinReach(
  log: string,
  copy: string,
  { to, account }: { to: RestoreTo; account: Account },
): Promise<string> {
  const isReplayed = to.replay !== undefined;
  if (isReplayed && account.ids.uid === undefined) return log;
  await rm(copy, REMOVE);
  await mkdir(copy);
  for (const name of await readdir(log).catch(() => [])) {
    if (!isReplayed && !HISTORY.test(name)) continue;
    await cp(join(log, name), join(copy, name), { recursive: true });
    await account.own(join(copy, name));
  }
  await account.own(copy);
  return copy;
}

function replayFlags({ log, replay }: Finish): string[] {
  const fetch = logCommand("fetch", `${shellWord(log)}/%f`, '"%p"');
  const flags = [`restore_command=${fetch}`, "hot_standby=off", "recovery_target_action=promote"];
  if (replay === undefined) return [...flags, "recovery_target_timeline=current"];
  const { until } = replay;
  if (until === null) return flags;
  // The names of zones, "Z" among them, are not read yet when this is.
  return [...flags, `recovery_target_time=${until.toISOString().replace("Z", "+00:00")}`];
}

function whyNot(words: string, replay: Replay | undefined): string {
  const until = replay?.until?.toISOString() ?? "";
  if (words.includes("ended before configured recovery target")) {
    return `The log in ${replay?.log} ends before ${until}: name an earlier moment, or "--to end" for all that there is.`;
  }
  if (words.includes("before consistent recovery point")) {
    return `The backup was still being taken at ${until}: take an older one, or name a later moment.`;
  }
  return `The copy could not be brought to a whole: ${words.trim().split("\n").at(-1) ?? ""}`;
}
