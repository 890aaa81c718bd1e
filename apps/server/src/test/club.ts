import { randomBytes, randomInt } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Role } from "@club/contract";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { decrypt, lookupHash } from "../core/kit/cipher.ts";
import type { AppContext } from "../core/context.ts";
import { DatabaseBusy } from "../core/db/errors.ts";
import { messagePlace } from "../tell/outbox/queue-message.ts";
import { readSettings } from "../core/settings/settings.ts";
import { startServer } from "../run/start-server.ts";
import type { TopUpMethod } from "../money/top-ups/top-up-method.ts";
import { freshDatabase } from "./database.ts";
import type { FreshDatabase } from "./database.ts";
import { send } from "./send.ts";
import { requireSoundBooks } from "./sound-books.ts";
import { ZONE } from "./zone.ts";

/** Everybody's password in the tests. */
export const PASSWORD = "correct horse battery";
export const BIRTHDAY = "1990-05-17";
const OWNER_PASSWORD = "ring the winners bell";
/** The same in every process on one database: sessions and codes hold across them. */
export const SECRET = "5ec7e7".padEnd(64, "0");

// Tests read answers and rows by hand; a type would only repeat the contract and the schema.
// oxlint-disable-next-line typescript/no-explicit-any
export type ByHand = any;

export interface Answer {
  status: number;
  body: ByHand;
  headers: Headers;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export type CallClub = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

export interface TestPlayer {
  id: string;
  name: string;
  phone: string;
  password: string;
  token: string;
  refreshToken: string;
}

export interface TestOperator {
  id: string;
  name: string;
  token: string;
  roles: readonly Role[];
}

export interface ClubOptions {
  /** Server environment on top of that of every test: CLUB_FOUR_EYES, CLUB_RATE_FACTOR, ... */
  env?: Record<string, string>;
  /** A database to share with another server; default: one of its own, dropped at close. */
  database?: FreshDatabase;
  log?: FastifyBaseLogger;
  /** Ways to top up, in place of the club's. */
  topUpMethods?: readonly TopUpMethod[];
}

export interface SignUpOptions {
  /** false: no date of birth, so no bets and no top-ups. */
  isAdult?: boolean;
}

/** A whole club in this process, on a database of its own. */
export interface TestClub {
  readonly url: string;
  readonly ctx: AppContext;
  readonly database: FreshDatabase;
  readonly call: CallClub;
  /** Runs SQL as the server's role. */
  query(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs SQL as the superuser: tampering, moved clocks. */
  asAdmin(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** A new player of 18 or over, signed up through the API. */
  signUp(name?: string, options?: SignUpOptions): Promise<TestPlayer>;
  /** Adds money by a top-up that an operator approves. */
  fund(player: TestPlayer, cents: number): Promise<void>;
  /** A signed-in operator with the roles, by default the owner. Asking again gives the same one. */
  operator(...roles: Role[]): Promise<TestOperator>;
  /** Another operator with the roles. */
  newOperator(...roles: Role[]): Promise<TestOperator>;
  /** Stops it. @throws Error when the books are wrong: a test must undo what it edits. */
  close(): Promise<void>;
}

export type Row = Record<string, ByHand>;

/** The environment of a server under test. */
export function testEnv(databaseUrl: string, dataDir: string): Record<string, string> {
  return {
    NODE_ENV: "test",
    HOST: "127.0.0.1",
    PORT: "0",
    CLUB_DEMO: "0",
    CLUB_TIME_ZONE: ZONE,
    CLUB_SECRET: SECRET,
    CLUB_LOG_LEVEL: "fatal",
    CLUB_OWNER_PASSWORD: OWNER_PASSWORD,
    CLUB_DATA_DIR: dataDir,
    CLUB_DATABASE_PATIENCE: process.env["CLUB_DATABASE_PATIENCE"] ?? "1",
    DATABASE_URL: databaseUrl,
  };
}

/** Starts a club; call `close` at the end of the test file. */
export async function startClub(options: ClubOptions = {}): Promise<TestClub> {
  const database = options.database ?? (await freshDatabase());
  const folder = mkdtempSync(join(tmpdir(), "club-data-"));
  const settings = readSettings({ ...testEnv(database.appUrl, folder), ...options.env });
  const { log, topUpMethods } = options;
  const server = await startServer({
    settings,
    databaseUrl: database.appUrl,
    ...(log !== undefined && { log }),
    ...(topUpMethods !== undefined && { topUpMethods }),
  });
  const call = callerOf(server.url);
  const people = peopleOf(call);
  return {
    url: server.url,
    ctx: server.ctx,
    database,
    call,
    query: async (sql, values) => {
      return await untilRead(async () => (await server.ctx.db.jobs.query<Row>(sql, values)).rows);
    },
    asAdmin: async (sql, values) => await runAsAdmin(database, sql, values),
    ...people,
    close: async () => {
      await server.stop();
      try {
        await requireSoundBooks(database);
      } finally {
        if (options.database === undefined) await database.drop();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

const ASKED_AGAIN_MS = 250;
const MOST_ASKED = 240;
/** What is done at it, but not coming in. */
const OF_THE_DESK = /^\/api\/operator\/(?!signin|refresh_token)/;

/** The tests' own reading shares its connections with the clock, whose work is due all at once on a machine without time. */
async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof DatabaseBusy) || asked >= MOST_ASKED) throw error;
      await sleep(ASKED_AGAIN_MS);
    }
  }
}

/**
 * Calls a server as a client would. A string or buffer is sent as the body unchanged. The desk has few
 * connections: where it is told to come again, it does.
 */
export function callerOf(url: string): CallClub {
  const call = callOnce(url);
  return async (method, path, options) => {
    const ask = async (): Promise<Answer> => await call(method, path, options);
    return OF_THE_DESK.test(path) ? await untilTaken(ask) : await ask();
  };
}

/** Asks again while the club says that it is busy, as both apps do. */
export async function untilTaken(ask: () => Promise<Answer>): Promise<Answer> {
  for (let asked = 1; ; asked += 1) {
    const answer = await ask();
    const isBusy = answer.status === 503 && answer.body?.code === "club.busy";
    if (!isBusy || asked >= MOST_ASKED) return answer;
    await sleep(ASKED_AGAIN_MS);
  }
}

function callOnce(url: string): CallClub {
  return async (method, path, options = {}) => {
    const { token, body } = options;
    const isRaw = typeof body === "string" || Buffer.isBuffer(body);
    const { status, text, headers } = await send(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : { body: isRaw ? (body as string | Buffer) : JSON.stringify(body) }),
    });
    return { status, body: parsed(text), headers };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The data of an answer that must be a success. */
export function ok(answer: Answer): Answer["body"] {
  if (answer.status !== 200) {
    throw new Error(`Expected 200, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body.data;
}

type People = Pick<TestClub, "signUp" | "fund" | "operator" | "newOperator">;

/** What people do at a club, through the API; also for a club in another process. */
export function peopleOf(call: CallClub): People {
  const known = new Map<string, Promise<TestOperator>>();
  const signIn = async (name: string, password: string): Promise<TestOperator> => {
    const data = ok(
      await call("POST", "/api/operator/signin", { body: { user_name: name, password } }),
    );
    return { id: data.operator_id, name, token: data.access_token, roles: data.roles };
  };
  const once = async (key: string, make: () => Promise<TestOperator>): Promise<TestOperator> => {
    let made = known.get(key);
    if (made === undefined) {
      made = make();
      known.set(key, made);
      // Who asks again after a failure tries anew.
      made.catch(() => known.delete(key));
    }
    return await made;
  };
  const owner = async (): Promise<TestOperator> =>
    await once("owner", async () => await signIn("owner", OWNER_PASSWORD));
  const newOperator = async (...roles: Role[]): Promise<TestOperator> => {
    const name = `op-${randomBytes(5).toString("hex")}`;
    const { token } = await owner();
    const body = { user_name: name, password: PASSWORD, roles };
    ok(await call("POST", "/api/operator/operators", { token, body }));
    return await signIn(name, PASSWORD);
  };
  return {
    newOperator,
    operator: async (...roles) =>
      roles.length === 0
        ? await owner()
        : await once(roles.toSorted().join(), async () => await newOperator(...roles)),
    signUp: async (name, options) => await signUp(call, { name, owner: await owner(), ...options }),
    fund: async (player, cents) => {
      const body = { method: "bank_transfer", amount_cents: cents };
      const headers = { "idempotency-key": randomBytes(8).toString("hex") };
      const created = ok(
        await call("POST", "/api/recharge/create", { token: player.token, body, headers }),
      );
      const { token } = await owner();
      const path = `/api/operator/topups/${created.topup_id}/approve`;
      const { approval_id: id } = ok(await call("POST", path, { token }));
      if (id === null) return;
      // A large one, at a club of four eyes.
      const { token: second } = await newOperator("cashier");
      ok(await call("POST", `/api/operator/approvals/${id}/approve`, { token: second }));
    },
  };
}

async function signUp(
  call: CallClub,
  asked: SignUpOptions & { name?: string | undefined; owner: TestOperator },
): Promise<TestPlayer> {
  const name = asked.name ?? `player-${randomBytes(5).toString("hex")}`;
  const phone = `+61${randomInt(100_000_000, 999_999_999)}`;
  const sent = ok(
    await call("POST", "/api/user/verification", { body: { phone, purpose: "register" } }),
  );
  const code = await readCode(call, asked.owner.token, phone);
  const data = ok(
    await call("POST", "/api/user/register", {
      body: {
        user_name: name,
        password: PASSWORD,
        verification_id: sent.verification_id,
        timestamp: sent.timestamp,
        phone,
        code,
        invite_code: "",
      },
    }),
  );
  const token: string = data.access_token;
  if (asked.isAdult ?? true) {
    ok(await call("PUT", "/api/user/profile", { token, body: { date_of_birth: BIRTHDAY } }));
  }
  return {
    id: data.user_id,
    name,
    phone,
    password: PASSWORD,
    token,
    refreshToken: data.refresh_token,
  };
}

/** The last code sent to a phone, for any purpose: read from the database with the club's key. */
export async function codeInOutbox(
  club: Pick<TestClub, "ctx" | "query">,
  phone: string,
): Promise<string> {
  const { secrets } = club.ctx;
  const [row] = await club.query(
    "SELECT id, sealed FROM delivery WHERE to_hash = $1 ORDER BY id DESC LIMIT 1",
    [lookupHash(secrets, "outbox", phone)],
  );
  return JSON.parse(decrypt(secrets, messagePlace(row?.["id"]), row?.["sealed"])).code;
}

/** The last code to register that was sent to a phone, as the owner reads it. */
export async function readCode(call: CallClub, token: string, phone: string): Promise<string> {
  const answer = await call("GET", `/api/operator/outbox?to=${encodeURIComponent(phone)}`, {
    token,
  });
  ok(answer);
  return answer.body.list[0].code;
}

async function runAsAdmin(
  database: FreshDatabase,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
