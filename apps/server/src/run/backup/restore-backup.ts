import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { accountFor, binariesOf, plainEnv, run } from "../../core/db/embedded.host.ts";
import type { Account } from "../../core/db/embedded.host.ts";
import type { Secrets } from "../../core/settings/secrets.ts";
import { BackupError, readManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { checkPack, unpack } from "./pack.ts";

export interface RestoreTo {
  /** Where the cluster goes; nothing may be there. */
  readonly cluster: string;
  /** The superuser's new password: a backup does not hold the old one. */
  readonly password: string;
  /** false for a throwaway copy. */
  readonly isDurable: boolean;
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
  await checkPack(folder, manifest);
  const half = `${to.cluster}.new`;
  await rm(half, { recursive: true, force: true });
  const account = await accountFor(to.cluster);
  try {
    await unpack(folder, manifest, { folder: half, account, isDurable: to.isDurable });
    await setPassword(half, account, to.password);
    await rename(half, to.cluster);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
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

/** Runs one statement in single-user mode, so nobody can connect; the log is replayed before it. */
async function setPassword(cluster: string, account: Account, password: string): Promise<void> {
  const { postgres } = await binariesOf();
  const args = ["--single", "-D", cluster, "-c", "exit_on_error=true", "postgres"];
  const child = spawn(postgres, args, {
    stdio: ["pipe", "ignore", "pipe"],
    env: plainEnv(),
    cwd: cluster,
    ...account.ids,
  });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
  child.stdin.on("error", () => undefined);
  child.stdin.end(`ALTER ROLE postgres PASSWORD ${pg.escapeLiteral(password)};\n`);
  const [code] = (await once(child, "close")) as [number | null];
  const label = await readFile(join(cluster, "backup_label"), "utf8").catch(() => null);
  if (code === 0 && label === null) return;
  const last = words.trim().split("\n").at(-1) ?? "";
  throw new BackupError(`The copy could not be brought to a whole: ${last}`);
}
