import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import type { PoolCode, RuleSetName } from "@club/domain";
import { canonicalJson, checkMoneyOfDay, readDayFile, sha256 } from "@club/domain";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import type { AppContext } from "../../core/context.ts";
import { createContext } from "../../run/create-context.ts";
import { buildServer } from "../../run/server.ts";
import { resumeSagas } from "../../desk/sagas/resume-sagas.ts";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { writeEvents } from "../../tell/live/event-writer.ts";
import { EVENT_SOURCES } from "../../run/lists/event-sources.ts";
import { makeDayFile } from "../../proofs/days/day-file.ts";
import { runRefundJobs } from "../../racing/refunds/refund-worker.ts";
import { eventBets } from "../../proofs/freeze/freeze-event.ts";
import { raceBets } from "../../proofs/freeze/freeze-race.ts";
import { freezeClosed } from "../../proofs/freeze/freeze.ts";
import { DatabaseAway, DatabaseBusy } from "../../core/db/connect.ts";
import { readSettings } from "../../core/settings/settings.ts";
import { runCorrections } from "../../racing/corrections/correction-worker.ts";
import { runSettlements } from "../../racing/settlement/settlement-worker.ts";
import { runSportSettlements } from "../../sports/settlement/run-sport-settlement.ts";
import { releaseCooled } from "../../money/withdrawals/cancel-withdrawal.ts";
import { clubCard } from "../card-desk.ts";
import { PASSWORD, startClub, testEnv, type Answer as TestAnswer } from "../club.ts";
import { type FreshDatabase, freshDatabase } from "../database.ts";

/** The server may still be ending what a crashed process left: its locks are waited for. */
const payRefunds = async (ctx: AppContext) => await runRefundJobs(ctx, undefined, { waits: true });

/** What a server's jobs do with unfinished work, in their order. */
const JOBS: readonly ((ctx: AppContext) => Promise<unknown>)[] = [
  (ctx) => resumeSagas(ctx, 0),
  payRefunds,
  runCorrections,
  runSettlements,
  runSportSettlements,
  (ctx) => freezeClosed(ctx, raceBets),
  (ctx) => freezeClosed(ctx, eventBets),
];

/** Answers of a server that got no database connection in time; each took a second. */
const OVERLOADED: ReadonlySet<string> = new Set(["club.busy", "club.away"]);
const MOST_TRIES = 60;

const isInDoubt = (body: Answer["body"]): boolean => body.code === "bet.in_doubt";

/** No connection came in time. */
export function isOverload(error: unknown): boolean {
  return error instanceof DatabaseBusy || error instanceof DatabaseAway;
}

/** Work of a job, repeated while the machine is too loaded for a connection. */
export async function withRoom(work: () => Promise<unknown>): Promise<void> {
  for (let left = MOST_TRIES; ; left -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (left === 0 || !isOverload(error)) throw error;
    }
  }
}

/** Prepared statements keep their first plan: see plan-once.ts. */
function generic(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.set("options", "-c plan_cache_mode=force_generic_plan");
  return parsed.href;
}

/** The Treble of a card. */
export const TREBLE = { code: "TREBLE", name: "Treble", guarantee_cents: 0 } as const;
const PLAYERS = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Person {
  readonly id: string;
  readonly name: string;
  token: string;
}

export type Answer = Pick<TestAnswer, "status" | "body">;

export interface RaceWish {
  readonly rules: RuleSetName;
  readonly isDeclared: boolean;
  readonly races: readonly { readonly runners: number; readonly offered: readonly PoolCode[] }[];
  /** 1: the day after. */
  readonly day: number;
  /** The card lays out a Treble over the first three races. */
  readonly hasTreble: boolean;
}

/** Operators and players of the walks, made once and copied with their database. */
export interface WalkHome {
  readonly database: FreshDatabase;
  readonly clerk: Person;
  readonly chief: Person;
  readonly players: readonly Person[];
}

/** Makes a club with its people and closes it: walks work on copies of its database. */
export async function makeHome(): Promise<WalkHome> {
  const database = await freshDatabase();
  const club = await startClub({ database, env: { CLUB_RATE_FACTOR: "0" } });
  const roles = ["pool_controller", "results_clerk", "cashier", "risk", "card_clerk"] as const;
  const [clerk, chief] = [await club.newOperator(...roles), await club.newOperator(...roles)];
  const players: Person[] = [];
  for (let i = 0; i < PLAYERS; i += 1) players.push(await club.signUp());
  const owner = await club.operator();
  for (const { id, token } of players) {
    const body = {
      bank_name: "Bank",
      account_name: "A B",
      account_number: `1234567${players.findIndex((one) => one.id === id)}`,
      branch_code: "062000",
      currency: "AUD",
    };
    await club.call("POST", "/api/user/bank_card", { token, body });
    const path = `/api/operator/players/${id}/bank-card/verify`;
    await club.call("POST", path, { token: owner.token, body: {} });
  }
  await club.asAdmin("UPDATE bank_card SET changed_at = changed_at - interval '9 days'");
  await club.close();
  return { database, clerk, chief, players };
}

/** A copy of the home with a server's routes and jobs, where nothing runs by itself. */
export class WalkClub {
  readonly ctx: AppContext;
  readonly #app: FastifyInstance;
  readonly #admin: pg.Client;
  readonly database: FreshDatabase;
  readonly clerk: Person;
  readonly chief: Person;
  readonly players: readonly Person[];

  private constructor(parts: {
    ctx: AppContext;
    app: FastifyInstance;
    admin: pg.Client;
    database: FreshDatabase;
    home: WalkHome;
  }) {
    this.ctx = parts.ctx;
    this.#app = parts.app;
    this.#admin = parts.admin;
    this.database = parts.database;
    this.clerk = { ...parts.home.clerk };
    this.chief = { ...parts.home.chief };
    this.players = parts.home.players.map((one) => ({ ...one }));
  }

  static async open(home: WalkHome): Promise<WalkClub> {
    const database = await freshDatabase(home.database.name);
    const env = {
      ...testEnv(generic(database.appUrl), tmpdir()),
      CLUB_RATE_FACTOR: "0",
      CLUB_DATABASE_PATIENCE: "10",
    };
    const settings = readSettings({ ...env, CLUB_CURRENCY: "AUD" });
    const ctx = createContext({ settings, databaseUrl: generic(database.appUrl) });
    const app = await buildServer(ctx);
    await app.ready();
    const admin = new pg.Client({ connectionString: generic(database.adminUrl) });
    await admin.connect();
    const club = new WalkClub({ ctx, app, admin, database, home });
    await club.#signIn();
    return club;
  }

  async #signIn(): Promise<void> {
    for (const one of [this.clerk, this.chief]) {
      const body = { user_name: one.name, password: PASSWORD };
      one.token = this.#ok(
        await this.call("POST", "/api/operator/signin", undefined, body),
      ).access_token;
    }
    for (const one of this.players) {
      const body = { user_name: one.name, password: PASSWORD };
      one.token = this.#ok(
        await this.call("POST", "/api/user/signin", undefined, body),
      ).access_token;
    }
  }

  #ok({ status, body }: Answer): Answer["body"] {
    if (status !== 200) throw new Error(`expected 200: ${status} ${JSON.stringify(body)}`);
    return body.data;
  }

  /** Repeats the call while the machine is overloaded: walks test orders of events, not load. */
  async call(
    method: string,
    url: string,
    token?: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer> {
    const request = {
      method: method as "GET",
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    };
    for (let left = MOST_TRIES; ; left -= 1) {
      const answer = await this.#app.inject(request);
      const parsed = answer.body === "" ? {} : answer.json();
      // Whoever does not know whether a bet was taken sends it again under its key.
      const asksAgain = OVERLOADED.has(parsed.code) || (key !== undefined && isInDoubt(parsed));
      if (left > 0 && asksAgain) continue;
      return { status: answer.statusCode, body: parsed };
    }
  }

  async asAdmin(sql: string, values: readonly unknown[] = []): Promise<Answer["body"][]> {
    return (await this.#admin.query(sql, values as unknown[])).rows;
  }

  /** Imports a meeting and opens none of its races. Returns their ids by number, and the day. */
  async makeMeeting(wish: RaceWish): Promise<{ day: string; eventId: string; ids: string[] }> {
    const card = clubCard({
      runners: wish.races.map(({ runners }) => runners),
      startsInMinutes: 120 + wish.day * (DAY_MS / MINUTE_MS),
      meeting: {
        code: randomBytes(4).toString("hex").toUpperCase(),
        rule_set: wish.rules,
        dividends: wish.isDeclared ? "declared" : "club",
      },
    });
    const treble = { ...TREBLE, races: [1, 2, 3] };
    const payload = { ...card, ...(wish.hasTreble ? { multi_pools: [treble] } : {}) };
    const body = { format: "club", payload };
    const { event_id } = this.#ok(
      await this.call("POST", "/api/operator/cards/import", this.clerk.token, body),
    );
    const rows = await this.asAdmin("SELECT id FROM race WHERE meeting_id = $1 ORDER BY number", [
      event_id,
    ]);
    const ids = rows.map((row) => row.id as string);
    for (const [i, { offered }] of wish.races.entries()) {
      await this.asAdmin("UPDATE race SET offered = $2 WHERE id = $1", [ids[i], offered]);
    }
    return { day: card.meeting["date"] as string, eventId: event_id, ids };
  }

  /** Starts a walk: players have this much again, and no jackpot waits. */
  async reset(cash: readonly bigint[]): Promise<void> {
    const cause = `walk:${randomBytes(8).toString("hex")}:`;
    const waiting = await this.asAdmin(
      "SELECT id, status FROM withdrawal WHERE status IN ('requested', 'approved')",
    );
    for (const { id } of waiting) {
      const path = `/api/operator/withdrawals/${id}/reject`;
      await this.call("POST", path, this.clerk.token, { reason: "the walk is over" });
    }
    await this.asAdmin(
      "UPDATE withdrawal SET releases_at = club_now_ms() - interval '1 second' WHERE cooling_cents > 0",
    );
    await releaseCooled(this.ctx);
    await this.asAdmin(
      `SELECT post_entry(gen_random_uuid(), 'adjustment', $1 || w.player_id, 'walk',
         ARRAY[w.cash_account, (SELECT id FROM account WHERE kind = 'bank_clearing')],
         ARRAY[c.cents - w.cash_cents, w.cash_cents - c.cents])
       FROM unnest($2::uuid[], $3::bigint[]) c (player, cents) JOIN wallet w ON w.player_id = c.player
       WHERE c.cents <> w.cash_cents`,
      [cause, this.players.map(({ id }) => id), cash],
    );
    await this.asAdmin(
      `SELECT post_entry(gen_random_uuid(), 'adjustment', $1 || j.id, 'walk',
         ARRAY[j.id, (SELECT id FROM account WHERE kind = 'adjustments')], ARRAY[-j.cents, j.cents])
       FROM (SELECT a.id, (SELECT coalesce(sum(amount_cents), 0)::bigint FROM posting p WHERE p.account_id = a.id) AS cents
         FROM account a WHERE a.kind = 'jackpot') j WHERE j.cents <> 0`,
      [cause],
    );
    // Jackpots of an earlier walk belong to nobody now: their chain starts anew.
    await this.#admin.query("ALTER TABLE jackpot_take DISABLE TRIGGER USER");
    await this.#admin.query("DELETE FROM jackpot_take");
    await this.#admin.query("ALTER TABLE jackpot_take ENABLE TRIGGER USER");
    await this.#admin.query("DELETE FROM jackpot_link");
  }

  async payRefunds(): Promise<void> {
    await withRoom(async () => await payRefunds(this.ctx));
  }

  /** Runs a server's jobs: everything that was begun and left is finished. */
  async goOn(): Promise<void> {
    for (const job of JOBS) await withRoom(async () => await job(this.ctx));
  }

  /** One round of the event writer: entries are chained, deltas folded. */
  async writeEvents(): Promise<void> {
    const connection = await this.ctx.db.jobs.connect();
    try {
      while ((await writeEvents(connection, EVENT_SOURCES)).isFull);
    } finally {
      connection.release();
    }
    await this.asAdmin(
      `SELECT chain_append(ARRAY(SELECT id FROM entry e
         WHERE NOT EXISTS (SELECT FROM chain c WHERE c.entry_id = e.id) ORDER BY at, id))`,
    );
  }

  /** The checks of the books that fail. */
  async faultsOfBooks(): Promise<string[]> {
    await this.writeEvents();
    let checks: Awaited<ReturnType<typeof verifyBooks>>["checks"] = [];
    await withRoom(async () => ({ checks } = await verifyBooks(this.ctx)));
    return checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
  }

  /** Recomputes a day from its archive, as anybody could. Returns the differences. */
  async faultsOfDay(day: string): Promise<string[]> {
    const file = await makeDayFile(this.ctx, day);
    const read = readDayFile(JSON.parse(canonicalJson(file as never)));
    const isOver = (status: string): boolean => ["settled", "abandoned", "void"].includes(status);
    const waiting =
      read.races.filter(({ race }) => !isOver(race.status)).length +
      (read.sports?.events ?? []).filter(({ event }) => !isOver(event.status)).length;
    return checkMoneyOfDay(read, { hash: sha256 })
      .filter(
        ({ check, verdict }) =>
          check !== "settled" &&
          (verdict === "differs" || (verdict === "unchecked" && waiting === 0)),
      )
      .map((line) => JSON.stringify(line));
  }

  async close(): Promise<void> {
    await this.#app.close();
    await this.ctx.disk.stop();
    await this.ctx.db.end();
    await this.#admin.end();
    await this.database.drop();
  }
}
