import { randomUUID } from "node:crypto";
import {
  type BetMix,
  formOf,
  type MultiOrder,
  type RaceOrder,
  slipOf,
  type SportsOrder,
  ticketOf,
} from "./bet-forms.ts";
import { percentile, round } from "./figures.ts";
import { RawConnection, rawPost } from "./raw-http.ts";

/** What the generator process is told (argv, JSON) and what it prints (JSON). */
export interface LoadOrder {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly races: readonly RaceOrder[];
  /** Default: mixed types, mostly Win and Place. */
  readonly mix?: BetMix;
  /** Bets on a pool of several races instead. */
  readonly multi?: MultiOrder;
  /** Bets on sports instead. */
  readonly sports?: SportsOrder;
  readonly connections: number;
  readonly ms: number;
  /** Bets a second, at fixed moments (open loop); 0: as fast as the connections allow. */
  readonly rate: number;
}

export interface LoadFigures {
  readonly sent: number;
  readonly accepted: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly doubled: number;
  readonly lastAcceptedAt: string;
}

class Load {
  readonly #order: LoadOrder;
  readonly #ms: number[] = [];
  readonly #refused = new Map<string, number>();
  readonly #orders = new Set<string>();
  #sent = 0;
  #doubled = 0;
  #last = "";

  constructor(order: LoadOrder) {
    this.#order = order;
  }

  async run(): Promise<LoadFigures> {
    const { port, connections, ms, rate } = this.#order;
    const open = await Promise.all(
      Array.from({ length: connections }, async () => await RawConnection.open(port)),
    );
    const started = performance.now();
    if (rate === 0)
      await Promise.all(
        open.map(async (connection) => await this.#closed(connection, started + ms)),
      );
    else await this.#openLoop(open, started);
    const seconds = (performance.now() - started) / 1000;
    for (const connection of open) connection.close();
    return this.#figures(seconds);
  }

  async #closed(connection: RawConnection, end: number): Promise<void> {
    while (performance.now() < end) await this.#send(connection, performance.now());
  }

  /** Requests fall due at fixed moments; latency counts from then, whoever is late. */
  async #openLoop(open: RawConnection[], started: number): Promise<void> {
    const { ms, rate } = this.#order;
    const total = Math.floor((ms / 1000) * rate);
    let next = 0;
    await Promise.all(
      open.map(async (connection) => {
        while (next < total) {
          const due = started + (next++ / rate) * 1000;
          const wait = due - performance.now();
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
          await this.#send(connection, due);
        }
      }),
    );
  }

  async #send(connection: RawConnection, since: number): Promise<void> {
    const { tokens } = this.#order;
    const token = tokens[Math.floor(Math.random() * tokens.length)] ?? "";
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": randomUUID() };
    this.#sent += 1;
    const { path, body } = this.#bet();
    const answer = await connection.send(rawPost(path, JSON.stringify(body), headers));
    this.#ms.push(performance.now() - since);
    this.#note(answer.status, answer.body);
  }

  #bet(): { path: string; body: Record<string, unknown> } {
    const { races, mix, multi, sports } = this.#order;
    if (sports !== undefined) return { path: "/api/order/place-sport-order", body: slipOf(sports) };
    const path = "/api/order/place-order";
    if (multi !== undefined) return { path, body: ticketOf(multi) };
    const race = races[Math.floor(Math.random() * races.length)];
    if (race === undefined) throw new Error("no race");
    return { path, body: formOf(race, mix) };
  }

  #note(status: number, body: string): void {
    if (status !== 200) {
      const code = /"code":"([^"]+)"/.exec(body)?.[1] ?? String(status);
      this.#refused.set(code, (this.#refused.get(code) ?? 0) + 1);
      return;
    }
    const id = /"order_id":"([^"]+)"/.exec(body)?.[1] ?? "";
    if (this.#orders.has(id)) this.#doubled += 1;
    this.#orders.add(id);
    const at = /"accepted_at":"([^"]+)"/.exec(body)?.[1] ?? "";
    if (at > this.#last) this.#last = at;
  }

  #figures(seconds: number): LoadFigures {
    const sorted = Float64Array.from(this.#ms).sort();
    return {
      sent: this.#sent,
      accepted: this.#orders.size,
      refused: Object.fromEntries(this.#refused),
      perSecond: Math.round(this.#orders.size / seconds),
      p50: round(percentile(sorted, 0.5)),
      p99: round(percentile(sorted, 0.99)),
      p999: round(percentile(sorted, 0.999)),
      doubled: this.#doubled,
      lastAcceptedAt: this.#last,
    };
  }
}

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const order = JSON.parse(Buffer.concat(chunks).toString()) as LoadOrder;
  process.stdout.write(JSON.stringify(await new Load(order).run()));
}
