import { setTimeout as sleep } from "node:timers/promises";
import { report } from "../../../bench/lib/report.ts";
import { watchPace } from "../../../faults/lib/pace.ts";
import { Bets } from "./bets.ts";
import { Cluster } from "./cluster.ts";
import { FAULTS } from "./faults.ts";
import type { Fault } from "./faults.ts";

/** The drill of the cluster, in name spaces of its own: everything in them ends with it. */

const CALM_MS = 5000;
const AFTER_MS = 5000;
const [place = "", ...args] = process.argv.slice(2);
const isShort = args.includes("--short");
const rate = Number(/--rate=(\d+)/.exec(args.join(" "))?.[1] ?? 100);

interface Seen {
  readonly fault: Fault;
  readonly seconds: readonly number[];
  readonly doubts: number;
}

const say = (line: string): void =>
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** One fault as often as it is asked for, each in a whole cluster. */
async function drill(cluster: Cluster, bets: Bets, fault: Fault): Promise<Seen> {
  const seconds: number[] = [];
  const before = bets.doubts;
  const times = timesOf(fault);
  for (let turn = 0; turn < times; turn += 1) {
    await bets.signIn();
    await bets.bet(CALM_MS);
    const since = performance.now();
    await fault.make(cluster, turn);
    await sleep(AFTER_MS);
    await cluster.untilWhole();
    await bets.bet(AFTER_MS);
    seconds.push(bets.longestGap(since) / 1000);
    say(`${fault.name}: betting was away for ${seconds.at(-1)?.toFixed(1)} s, ${bets.count} bets`);
  }
  return { fault, seconds, doubts: bets.doubts - before };
}

function timesOf({ option, times, timesInShort }: Fault): number {
  const asked = args.find((one) => one.startsWith(`--${option}=`))?.slice(option.length + 3);
  return asked === undefined ? (isShort ? timesInShort : times) : Number(asked);
}

/** @throws Error unless each acknowledged bet is there, once, and nothing else is. */
async function compare(cluster: Cluster, acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const sql = "SELECT idem_key, id FROM bet WHERE idem_key LIKE 'drill %'";
  const text = await cluster.query(sql, ["-d", "club"]);
  const rows = text.split("\n").map((line) => line.split("|") as [string, string]);
  const stored = new Map(rows);
  const lost = [...acknowledged].filter(([key, id]) => stored.get(key) !== id);
  if (lost.length > 0)
    throw new Error(`${lost.length} acknowledged bets are not there: ${String(lost[0])}.`);
  if (rows.length !== acknowledged.size) {
    throw new Error(`${rows.length} bets for ${acknowledged.size} keys.`);
  }
}

async function main(): Promise<void> {
  const cluster = await Cluster.start(place, say);
  const bets = await Bets.start(cluster, rate);
  say("betting begins");
  const pace = watchPace();
  const begun = performance.now();
  const seen: Seen[] = [];
  for (const fault of FAULTS) if (timesOf(fault) > 0) seen.push(await drill(cluster, bets, fault));
  const acknowledged = await bets.settle();
  const minutes = (performance.now() - begun) / 60_000;
  await compare(cluster, acknowledged);
  say(cluster.command("verify").trim().split("\n").at(-1) ?? "");
  const rows = [
    ...seen.map(({ fault, seconds, doubts }) => ({
      name: `${fault.name}, ${seconds.length} times: betting away at best / worst (limit ${fault.limit}); keys in doubt`,
      value: `${Math.min(...seconds).toFixed(1)} / ${Math.max(...seconds).toFixed(1)}; ${doubts}`,
      unit: "s; keys",
    })),
    { name: "keys, each acknowledged and there once", value: acknowledged.size, unit: "bets" },
    { name: "in doubt, each resolved to one answer", value: bets.doubts, unit: "keys" },
    { name: "standbys that had to be made anew", value: cluster.remade.length, unit: "" },
    { name: "books by `club verify`", value: "whole", unit: "" },
    { name: "length", value: minutes.toFixed(0), unit: "min" },
    { name: "pace (1: a core to spare)", value: pace.stop().toFixed(1), unit: "x" },
  ];
  const set = isShort ? "short set" : "full set";
  report("cluster", { name: `cluster of deploy/cluster, ${rate} bets/s, ${set} of faults`, rows });
  say(JSON.stringify(Object.fromEntries(bets.trouble)));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.stack : error);
  process.exit(1);
}
process.exit(0);
