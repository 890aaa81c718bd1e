import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { report } from "../../bench/lib/report.ts";
import type { Row } from "../../bench/lib/figures.ts";
import { makeFaults } from "./alert-faults.ts";
import type { AlertFault } from "./alert-faults.ts";
import { makeSurroundings } from "./alert-surroundings.ts";
import { DrillClub } from "./drill-club.ts";
import { freePort, until } from "./drill-tools.ts";
import { ROOT } from "./steps.ts";

const NAME = "each alert by its fault, on a running demo club";
const RULES = join(ROOT, "deploy/prometheus/club.rules.yml");
/** The club's folder is a disk of its own, to be filled. */
const DISK_GB = 6;
/** Rules that look back or wait for minutes do so for seconds here; their figures stay. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/for: [1-9]\d*[smh]/g, "for: 3s"],
  [/\[5m\]/g, "[15s]"],
  [/\[6h\]/g, "[30s]"],
];
const READY_MS = 180_000;
/** The longest look of the club itself: at the certificate, every ten minutes. */
const SLOW_MS = 900_000;
const QUICK_MS = 240_000;

/**
 * Each alert of deploy/prometheus by its fault: a demo club as `npm start` runs it, watched by a real
 * Prometheus with the rules that are handed out. The fault begins and its alert fires; the fault is
 * mended and it ends. Figures of a run of them all go to bench/results. The slow ones run side by side, then the others one after the other.
 *
 * @param names - of the alerts to try; none: all
 * @throws Error when one does not fire, does not end, or fires before anything was done.
 */
export async function drillAlerts(names: readonly string[] = []): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "club-alerts-"));
  // The database runs as a user of its own.
  chmodSync(folder, 0o711);
  const data = join(folder, "data");
  mkdirSync(data);
  const options = `size=${DISK_GB}g,mode=711`;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "club-drill", data]);
  if (mounted.status !== 0) throw new Error("A disk in memory cannot be mounted here.");
  const around = await makeSurroundings(folder);
  let prometheus: Prometheus | undefined;
  let club: DrillClub | undefined;
  try {
    club = await DrillClub.start(data, around.env);
    prometheus = await Prometheus.start(folder, club.port);
    const faults = makeFaults(club, around).filter(({ alerts }) => {
      return names.length === 0 || alerts.some((alert) => names.includes(alert));
    });
    const rows = await walk(prometheus, faults);
    if (names.length === 0) report("alerts.bench.ts", { name: NAME, rows });
    return rows.map(({ name, value }) => `${name}: ${value}`);
  } finally {
    await prometheus?.stop();
    await club?.stop();
    await around.close();
    spawnSync("umount", ["-l", data]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walk(prometheus: Prometheus, faults: readonly AlertFault[]): Promise<Row[]> {
  const before = await prometheus.firing();
  if (before.size > 0) throw new Error(`Before any fault there is ${[...before].join(", ")}.`);
  const slow = faults.filter(({ isSlow }) => isSlow === true);
  const rows = await Promise.all(slow.map(async (fault) => await makeOne(prometheus, fault)));
  for (const fault of faults) {
    if (fault.isSlow !== true) rows.push(await makeOne(prometheus, fault));
  }
  return rows.flat();
}

async function makeOne(prometheus: Prometheus, fault: AlertFault): Promise<Row[]> {
  const { alerts, says } = fault;
  const withinMs = fault.isSlow === true ? SLOW_MS : QUICK_MS;
  const begun = performance.now();
  const seconds = (): string => ((performance.now() - begun) / 1000).toFixed(0);
  const waitFor = async (are: boolean, words: string): Promise<string[]> =>
    await Promise.all(
      alerts.map(async (alert) => {
        const isSo = async (): Promise<boolean> => (await prometheus.firing()).has(alert) === are;
        await until(`${alert} ${words} by: ${says}`, withinMs, isSo);
        return `${alert} ${words} after ${seconds()} s`;
      }),
    );
  const mend = await fault.begin();
  let fired: string[] = [];
  try {
    fired = await waitFor(true, "fires");
  } finally {
    await mend();
  }
  const mendedAt = seconds();
  const ended = await waitFor(false, "ends");
  return fired.map((words, i) => {
    console.log(`${words}, mended at ${mendedAt} s, ${ended[i]}`);
    const [, at] = / after (\d+) s$/.exec(words) ?? [];
    const [, end] = / after (\d+) s$/.exec(ended[i] ?? "") ?? [];
    return {
      name: `${alerts[i]}: ${says}; fires, mended, over after`,
      value: `${at} / ${mendedAt} / ${end}`,
      unit: "s",
    };
  });
}

/** The real one, on a folder of its own, once a second. */
class Prometheus {
  readonly #child: ChildProcess;
  readonly #url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = url;
  }

  static async start(folder: string, clubPort: number): Promise<Prometheus> {
    const port = await freePort();
    const rules = SHORTER.reduce(
      (text, [long, short]) => text.replaceAll(long, short),
      readFileSync(RULES, "utf8"),
    );
    writeFileSync(join(folder, "rules.yml"), rules);
    writeFileSync(
      join(folder, "prometheus.yml"),
      `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: club
    static_configs: [{ targets: ["127.0.0.1:${clubPort}"] }]
`,
    );
    const child = spawn(
      "prometheus",
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/figures`,
        `--web.listen-address=127.0.0.1:${port}`,
        "--log.level=error",
      ],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    const prometheus = new Prometheus(child, `http://127.0.0.1:${port}`);
    await until("Prometheus scrapes the club", READY_MS, async () => {
      const answer = await fetch(`${prometheus.#url}/api/v1/query?query=up`).catch(() => null);
      const text = (await answer?.text()) ?? "";
      return text.includes('"1"');
    });
    return prometheus;
  }

  /** Names of the alerts that fire now. */
  async firing(): Promise<ReadonlySet<string>> {
    const answer = await fetch(`${this.#url}/api/v1/alerts`);
    const { data } = (await answer.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    return new Set(
      data.alerts.flatMap(({ state, labels }) => (state === "firing" ? [labels.alertname] : [])),
    );
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }
}
