import { setTimeout as sleep } from "node:timers/promises";

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SAMPLE_US = 500;
const US_PER_SECOND = 1_000_000;

/**
 * Seconds that the main thread of a Node with `--inspect=PORT` spends in each part of the code while
 * `work` runs: the time of a function itself, without what it calls.
 */
export async function profileWhile(
  port: number,
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  const inspector = await Inspector.open(port);
  await inspector.ask("Profiler.enable");
  await inspector.ask("Profiler.setSamplingInterval", { interval: SAMPLE_US });
  await inspector.ask("Profiler.start");
  await work();
  const { profile } = (await inspector.ask("Profiler.stop")) as { profile: Profile };
  inspector.close();
  return secondsByPart(profile);
}

function secondsByPart({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const parts = new Map(nodes.map((node) => [node.id, partOf(node)]));
  const seconds = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const part = parts.get(id) ?? "unknown";
    seconds.set(part, (seconds.get(part) ?? 0) + (timeDeltas[at] ?? 0) / US_PER_SECOND);
  }
  return seconds;
}

/** (idle), (garbage collector), (program); a folder of the server, a package, a module of Node. */
function partOf({ callFrame: { functionName, url } }: ProfileNode): string {
  const own = /apps\/server\/src\/([\w-]+\/[\w-]+)/.exec(url)?.[1];
  if (own !== undefined) return own;
  const workspace = /\/packages\/([\w-]+)\/src/.exec(url)?.[1];
  if (workspace !== undefined) return `packages/${workspace}`;
  const external = /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/.exec(url)?.[1];
  if (external !== undefined) return external;
  const module = /^node:(?:internal\/)?([\w]+)/.exec(url)?.[1];
  if (module !== undefined) return `node:${module}`;
  return functionName.startsWith("(") ? functionName : "compiled and native";
}

/** The protocol of Node's inspector, as far as a profile needs it. */
class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (id !== undefined) this.#waiting.get(id)?.(result);
    });
  }

  static async open(port: number): Promise<Inspector> {
    const answer = await fetch(`http://127.0.0.1:${port}/json`);
    const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
    while (socket.readyState === WebSocket.CONNECTING) await sleep(10);
    return new Inspector(socket);
  }

  async ask(method: string, params: object = {}): Promise<unknown> {
    this.#last += 1;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#last, resolve);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params }));
    return await promise;
  }

  close(): void {
    this.#socket.close();
  }
}
