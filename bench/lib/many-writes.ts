import { setTimeout as sleep } from "node:timers/promises";
import { RawConnection, rawPost } from "./raw-http.ts";

/** What the process is told (stdin, JSON) and what it prints (JSON). */
export interface WritesOrder {
  readonly port: number;
  /** One for each player who writes. */
  readonly tokens: readonly string[];
  readonly atOnce: number;
  /** From one round to the next; 0: no pause, whatever the club says about when to come again. */
  readonly everyMs: number;
  readonly ms: number;
}

export interface WritesFigures {
  readonly sent: number;
  readonly answers: Readonly<Record<string, number>>;
}

const LIMITS = { limits: [{ kind: "stake", period: "month", amount_cents: 99_000_000 }] };
const TOP_UP = { method: "bank_transfer", amount_cents: 5000 };

/** What a player sends, one kind each: limits, a top-up with a fixed key, a resolved doubt. */
function requestOf(token: string, player: number): string {
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": "the one key" };
  const kinds = [
    () =>
      rawPost("/api/user/limits", JSON.stringify(LIMITS), headers).replace(/^POST/, () => "PUT"),
    () => rawPost("/api/recharge/create", JSON.stringify(TOP_UP), headers),
    () => rawPost("/api/order/resolve", JSON.stringify({ idempotency_key: "none" }), headers),
  ];
  return kinds[player % kinds.length]?.() ?? "";
}

async function run(order: WritesOrder): Promise<WritesFigures> {
  const answers: Record<string, number> = {};
  let sent = 0;
  const end = performance.now() + order.ms;
  const write = async (connection: RawConnection, request: string): Promise<void> => {
    sent += 1;
    const { status } = await connection.send(request);
    answers[status] = (answers[status] ?? 0) + 1;
  };
  await Promise.all(
    order.tokens.map(async (token, player) => {
      const request = requestOf(token, player);
      const open = await Promise.all(
        Array.from({ length: order.atOnce }, async () => await RawConnection.open(order.port)),
      );
      while (performance.now() < end) {
        const round = open.map(async (connection) => await write(connection, request));
        await Promise.all([...round, sleep(order.everyMs)]);
      }
      for (const connection of open) connection.close();
    }),
  );
  return { sent, answers };
}

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const order = JSON.parse(Buffer.concat(chunks).toString()) as WritesOrder;
  process.stdout.write(JSON.stringify(await run(order)));
}
