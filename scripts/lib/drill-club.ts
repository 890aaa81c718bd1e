import { spawnSync } from "node:child_process";
import pg from "pg";
import { readSettings } from "../../apps/server/src/core/settings/settings.ts";
import { DEMO_LOGIN } from "../../apps/server/src/run/demo/demo-people.ts";
import {
  callerOf,
  type CallClub,
  ok,
  peopleOf,
  type TestOperator,
} from "../../apps/server/src/test/club.ts";
import { openRaceDay } from "../../apps/server/src/test/race-day.ts";
import { adminOf } from "./club-database.ts";
import { Club } from "./club.ts";
import { freePort } from "./drill-tools.ts";

const CONNECT_WITHIN_MS = 2000;
const OF_A_DRILL = {
  CLUB_DEMO: "1",
  CLUB_LOG_LEVEL: "fatal",
  CLUB_OWNER_PASSWORD: "ring the winners bell",
  CLUB_RATE_FACTOR: "0",
  HOST: "127.0.0.1",
};

interface Parts {
  readonly starter: Club;
  readonly port: number;
  readonly data: string;
}

/** The demo club of a drill, as its starter runs it. */
export class DrillClub {
  readonly call: CallClub;
  readonly admin: pg.Client;
  readonly #parts: Parts;

  private constructor(parts: Parts, admin: pg.Client) {
    this.#parts = parts;
    this.admin = admin;
    this.call = callerOf(`http://127.0.0.1:${parts.port}`);
  }

  /** @param data - its folder, which the caller removes. */
  static async start(data: string, env: NodeJS.ProcessEnv): Promise<DrillClub> {
    // The server reads the same environment in its own process.
    Object.assign(process.env, OF_A_DRILL, env, {
      CLUB_DATA_DIR: data,
      PORT: String(await freePort()),
    });
    const settings = readSettings(process.env);
    const ready = Promise.withResolvers<void>();
    const starter = new Club(settings, (text) => {
      if (text.includes("Stop with Ctrl-C.")) ready.resolve();
    });
    await starter.start((sentence) => ready.reject(new Error(sentence)));
    await ready.promise;
    const parts = { starter, port: settings.port, data };
    return new DrillClub(parts, await connectAdmin(data));
  }

  get port(): number {
    return this.#parts.port;
  }

  get data(): string {
    return this.#parts.data;
  }

  /** As the owner. @throws Error of what is refused */
  async act(path: string, body: object = {}): Promise<void> {
    const { token } = await this.#owner();
    ok(await this.call("POST", `/api/operator${path}`, { token, body }));
  }

  /** A race of its own that takes bets. */
  async openRace(startInMs: number): Promise<string> {
    const [race] = await openRaceDay(
      { call: this.call, operator: async () => await this.#owner() },
      { startInMs },
    );
    return race?.race_id ?? "";
  }

  /** A bet of the demo's member; the status of its answer. */
  async bet(raceId: string, token: string): Promise<number> {
    const body = {
      race_id: raceId,
      bet_type: 1,
      horse: 1,
      betAmount: 1,
      confirm_same: true,
    };
    return (await this.call("POST", "/api/order/place-order", { token, body })).status;
  }

  /** The race that people bet on now. */
  async nextRace(): Promise<string> {
    const answer = await this.call("GET", "/api/events/races");
    const { list } = answer.body as { list: { race_id: string; status: string }[] };
    return list.find(({ status }) => status === "open")?.race_id ?? "";
  }

  async signIn(): Promise<string> {
    const { userName: user_name, password } = DEMO_LOGIN;
    const answer = await this.call("POST", "/api/user/signin", { body: { user_name, password } });
    return String(ok(answer).access_token);
  }

  /** Somebody else's connection, which holds what a statement locks until it is let go. */
  async hold(sql: string, values: readonly unknown[] = []): Promise<() => Promise<void>> {
    const other = await connectAdmin(this.#parts.data);
    await other.query("BEGIN");
    await other.query(sql, [...values]);
    return async () => await other.end();
  }

  /** Signed in anew: a drill is longer than a session without an act. */
  async #owner(): Promise<TestOperator> {
    return await peopleOf(this.call).operator();
  }

  /** Stops or resumes the server's process. */
  signalServer(name: "STOP" | "CONT"): void {
    spawnSync("pkill", [`-${name}`, "-P", String(process.pid), "-f", "run/main.ts"]);
  }

  async stop(): Promise<void> {
    await this.admin.end().catch(() => undefined);
    await this.#parts.starter.stop();
  }
}

async function connectAdmin(data: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: await adminOf(data),
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
