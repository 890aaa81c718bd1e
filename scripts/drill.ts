import { spawnSync } from "node:child_process";
import { asksForHelp } from "./lib/asks-for-help.ts";
import { drillAlerts } from "./lib/drill-alerts.ts";
import { drillCluster } from "./lib/drill-cluster.ts";
import { drillEdge } from "./lib/drill-edge.ts";
import { drillPgBackRest } from "./lib/drill-pgbackrest.ts";
import { drillDeb, drillImage } from "./lib/drill-roots.ts";
import { drillPooler, drillRules } from "./lib/drill-tools.ts";

/** `npm run drill -- NAME`: walks a way of running a club with the programs that it really needs. */
interface Drill {
  readonly about: string;
  /** Programs, each with the package of Debian that has it. */
  readonly needs: Readonly<Record<string, string>>;
  readonly needsRoot: boolean;
  /** @returns what was seen, a line each. @throws Error - what was not as it should be. */
  readonly run: (args: readonly string[]) => Promise<readonly string[]>;
}

const DRILLS: Readonly<Record<string, Drill>> = {
  alerts: {
    about: "makes the fault of each alert (or of those named) and has a real Prometheus see it",
    needs: { prometheus: "prometheus", pkill: "procps" },
    needsRoot: true,
    run: drillAlerts,
  },
  cluster: {
    about:
      "makes faults in a cluster with deploy/cluster's files while people bet (--short, --rate=100)",
    needs: {
      patroni: "patroni",
      etcd: "etcd-server",
      haproxy: "haproxy",
      pgbouncer: "pgbouncer",
      psql: "postgresql",
      openssl: "openssl",
      ip: "iproute2",
    },
    needsRoot: true,
    run: drillCluster,
  },
  deb: {
    about: "installs the .deb of dist/ in a clean Debian, places a bet, purges it",
    needs: { mmdebstrap: "mmdebstrap", "systemd-analyze": "systemd" },
    needsRoot: true,
    run: drillDeb,
  },
  edge: {
    about: "puts HAProxy with deploy/edge's file before a club and two edges, and kills these",
    needs: { haproxy: "haproxy" },
    needsRoot: false,
    run: drillEdge,
  },
  image: {
    about: "builds the image of dist/'s release, runs it with a read-only root, places a bet",
    needs: { mmdebstrap: "mmdebstrap", buildah: "buildah" },
    needsRoot: true,
    run: drillImage,
  },
  pgbackrest: {
    about: "restores a moment of a PostgreSQL server by pgBackRest, with deploy's configuration",
    needs: { pgbackrest: "pgbackrest" },
    needsRoot: false,
    run: drillPgBackRest,
  },
  pooler: {
    about: "starts PgBouncer in both modes: sessions pass, transactions are refused",
    needs: { pgbouncer: "pgbouncer" },
    needsRoot: false,
    run: drillPooler,
  },
  rules: {
    about: "checks the alert rules and makes each of them fire and end, by promtool",
    needs: { promtool: "prometheus" },
    needsRoot: false,
    run: drillRules,
  },
};

const USAGE = [
  "npm run drill -- NAME",
  ...Object.entries(DRILLS).map(([name, { about }]) => `  ${name.padEnd(12)}${about}`),
].join("\n");

async function main(name: string | undefined): Promise<number> {
  const drill = DRILLS[name ?? ""];
  if (drill === undefined) {
    console.log(USAGE);
    return asksForHelp([name ?? ""]) ? 0 : 2;
  }
  const missing = whatIsMissing(drill);
  if (missing !== undefined) {
    console.error(`The drill "${name}" was not run: ${missing}`);
    return 1;
  }
  for (const line of await drill.run(process.argv.slice(3))) console.log(line);
  return 0;
}

function whatIsMissing({ needs, needsRoot }: Drill): string | undefined {
  const packages = Object.entries(needs)
    .filter(([program]) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0)
    .map(([, name]) => name);
  if (packages.length > 0) return `apt-get install ${packages.join(" ")}, then again.`;
  return needsRoot && process.getuid?.() !== 0
    ? "it makes roots and mounts: run it as root."
    : undefined;
}

try {
  process.exitCode = await main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
