import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificates } from "./cluster/files.ts";

const INSIDE = join(import.meta.dirname, "cluster/inside.ts");
/** PID 1 has to bury what others leave behind, and to end with whoever started it. */
const APART = "--net --mount --pid --fork --kill-child --mount-proc".split(" ");
const SCRIPT = `mkdir -p "$0/run" && mount -t tmpfs tmpfs /run && mount --bind "$0/hosts" /etc/hosts && "$@"; exit $?`;

/**
 * Three Patroni, three etcd, two clubs, HAProxy and PgBouncer, each on a machine of its own (a
 * network name space) with the files of deploy/cluster; then faults while people bet.
 * CLUB_DRILL_KEEP=1 leaves the folder with its logs.
 */
export async function drillCluster(args: readonly string[]): Promise<readonly string[]> {
  const place = mkdtempSync(join(tmpdir(), "club-cluster-"));
  chmodSync(place, 0o711);
  try {
    makeCertificates(place);
    writeFileSync(join(place, "hosts"), "127.0.0.1 localhost\n10.0.0.5 club.example\n");
    const node = [process.execPath, INSIDE, place, ...args];
    const child = spawn("unshare", [...APART, "sh", "-c", SCRIPT, place, ...node], {
      stdio: "inherit",
      env: { PATH: process.env["PATH"], NODE_EXTRA_CA_CERTS: join(place, "ca.pem") },
    });
    // It hears nothing else while it waits.
    for (const name of ["SIGINT", "SIGTERM"] as const)
      process.on(name, () => child.kill("SIGKILL"));
    const [status] = (await once(child, "exit")) as [number | null];
    if (status !== 0) throw new Error("The drill of the cluster failed.");
    return [
      "every acknowledged bet is there once, every key in doubt has one answer, the books are whole",
    ];
  } finally {
    if (process.env["CLUB_DRILL_KEEP"] !== "1") rmSync(place, { recursive: true, force: true });
  }
}
