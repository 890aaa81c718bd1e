import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkAddresses } from "../../apps/server/src/core/db/check-addresses.ts";
import { accountFor } from "../../apps/server/src/core/db/embedded.host.ts";
import type { Account } from "../../apps/server/src/core/db/embedded.host.ts";
import { makeDataFolder, openClubDatabase } from "./club-database.ts";
import { ROOT } from "./steps.ts";

const RULES = join(ROOT, "deploy/prometheus");
const POLL_MS = 200;
const TRIES = 100;

interface Where {
  readonly folder: string;
  /** Who runs it; default: ourselves. */
  readonly account?: Account;
}

/** Runs a program to its end. @throws Error with its last words when it fails */
export function mustRun(program: string, args: readonly string[], where?: Where): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: where?.folder ?? ROOT,
    ...where?.account?.ids,
    encoding: "utf8",
    maxBuffer: 2 ** 27,
  });
  if (status === 0) return stdout;
  const words = `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`
    .trim()
    .split("\n")
    .slice(-12);
  throw new Error(`${program} ${args.join(" ")} failed:\n${words.join("\n")}`);
}

/** The rules are sound, and each alert begins with its fault and ends with it. */
export async function drillRules(): Promise<readonly string[]> {
  const place = { folder: RULES };
  const checked = mustRun("promtool", ["check", "rules", "club.rules.yml"], place);
  const tested = mustRun("promtool", ["test", "rules", "club.test.yml"], place);
  mustRun("promtool", ["check", "config", "prometheus.yml"], place);
  return [/\d+ rules found/.exec(checked)?.[0] ?? "", `tests: ${tested.trim().split("\n").at(-1)}`];
}

/** What the start makes of the real PgBouncer before a club's own database. */
export async function drillPooler(): Promise<readonly string[]> {
  const place = await mkdtemp(join(tmpdir(), "club-pooler-"));
  await chmod(place, 0o711);
  const data = join(place, "data");
  await makeDataFolder(data);
  const database = await openClubDatabase(data);
  try {
    const seen: string[] = [];
    for (const mode of ["session", "transaction"]) {
      const answer = await throughPooler(place, mode, database);
      seen.push(`${mode} mode: ${answer ?? "passes"}`);
      if ((mode === "session") !== (answer === undefined)) throw new Error(seen.join("\n"));
    }
    return seen;
  } finally {
    await database.server.stop();
    await rm(place, { recursive: true, force: true });
  }
}

/** @returns the sentence of a refusal. */
async function throughPooler(
  place: string,
  mode: string,
  { appUrl, ownerUrl }: { appUrl: string; ownerUrl: string },
): Promise<string | undefined> {
  const port = await freePort();
  const [app, owner] = [new URL(appUrl), new URL(ownerUrl)];
  const users = [app, owner].map(
    (url) => `"${url.username}" "${decodeURIComponent(url.password)}"`,
  );
  const account = await accountFor(join(place, "data"));
  const files = { ini: join(place, `${mode}.ini`), users: join(place, `${mode}.users`) };
  await writeFile(files.users, `${users.join("\n")}\n`);
  await writeFile(
    files.ini,
    `[databases]
club = host=127.0.0.1 port=${app.port} dbname=club
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = scram-sha-256
auth_file = ${files.users}
pool_mode = ${mode}
ignore_startup_parameters = extra_float_digits
unix_socket_dir =
`,
  );
  for (const file of Object.values(files)) await account.own(file);
  const pooler = spawn("pgbouncer", [files.ini], { stdio: "ignore", cwd: "/", ...account.ids });
  try {
    await untilOpen(port);
    const through = (url: URL): string => url.href.replace(`:${url.port}/`, `:${port}/`);
    await checkAddresses({ appUrl: through(app), ownerUrl: through(owner) }, { singleRole: false });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    const ended = once(pooler, "exit");
    pooler.kill("SIGKILL");
    await ended;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status } = spawnSync(process.execPath, [
      "-e",
      `require("net").connect(${port}, "127.0.0.1").on("connect", () => process.exit(0)).on("error", () => process.exit(1))`,
    ]);
    if (status === 0) return;
    await sleep(POLL_MS);
  }
  throw new Error(`Nobody listens at port ${port}.`);
}

/** @throws Error */
export function expectThat(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Not as it should be: ${what}.`);
}

/** Asks again and again. @throws Error once it took too long */
export async function until(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It was waited in vain until ${what}.`);
    await sleep(POLL_MS);
  }
}
