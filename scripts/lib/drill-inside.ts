import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { DEMO_LOGIN } from "../../apps/server/src/run/demo/demo-people.ts";
import { watchPace } from "../../faults/lib/pace.ts";
import { expectThat, until } from "./drill-tools.ts";

/* What runs within a root of its own: a club that takes a bet, and an edge beside it. */

/** On a machine with a core to spare; beside others, so much longer as programs take there. */
const WITHIN_MS = 60_000;
const POLL_MS = 250;

interface Start {
  readonly port: number;
  /** From when the time is counted. */
  readonly begun: number;
  /** Called while it runs, after the bet. */
  readonly look?: () => void | Promise<void>;
}

/** @returns how long it took from `begun`. @throws Error when there is no bet in time */
export async function startAndBet(script: string, { port, begun, look }: Start): Promise<string> {
  const { child, output } = spawnInside(script);
  const pace = watchPace();
  try {
    for (;;) {
      const seconds = (performance.now() - begun) / 1000;
      if (await bets(`http://127.0.0.1:${port}`)) {
        await look?.();
        return `${seconds.toFixed(1)} s (pace ${pace.now().toFixed(1)})`;
      }
      if (child.exitCode !== null || seconds * 1000 > WITHIN_MS * pace.now()) {
        throw new Error(`There was no bet after ${seconds.toFixed(1)} s:\n${output()}`);
      }
      await sleep(POLL_MS);
    }
  } finally {
    pace.stop();
    await end(child);
  }
}

interface Reply {
  readonly data?: Readonly<Record<string, string>>;
  readonly list?: readonly { readonly race_id: string }[];
}

/** Places a bet as the demo's player, in the next race. */
async function bets(url: string): Promise<boolean> {
  const call = async (path: string, token?: string, body?: object): Promise<Reply | undefined> => {
    const headers = {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const init =
      body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(url + path, init).catch(() => undefined);
    return answer?.status === 200 ? ((await answer.json()) as Reply) : undefined;
  };
  const login = { user_name: DEMO_LOGIN.userName, password: DEMO_LOGIN.password };
  const token = (await call("/api/user/signin", undefined, login))?.data?.["access_token"];
  const race = (await call("/api/events/races"))?.list?.[0];
  if (token === undefined || race === undefined) return false;
  const form = { race_id: race.race_id, bet_type: 1, horse: 1, betAmount: 1 };
  return (await call("/api/order/place-order", token, form)) !== undefined;
}

/** An edge that a script starts: public reads and a race's stream, without a database. */
export async function walkEdge(script: string, port: number): Promise<string> {
  const begun = performance.now();
  const { child, output } = spawnInside(script);
  const url = `http://127.0.0.1:${port}`;
  const pace = watchPace();
  try {
    await until(`the edge is ready: ${output()}`, WITHIN_MS * pace.now(), async () => {
      const answer = await fetch(`${url}/readyz/read`).catch(() => null);
      return answer?.status === 200;
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const { list } = (await (await fetch(`${url}/api/events/races`)).json()) as Reply;
    const raceId = list?.[0]?.race_id ?? "";
    const stream = await fetch(`${url}/api/stream?topics=race:${raceId}`, {
      signal: AbortSignal.timeout(Math.ceil(WITHIN_MS * pace.now())),
    });
    let heard = "";
    for await (const chunk of stream.body ?? []) {
      heard += Buffer.from(chunk).toString();
      if (/^id: \d+$/m.test(heard)) break;
    }
    expectThat(/^id: \d+$/m.test(heard), "a race's stream comes from the edge");
    const wallet = await fetch(`${url}/api/user/wallet`);
    expectThat(wallet.status !== 200, "what is somebody's does not");
    return `its edge: ready after ${seconds} s, the races and a race's stream from it`;
  } finally {
    pace.stop();
    await end(child);
  }
}

interface Inside {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly output: () => string;
}

/** Runs a script in a name space of mounts of its own. */
function spawnInside(script: string): Inside {
  const child = spawn("unshare", ["--mount", "sh", "-c", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  return { child, output: () => output };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
