import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../steps.ts";
import { fill, PASSWORD, writeBalancerFiles, writeClubFiles, writeDatabaseFiles } from "./files.ts";
import { layNetwork, Machine } from "./machines.ts";

const POLL_MS = 250;
const WITHIN_MS = 240_000;
const ASK_MS = 2000;
/** A standby that does not follow for so long will not by itself. */
const STUCK_MS = 60_000;

interface Follower {
  readonly application_name: string;
  readonly state: string;
  readonly sync_state: string;
}

interface Member {
  readonly name: string;
  readonly role: string;
}

/** The machines of a club that survives one of each: as deploy/cluster lays them out. */
export class Cluster {
  readonly databases: readonly Machine[];
  readonly clubs: readonly Machine[];
  readonly balancer: Machine;
  /** The standbys that had to be made anew, by name. */
  readonly remade: string[] = [];

  private constructor(place: string) {
    const machine = (name: string, last: number): Machine =>
      new Machine(place, name, `10.0.0.${last}`);
    this.databases = [1, 2, 3].map((number) => machine(`pg${number}`, 20 + number));
    this.clubs = [1, 2].map((number) => machine(`club${number}`, 10 + number));
    this.balancer = machine("balancer", 5);
  }

  /** Starts everything, one after the other as a keeper would; `say` is told of each step. */
  static async start(place: string, say: (line: string) => void): Promise<Cluster> {
    layNetwork();
    const cluster = new Cluster(place);
    const all = [...cluster.databases, ...cluster.clubs, cluster.balancer];
    await Promise.all(all.map(async (machine) => await machine.connect()));
    cluster.#writeFiles(place);
    for (const machine of cluster.databases) {
      const config = ["--config-file", "/etc/etcd.conf.yml"];
      machine.must("install", "-d", "-o", "etcd", "-m", "0700", "/var/lib/etcd/club");
      machine.must("install", "-d", "-o", "postgres", "-m", "0755", "/var/lib/postgresql");
      machine.start({ user: "etcd", command: ["etcd", ...config] });
    }
    for (const machine of cluster.databases) {
      machine.start({ user: "postgres", command: ["patroni", "/etc/patroni/config.yml"] });
    }
    await cluster.untilWhole();
    say(`${cluster.databases.length} databases, the primary is ${(await cluster.leader()).name}`);
    await cluster.#makeRoles();
    cluster.balancer.start({ user: "root", command: BALANCER });
    for (const [index, machine] of cluster.clubs.entries()) {
      await cluster.#startClub(machine, index === 1);
    }
    say("two clubs behind the balancer, the second by PgBouncer and HAProxy");
    return cluster;
  }

  /** The machine of the primary. */
  async leader(): Promise<Machine> {
    return await until("a primary", async () => {
      const found = await Promise.all(
        this.databases.map(async (machine) => await isOk(`http://${machine.address}:8008/primary`)),
      );
      return this.databases.find((_, index) => found[index]);
    });
  }

  /** Waits until all three are there, one of them is the synchronous standby, and both clubs serve. */
  async untilWhole(): Promise<void> {
    const since = performance.now();
    const before = this.remade.length;
    await until("a whole cluster", async () => {
      const leader = await this.leader();
      // What the primary itself sees: a node may call itself running long before it follows.
      const text = (await read(`http://${leader.address}:8008/patroni`)) ?? "{}";
      const { replication = [] } = JSON.parse(text) as { replication?: Follower[] };
      const following = replication.filter(({ state }) => state === "streaming");
      const isSafe = following.some(({ sync_state }) => sync_state === "sync");
      const names = [leader.name, ...following.map(({ application_name }) => application_name)];
      const lost = this.databases.find(({ name }) => !names.includes(name));
      const isStuck = performance.now() - since > STUCK_MS && this.remade.length === before;
      if (lost !== undefined && isStuck) await this.#makeAnew(lost);
      return isSafe && lost === undefined;
    });
    await Promise.all(
      this.clubs
        .filter((machine) => machine.pids(/./).length > 0)
        .map(async ({ address, name }) => {
          await until(name, async () => await isOk(`http://${address}:8080/readyz`));
        }),
    );
  }

  /** As the handbook says of a standby that does not come back: `patronictl reinit`. */
  async #makeAnew({ name, address }: Machine): Promise<void> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ force: true });
    const url = `http://${address}:8008/reinitialize`;
    const answer = await fetch(url, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`${name} is not made anew: ${await answer.text()}`);
    this.remade.push(name);
  }

  async members(): Promise<readonly Member[]> {
    for (const { address } of this.databases) {
      const text = await read(`http://${address}:8008/cluster`);
      if (text !== undefined) return (JSON.parse(text) as { members: Member[] }).members;
    }
    return [];
  }

  /** Runs SQL on the primary as its superuser, with options of psql. @returns what psql writes, unaligned */
  async query(sql: string, options: readonly string[]): Promise<string> {
    const leader = await this.leader();
    const psql = ["psql", "-qAt", "-v", "ON_ERROR_STOP=1", ...options, "-f"];
    writeFileSync(leader.etc("drill.sql"), sql);
    return leader.must("setpriv", ...POSTGRES, ...psql, "/etc/drill.sql").trim();
  }

  /** A command of the club on its first machine, with its settings. */
  command(...args: readonly string[]): string {
    const script = withSettings(["scripts/club.ts", ...args].join(" "));
    return (this.clubs[0] as Machine).must("sh", "-c", script);
  }

  #writeFiles(place: string): void {
    for (const [index, machine] of this.databases.entries()) {
      writeDatabaseFiles(machine, place, index + 1);
    }
    for (const [index, machine] of this.clubs.entries()) {
      writeClubFiles(machine, place, index === 1);
      if (index === 1) writeBalancerFiles(machine, place);
    }
    writeBalancerFiles(this.balancer, place);
  }

  async #makeRoles(): Promise<void> {
    const variables = ["-v", `owner=${PASSWORD}`, "-v", `app=${PASSWORD}`];
    await this.query(fill("roles.sql", []), variables);
  }

  async #startClub(machine: Machine, hasPooler: boolean): Promise<void> {
    machine.must("mkdir", "-p", "/var/lib/horse-club");
    if (hasPooler) {
      machine.start({ user: "root", command: BALANCER });
      machine.start({ user: "postgres", command: POOLER });
    }
    const command = ["sh", "-c", withSettings("scripts/start.ts")] as const;
    machine.start({ user: "root", command, again: true });
    await until(machine.name, async () => await isOk(`http://${machine.address}:8080/readyz`));
  }
}

const BALANCER = ["haproxy", "-db", "-f", "/etc/haproxy/haproxy.cfg"] as const;
const POOLER = ["pgbouncer", "/etc/pgbouncer/pgbouncer.ini"] as const;
const POSTGRES = ["--reuid=postgres", "--regid=postgres", "--init-groups"];

function withSettings(script: string): string {
  return `set -a; . /etc/horse-club/club.env; CLUB_DATA_DIR=/var/lib/horse-club; cd ${ROOT}; exec ${process.execPath} ${script}`;
}

/** @returns what it says, or undefined unless it says 200 in time. */
async function read(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) });
    const text = await answer.text();
    return answer.status === 200 ? text : undefined;
  } catch {
    return undefined;
  }
}

async function isOk(url: string): Promise<boolean> {
  return (await read(url)) !== undefined;
}

/** @throws Error when it does not come to be */
export async function until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + WITHIN_MS;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    await sleep(POLL_MS);
  }
  throw new Error(`There is no ${what} after ${WITHIN_MS / 1000} s.`);
}
