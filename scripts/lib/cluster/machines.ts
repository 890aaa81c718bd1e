import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mustRun } from "../drill-tools.ts";

const BRIDGE = "club0";
const POLL_MS = 20;
const RESTART_MS = 2000;

const ip = (...args: readonly string[]): string => mustRun("ip", args);

/** The network between the machines; ours is the address of those who bet. */
export function layNetwork(): void {
  ip("link", "set", "lo", "up");
  ip("link", "add", BRIDGE, "type", "bridge");
  ip("addr", "add", "10.0.0.1/24", "dev", BRIDGE);
  ip("link", "set", BRIDGE, "up");
}

/** What a machine runs: the user, and the command line. */
export interface Service {
  readonly user: string;
  readonly command: readonly [string, ...string[]];
  /** Started again when it fails, as the club's unit has it. */
  readonly again?: boolean;
}

/**
 * A machine of the drill: an address of its own on the bridge, and its own /etc, /var/lib, /run and
 * /tmp over those of this machine, so that every file has the place that it has in earnest.
 */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  readonly #services: Service[] = [];
  readonly #holder: ChildProcess;

  constructor(place: string, name: string, address: string) {
    this.name = name;
    this.address = address;
    this.#folder = join(place, name);
    for (const part of ["etc", "lib", "run/postgresql", "tmp", "work/etc", "work/lib", "log"]) {
      mkdirSync(join(this.#folder, part), { recursive: true });
    }
    chmodSync(join(this.#folder, "tmp"), 0o1777);
    mustRun("chown", ["postgres:", join(this.#folder, "run/postgresql")]);
    this.#holder = spawn("unshare", ["--net", "--mount", "sleep", "infinity"], { stdio: "ignore" });
  }

  /** Where a file of /etc is kept. */
  etc(path: string): string {
    return join(this.#folder, "etc", path);
  }

  async connect(): Promise<void> {
    const pid = String(this.#holder.pid);
    while (netOf(pid) === netOf("self") || netOf(pid) === "") await sleep(POLL_MS);
    const link = `v${this.name}`;
    ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", pid);
    ip("link", "set", link, "master", BRIDGE, "up");
    this.must("ip", "link", "set", "lo", "up");
    this.must("ip", "addr", "add", `${this.address}/24`, "dev", "eth0");
    this.must("ip", "link", "set", "eth0", "up");
    this.#layOver("/etc", "etc");
    this.#layOver("/var/lib", "lib");
    for (const part of ["run", "tmp"]) {
      this.must("mount", "--bind", join(this.#folder, part), `/${part}`);
    }
  }

  /** What it writes under a path of this machine stays its own. */
  #layOver(path: string, part: string): void {
    const own = join(this.#folder, part);
    const layers = [`lowerdir=${path}`, `upperdir=${own}`];
    const options = [...layers, `workdir=${join(this.#folder, "work", part)}`].join(",");
    this.must("mount", "-t", "overlay", "overlay", "-o", options, path);
  }

  /** Runs a command in it to its end. @throws Error when it fails */
  must(...command: readonly string[]): string {
    return mustRun("nsenter", [...this.#enter(), ...command]);
  }

  /** Starts a service, now and whenever the machine is switched on. */
  start(service: Service): void {
    this.#services.push(service);
    this.#launch(service);
  }

  /** @returns the processes in it whose command line is like that. */
  pids(like = /^/): number[] {
    const net = netOf(String(this.#holder.pid));
    return readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== this.#holder.pid)
      .filter((pid) => netOf(pid) === net && like.test(commandOf(pid)))
      .map(Number);
  }

  signal(name: NodeJS.Signals, pids = this.pids()): void {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended since.
      }
    }
  }

  /** Nothing comes in or goes out, and nobody is told. */
  cut(): void {
    ip("link", "set", `v${this.name}`, "down");
  }

  mend(): void {
    ip("link", "set", `v${this.name}`, "up");
  }

  /** Without a word to anybody. */
  switchOff(): void {
    this.cut();
    while (this.pids().length > 0) this.signal("SIGKILL");
  }

  switchOn(): void {
    this.mend();
    for (const service of this.#services) this.#launch(service);
  }

  restart(program: string): void {
    for (const service of this.#services) {
      if (service.command[0] === program) this.#launch(service);
    }
  }

  #launch(service: Service): void {
    const { user, command, again } = service;
    const log = openSync(join(this.#folder, "log", `${command[0]}.log`), "a");
    const as = ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups", ...command];
    const child = spawn("nsenter", [...this.#enter(), ...as], {
      cwd: "/",
      stdio: ["ignore", log, log],
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" },
    });
    closeSync(log);
    if (again !== true) return;
    child.on("exit", (code) => {
      if (code === 1) setTimeout(() => this.#launch(service), RESTART_MS);
    });
  }

  #enter(): string[] {
    return ["--net", "--mount", "-t", String(this.#holder.pid), "--wd=/", "--"];
  }
}

function netOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return "";
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
