import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Machine } from "./machines.ts";

const S = 1000;
/** What a watchdog of patroni.yml gives a machine that says nothing: ttl less its margin. */
const WATCHDOG_MS = 7 * S;
const POSTMASTER = /bin\/postgres -D/;
const SERVER = /run\/main\.ts/;
const ETCD = /^etcd /;

export interface Fault {
  readonly name: string;
  /** `--OPTION=3` asks for it so often. */
  readonly option: string;
  /** How long betting may be away, in seconds. */
  readonly limit: number;
  /** How often, in full and in short. */
  readonly times: number;
  readonly timesInShort: number;
  /** Does it, and mends it. Betting is watched from before until the cluster is whole again. */
  readonly make: (cluster: Cluster, turn: number) => Promise<void>;
}

export const FAULTS: readonly Fault[] = [
  {
    name: "server killed",
    option: "server",
    limit: 6,
    times: 10,
    timesInShort: 2,
    make: async (cluster) => {
      const leader = await cluster.leader();
      leader.signal("SIGKILL", leader.pids(POSTMASTER));
    },
  },
  {
    name: "machine killed",
    option: "machine",
    limit: 15,
    times: 10,
    timesInShort: 2,
    make: async (cluster) => {
      const leader = await cluster.leader();
      leader.switchOff();
      await untilAnother(cluster, leader);
      await sleep(5 * S);
      leader.switchOn();
    },
  },
  {
    name: "switchover",
    option: "switchover",
    limit: 4,
    times: 10,
    timesInShort: 2,
    make: async (cluster) => {
      const leader = await cluster.leader();
      const standby = (await cluster.members()).find(({ role }) => role === "sync_standby");
      const body = JSON.stringify({ leader: leader.name, candidate: standby?.name });
      const headers = { "content-type": "application/json" };
      const url = `http://${leader.address}:8008/switchover`;
      const answer = await fetch(url, { method: "POST", headers, body });
      if (answer.status !== 200) throw new Error(`No switchover: ${await answer.text()}`);
    },
  },
  {
    // As a machine's restart does it.
    name: "server stopped in order",
    option: "stop",
    limit: 6,
    times: 10,
    timesInShort: 1,
    make: async (cluster) => {
      const leader = await cluster.leader();
      leader.signal("SIGINT", leader.pids(POSTMASTER));
    },
  },
  {
    // The watchdog is played: one of this machine would end the drill with it.
    name: "machine frozen (the drill is its watchdog)",
    option: "frozen",
    limit: 15,
    times: 10,
    timesInShort: 1,
    make: async (cluster) => {
      const leader = await cluster.leader();
      leader.signal("SIGSTOP");
      leader.cut();
      await sleep(WATCHDOG_MS);
      leader.switchOff();
      await untilAnother(cluster, leader);
      leader.switchOn();
    },
  },
  {
    name: "network of the primary cut for 40 s",
    option: "network",
    limit: 15,
    times: 10,
    timesInShort: 1,
    make: async (cluster) => {
      const leader = await cluster.leader();
      leader.cut();
      await sleep(40 * S);
      leader.mend();
    },
  },
  {
    name: "etcd away for 15 s",
    option: "etcd",
    limit: 1,
    times: 5,
    timesInShort: 1,
    make: async ({ databases }) => {
      for (const machine of databases) machine.signal("SIGKILL", machine.pids(ETCD));
      await sleep(15 * S);
      for (const machine of databases) machine.restart("etcd");
    },
  },
  {
    name: "club process killed",
    option: "club",
    limit: 1,
    times: 10,
    timesInShort: 2,
    make: async ({ clubs }, turn) => {
      const machine = clubs[turn % clubs.length] as Machine;
      machine.signal("SIGKILL", machine.pids(SERVER));
    },
  },
];

async function untilAnother(cluster: Cluster, gone: Machine): Promise<void> {
  while ((await cluster.leader()) === gone) await sleep(S);
}
