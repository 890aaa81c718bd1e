import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownCertificate } from "@club/doubles";
import { DrillClub } from "./drill-club.ts";
import { expectThat, freePort, mustRun, until } from "./drill-tools.ts";
import { ROOT } from "./steps.ts";

const CONFIG = join(ROOT, "deploy/edge/haproxy.cfg");
const TOKEN = "the-edges-of-the-drill-show-this-to-their-club";
const PUBLIC = "/api/events/races";
const WITHIN_MS = 90_000;
/** Races of the demo change several times a second while people bet. */
const EVENTS = 3;

/**
 * HAProxy with deploy/edge's configuration before a club and two edges: public reads and streams go
 * to the edges, what is somebody's to the club; an edge that ends takes no reader along, and with
 * none left the club serves all.
 */
export async function drillEdge(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "club-edge-"));
  // The database runs as a user of its own.
  chmodSync(folder, 0o711);
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o711 });
  const env = { CLUB_EDGE_TOKEN: TOKEN, CLUB_TRUST_PROXY: "127.0.0.1" };
  const club = await DrillClub.start(data, env);
  const started: ChildProcess[] = [];
  try {
    const edges = [
      await Edge.start(club.port, started),
      await Edge.start(club.port, started),
    ] as const;
    const ports = { tls: await freePort(), plain: await freePort() };
    await startBalancer(folder, { club: club.port, edges, ports, started });
    return await walk(new Balancer(ports), { club, edges, started });
  } finally {
    for (const child of started) child.kill("SIGKILL");
    await club.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly club: DrillClub;
  readonly edges: readonly [Edge, Edge];
  readonly started: ChildProcess[];
}

async function walk(through: Balancer, place: Place): Promise<string[]> {
  const { club, edges, started } = place;
  const seen = [await divide(through, place)];
  const topic = `race:${await club.nextRace()}`;
  const [first, second] = edges;
  const stream = await through.listen(topic);
  await until("a stream brings events", WITHIN_MS, () => stream.ids.length >= EVENTS);
  const last = stream.ids.at(-1) ?? 0;
  await first.kill();
  stream.close();
  const again = await through.listen(topic, last);
  await until("the other edge goes on", WITHIN_MS, () => again.ids.length >= EVENTS);
  expectThat((again.ids[0] ?? 0) > last, "with what came after the last event, and nothing again");
  again.close();
  seen.push("an edge killed: its reader goes on at the other one, after its last event");

  await second.kill();
  const begun = performance.now();
  const isServed = async (): Promise<boolean> => (await through.get(PUBLIC)).status === 200;
  await until("the club serves all", WITHIN_MS, isServed);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const alone = await through.listen(topic);
  await until("the club streams too", WITHIN_MS, () => alone.ids.length >= EVENTS);
  alone.close();
  seen.push(`both killed: reads by the club again within ${seconds} s, and streams`);

  for (const edge of edges) await edge.restart(started);
  await until("the edges are taken back", WITHIN_MS, async () => {
    return await isAtEdges(through, edges, PUBLIC);
  });
  return [...seen, "both back: they are asked again by themselves"];
}

/** Who answers what. */
async function divide(through: Balancer, { club, edges }: Place): Promise<string> {
  const { location } = await through.getPlain("/app/");
  expectThat(location.startsWith("https://"), "plain http leads to https");
  await until("edges serve what is public", WITHIN_MS, async () => {
    return await isAtEdges(through, edges, PUBLIC);
  });
  expectThat(await isAtEdges(through, edges, "/app/"), "the player's app comes from an edge");
  const token = await club.signIn();
  const before = await answersOf(edges);
  const { status } = await through.get("/api/user/wallet", token);
  expectThat(status === 200, "what is somebody's is the club's to answer");
  expectThat((await answersOf(edges)) === before, "and no edge hears of it");
  return "public reads and the app by the edges, a wallet by the club, plain http redirected";
}

async function isAtEdges(
  through: Balancer,
  edges: readonly Edge[],
  path: string,
): Promise<boolean> {
  const before = await answersOf(edges);
  const { status } = await through.get(path);
  return status === 200 && (await answersOf(edges)) > before;
}

async function answersOf(edges: readonly Edge[]): Promise<number> {
  const answers = await Promise.all(edges.map(async (edge) => await edge.answers()));
  return answers.reduce((sum, n) => sum + n, 0);
}

/** `club edge` as a service runs it, with its own settings alone. */
class Edge {
  readonly port: number;
  readonly #clubPort: number;
  #child: ChildProcess | undefined;

  private constructor(port: number, clubPort: number) {
    this.port = port;
    this.#clubPort = clubPort;
  }

  static async start(clubPort: number, started: ChildProcess[]): Promise<Edge> {
    const edge = new Edge(await freePort(), clubPort);
    await edge.restart(started);
    return edge;
  }

  async restart(started: ChildProcess[]): Promise<void> {
    this.#child = spawn(process.execPath, [join(ROOT, "scripts/club.ts"), "edge"], {
      env: {
        PATH: process.env["PATH"],
        CLUB_EDGE_OF: `http://127.0.0.1:${this.#clubPort}`,
        CLUB_EDGE_TOKEN: TOKEN,
        CLUB_TRUST_PROXY: "127.0.0.1",
        HOST: "127.0.0.1",
        PORT: String(this.port),
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    started.push(this.#child);
    await until("an edge is ready", WITHIN_MS, async () => {
      const answer = await fetch(`http://127.0.0.1:${this.port}/readyz/read`).catch(() => null);
      return answer?.status === 200;
    });
  }

  /** Its starter and with it the edge: the machine is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await until("the edge has ended", WITHIN_MS, async () => {
      const answer = await fetch(`http://127.0.0.1:${this.port}/healthz`).catch(() => null);
      return answer === null;
    });
  }

  /** What it has answered, from what it keeps or from the club. */
  async answers(): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/metrics`);
    const lines = (await answer.text()).matchAll(/^club_edge_answers_total\{.*\} (\d+)$/gm);
    return [...lines].reduce((sum, [, n]) => sum + Number(n), 0);
  }
}

interface Behind {
  readonly club: number;
  readonly edges: readonly Edge[];
  readonly ports: Ports;
  readonly started: ChildProcess[];
}

interface Ports {
  readonly tls: number;
  readonly plain: number;
}

/** What names other machines is here; everything else is what is handed out. */
async function startBalancer(folder: string, of: Behind): Promise<void> {
  const { key, cert } = ownCertificate();
  writeFileSync(join(folder, "club.pem"), cert + key);
  const edges = of.edges.map(({ port }, i) => `  server edge${i + 1} 127.0.0.1:${port}\n`).join("");
  const text = readFileSync(CONFIG, "utf8")
    // As many as the limits of a shell allow.
    .replace(/maxconn \d+/, "maxconn 2000")
    .replace("bind :443 ssl crt /etc/haproxy/club.pem", () => {
      return `bind 127.0.0.1:${of.ports.tls} ssl crt ${folder}/club.pem`;
    })
    .replace("bind :80", `bind 127.0.0.1:${of.ports.plain}`)
    .replaceAll(/ {2}server edge\d .*\n/g, "")
    .replaceAll(/ {2}server (one|two) .*\n/g, "")
    .replace(/^(backend edges\n[\s\S]*?\n)\n/m, `$1${edges}\n`)
    .replace(/\n*$/, `\n  server one 127.0.0.1:${of.club}\n`);
  const config = join(folder, "haproxy.cfg");
  writeFileSync(config, text);
  mustRun("haproxy", ["-c", "-f", config]);
  of.started.push(spawn("haproxy", ["-db", "-f", config], { stdio: "ignore" }));
}

interface Answer {
  readonly status: number;
  readonly location: string;
}

interface Listening {
  /** Of the events that came. */
  readonly ids: readonly number[];
  close(): void;
}

/** The balancer as a browser sees it; its certificate is our own. */
class Balancer {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async getPlain(path: string): Promise<Answer> {
    return await untilAnswered(async () => {
      const url = `http://127.0.0.1:${this.#ports.plain}${path}`;
      const answer = await fetch(url, { redirect: "manual" });
      return { status: answer.status, location: answer.headers.get("location") ?? "" };
    });
  }

  async get(path: string, token?: string): Promise<Answer> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return await untilAnswered(async () => {
      const answer = await this.#open(path, headers);
      answer.resume();
      return { status: answer.statusCode ?? 0, location: "" };
    });
  }

  async listen(topic: string, after?: number): Promise<Listening> {
    const headers = after === undefined ? {} : { "last-event-id": String(after) };
    const answer = await this.#open(`/api/stream?topics=${topic}`, headers);
    const ids: number[] = [];
    let text = "";
    answer.on("error", () => undefined);
    answer.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const whole = text.lastIndexOf("\n\n");
      for (const [, id] of text.slice(0, whole).matchAll(/^id: (\d+)$/gm)) ids.push(Number(id));
      text = text.slice(whole);
    });
    return { ids, close: () => answer.destroy() };
  }

  async #open(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const asked = get({
      host: "127.0.0.1",
      port: this.#ports.tls,
      path,
      headers: { ...headers, host: "localhost" },
      rejectUnauthorized: false,
      agent: false,
    });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    return answer;
  }
}

/** A balancer that has just started, or whose servers have just ended, answers a moment later. */
async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer | undefined;
  await until("the balancer answers", WITHIN_MS, async () => {
    answer = await ask().catch(() => undefined);
    return answer !== undefined;
  });
  return answer as Answer;
}
