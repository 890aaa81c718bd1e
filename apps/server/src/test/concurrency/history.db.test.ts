import { randomBytes } from "node:crypto";
import { toWireSelections } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenChecks } from "../checks.ts";
import {
  type Answer,
  type CallClub,
  ok,
  startClub,
  type TestClub,
  type TestPlayer,
} from "../club.ts";
import { type ClubProcess, startClubProcess } from "../club-process.ts";
import { openRaceDay, type TestRace } from "../race-day.ts";
import { isFull } from "../sample.ts";
import {
  applied,
  type Command,
  type Model,
  newPlayer,
  newRace,
  type Race,
  RUNNERS,
  type Said,
  settledUp,
} from "./club-model.ts";
import { RandomCommands, randomFrom } from "./random-commands.ts";

/**
 * A recorded history: random commands, some at once, through two processes. Their answers must be
 * those that a single-threaded club gives in some order, and every wallet must match the model
 * after each wave. `SEED=... npm test -- history` repeats the commands; their timing is up to the
 * machine.
 */
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_000);
const COMMANDS = Number(process.env["HISTORY_COMMANDS"] ?? (isFull ? 600 : 300));
const MOST_AT_ONCE = 5;
const PLAYERS = 4;
const RACES = 3;
const OPENING_CENTS = 8000;
const START_IN_MS = 12 * 3_600_000;

let club: TestClub;
let other: ClubProcess;
let players: TestPlayer[];
let races: TestRace[];
let token: string;

beforeAll(async () => {
  const env = { CLUB_RATE_FACTOR: "0" };
  club = await startClub({ env });
  other = await startClubProcess(club.database.appUrl, env);
  ({ token } = await club.operator());
  players = [];
  for (let i = 0; i < PLAYERS; i++) {
    const player = await club.signUp();
    await club.fund(player, OPENING_CENTS);
    players.push(player);
  }
});
afterAll(async () => {
  await other.stop();
  await club.close();
});

interface Sent {
  readonly command: Command;
  readonly said: Said;
}

test(`${COMMANDS} random commands, some at once: the answers and wallets of one thread (SEED=${SEED})`, async () => {
  const random = randomFrom(SEED);
  const commands = new RandomCommands(random);
  races = [];
  let model: Model = { players: [], races: [], keys: new Map(), jackpots: {} };
  model.players = players.map(() => newPlayer(BigInt(OPENING_CENTS)));
  const seen = new Map<string, number>();
  for (let sent = 0; sent < COMMANDS;) {
    const active = await activeRaces(model);
    const size = Math.min(COMMANDS - sent, 1 + Math.floor(random() * MOST_AT_ONCE));
    const wave: Sent[] = await Promise.all(
      Array.from({ length: size }, () => commands.next(model, active)).map(async (command, i) => ({
        command,
        said: await send(i % 2 === 0 ? club.call : other.call, command),
      })),
    );
    await untilPaid();
    const [wallets, states] = [await readWallets(), await readStates()];
    const after = inSomeOrder(model, wave, (end) => isWith(end, wallets, states));
    expect(
      after,
      `no order explains ${show({ wave, wallets, states, before: model })}`,
    ).not.toBeNull();
    model = after as Model;
    sent += size;
    for (const { command, said } of wave) {
      const name = `${command.kind} ${said.code}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  }
  expect(await brokenChecks(club.ctx)).toEqual([]);
  if (COMMANDS >= 300) expectVaried(seen);
});

/** A run with too little variety would prove nothing. */
function expectVaried(seen: ReadonlyMap<string, number>): void {
  const kinds = new Set([...seen.keys()].map((name) => name.split(" ")[0]));
  expect(kinds.size).toBeGreaterThanOrEqual(11);
  expect(seen.get("bet ok") ?? 0).toBeGreaterThan(20);
  expect(seen.get("settle ok") ?? 0).toBeGreaterThan(0);
  expect(seen.size).toBeGreaterThan(15);
}

/** Wing and Gong: an order in which each answer follows from those before, to a matching end. */
function inSomeOrder(
  model: Model,
  wave: readonly Sent[],
  isEnd: (end: Model) => boolean,
): Model | null {
  if (wave.length === 0) {
    const end = settledUp(model);
    return isEnd(end) ? end : null;
  }
  for (const [i, { command, said }] of wave.entries()) {
    const next = applied(model, command, said);
    if (next === null) continue;
    const end = inSomeOrder(next, wave.toSpliced(i, 1), isEnd);
    if (end !== null) return end;
  }
  return null;
}

/** Where two orders with the same answers may differ, and later answers depend on it. */
interface RaceState {
  readonly status: string;
  readonly startMs: number;
  readonly version: number;
  readonly isStale: boolean;
  readonly jackpotCents: bigint;
}

function isWith(end: Model, wallets: readonly bigint[], states: readonly RaceState[]): boolean {
  const hasWallets = end.players.every(({ cash }, i) => cash === wallets[i]);
  return hasWallets && show(end.races.map(stateOf)) === show(states);
}

function stateOf({ status, startMs, version, isStale, jackpotInCents }: Race): RaceState {
  const jackpotCents = Object.values(jackpotInCents ?? {}).reduce((sum, each) => sum + each, 0n);
  return { status, startMs, version, isStale: version > 0 && isStale, jackpotCents };
}

async function readStates(): Promise<RaceState[]> {
  const rows = await club.query(
    `SELECT r.id, r.status, extract(epoch FROM r.start_time) * 1000 AS start_ms,
       coalesce(n.version, 0) AS version, coalesce(n.is_stale, false) AS is_stale,
       (SELECT coalesce(sum(p.jackpot_in_cents), 0) FROM pool p WHERE p.race_id = r.id)::bigint AS jackpot
     FROM race r LEFT JOIN LATERAL (SELECT version, is_stale FROM result WHERE race_id = r.id
       ORDER BY version DESC LIMIT 1) n ON true`,
  );
  const byId = new Map(rows.map((row) => [row["id"], row]));
  return races.map(({ race_id }) => {
    const row = byId.get(race_id) ?? {};
    return {
      status: row["status"],
      startMs: Number(row["start_ms"]),
      version: Number(row["version"]),
      isStale: row["is_stale"],
      jackpotCents: row["jackpot"],
    };
  });
}

async function readWallets(): Promise<bigint[]> {
  const answers = await Promise.all(
    players.map(
      async (player) => await club.call("GET", "/api/user/wallet", { token: player.token }),
    ),
  );
  return answers.map((answer) => BigInt(ok(answer).cash_cents));
}

/** Refunds and payouts continue after the answer. */
async function untilPaid(): Promise<void> {
  const waiting = async (): Promise<unknown> => {
    const [row] = await club.query(
      `SELECT (SELECT count(*) FROM refund_job WHERE NOT is_done)::int
         + (SELECT count(*) FROM settlement s JOIN race r ON r.id = s.race_id WHERE r.status <> 'settled')::int AS n`,
    );
    return row?.["n"];
  };
  await expect.poll(waiting, { interval: 20 }).toBe(0);
}

/** The races that are not over; those that are get replaced by new ones. */
async function activeRaces(model: Model): Promise<number[]> {
  const isOn = (i: number): boolean =>
    !["settled", "abandoned"].includes(model.races[i]?.status ?? "");
  while (races.filter((_, i) => isOn(i)).length < RACES) {
    const [race] = await openRaceDay(club, { runners: RUNNERS.length, startInMs: START_IN_MS });
    const [row] = await club.query("SELECT start_time FROM race WHERE id = $1", [race?.race_id]);
    races.push(race as TestRace);
    model.races.push(newRace(row?.["start_time"].getTime()));
  }
  return [...races.keys()].filter(isOn);
}

const REASON = "a reason";
const newKey = (): { "idempotency-key": string } => ({
  "idempotency-key": randomBytes(8).toString("hex"),
});

async function send(call: CallClub, command: Command): Promise<Said> {
  switch (command.kind) {
    case "bet":
      return await sendBet(call, command);
    case "resolve": {
      const body = { idempotency_key: command.key };
      const answer = await call("POST", "/api/order/resolve", { token: tokenOf(command), body });
      return {
        code: codeOf(answer),
        ...(ok(answer).placed ? { orderId: ok(answer).order_id } : {}),
      };
    }
    case "topUp":
    case "adjust":
    case "limit":
      return await sendMoney(call, command);
    case "scratch":
    case "close":
    case "abandon":
    case "reopen":
    case "delay":
    case "result":
    case "settle":
      return await sendAct(call, command);
  }
}

const tokenOf = ({ player }: { player: number }): string => (players[player] as TestPlayer).token;
const codeOf = ({ status, body }: Answer): string => (status === 200 ? "ok" : body.code);

async function sendBet(call: CallClub, command: Extract<Command, { kind: "bet" }>): Promise<Said> {
  const { order, key } = command;
  const amount = (cents: bigint): string => (Number(cents) / 100).toFixed(2);
  const answer = await call("POST", "/api/order/place-order", {
    token: tokenOf(command),
    headers: { "idempotency-key": key },
    body: {
      race_id: races[command.race]?.race_id,
      bet_type: order.betType,
      ...toWireSelections(order),
      betAmount: amount(order.unitStakeCents),
      ...(order.unitStake2Cents === null ? {} : { betAmount2: amount(order.unitStake2Cents) }),
    },
  });
  if (answer.status !== 200) return { code: answer.body.code };
  const { order_id, cost_cents, balance_cents } = answer.body.data;
  return {
    code: "ok",
    orderId: order_id,
    isReplay: answer.headers.get("idempotency-replayed") === "true",
    costCents: BigInt(cost_cents),
    balanceCents: BigInt(balance_cents),
  };
}

async function sendMoney(
  call: CallClub,
  command: Extract<Command, { kind: "topUp" | "adjust" | "limit" }>,
): Promise<Said> {
  const cents = command.cents === null ? null : Number(command.cents);
  if (command.kind === "limit") {
    const body = { limits: [{ kind: "stake", period: "month", amount_cents: cents }] };
    return {
      code: codeOf(await call("PUT", "/api/user/limits", { token: tokenOf(command), body })),
    };
  }
  const headers = newKey();
  if (command.kind === "adjust") {
    const path = `/api/operator/players/${players[command.player]?.id}/adjust`;
    const body = { kind: "other", amount_cents: cents, reason: REASON };
    const answer = await call("POST", path, { token, body, headers });
    if (answer.status !== 200) return { code: answer.body.code };
    return { code: "ok", balanceCents: BigInt(answer.body.data.balance_cents) };
  }
  const body = { method: "bank_transfer", amount_cents: cents };
  const created = ok(
    await call("POST", "/api/recharge/create", { token: tokenOf(command), body, headers }),
  );
  const path = `/api/operator/topups/${created.topup_id}/approve`;
  return { code: codeOf(await call("POST", path, { token })) };
}

type Act = Exclude<Command, { kind: "bet" | "resolve" | "topUp" | "adjust" | "limit" }>;

function bodyOf(command: Act): Record<string, unknown> {
  switch (command.kind) {
    case "scratch":
      return { horse_id: command.runner };
    case "result":
      return { placings: command.placings, stage: "final" };
    case "settle":
      return { result_version: command.version };
    case "reopen":
    case "delay":
      return { reason: REASON, start_time: new Date(command.startMs).toISOString() };
    case "close":
    case "abandon":
      return { reason: REASON };
  }
}

async function sendAct(call: CallClub, command: Act): Promise<Said> {
  const name = command.kind === "reopen" ? "open" : command.kind;
  const path = `/api/operator/races/${races[command.race]?.race_id}/${name}`;
  const answer = await call("POST", path, { token, body: bodyOf(command) });
  if (answer.status !== 200) return { code: answer.body.code };
  const { refunded_cents, result_version } = answer.body.data;
  return {
    code: "ok",
    ...(refunded_cents === undefined ? {} : { refundedCents: BigInt(refunded_cents) }),
    ...(result_version === undefined ? {} : { version: result_version }),
  };
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}` : each));
}
