import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub, type TestClub, type TestPlayer } from "../apps/server/src/test/club.ts";
import { type FreshDatabase, freshDatabase } from "../apps/server/src/test/database.ts";
import { makeMatch } from "../apps/server/src/test/sport-desk.ts";
import { openVectorRaces, placeBets } from "../apps/server/src/test/vector-race.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import { copyOf, queryCopy, racingDigest, runToDie } from "./lib/crash-copies.ts";
import { type DeskAct, doAct, doJobs } from "./lib/desk-acts.ts";
import type { DeskOrder } from "./lib/desk-child.ts";

/**
 * A process killed in any operator's act leaves it done or not done, never half. Each act of the
 * desk that takes several transactions (and some that take one) is killed after each of its commits
 * in turn. Once the next process has run its jobs, the books are those of an act that was never
 * interrupted, or those before it.
 */

const NAMES = [
  "a bank's line that pays a file of withdrawals",
  "several top-ups approved at once",
  "several withdrawals approved at once",
  "a meeting abandoned",
  "runners of several races scratched at once",
  "a pool given back",
  "a player erased",
  "all sports suspended",
] as const;
type Name = (typeof NAMES)[number];

const MOST_ASKED = 10;

let base: FreshDatabase;
let acts: Record<Name, DeskAct>;
let undone: string;

beforeAll(async () => {
  base = await freshDatabase();
  acts = await prepare(base);
  undone = await deskDigest(base);
}, 180_000);
afterAll(async () => await base.drop());

test.each(NAMES)(
  "%s: killed after any of its commits",
  async (name) => {
    const act = acts[name];
    const first = await copyOf(base);
    const { commits } = await carryOut(first, act);
    await doJobs(first.appUrl);
    const whole = await deskDigest(first);
    expect(whole).not.toBe(undone);
    await first.drop();
    expect(commits).toBeGreaterThan(0);

    let finished = 0;
    for (const turn of turnsOf(commits)) {
      const copy = await copyOf(base);
      expect(await dieAt(copy, act, turn), `${turn} of ${commits} kills`).toBe("SIGKILL");
      await doJobs(copy.appUrl);
      const left = await deskDigest(copy);
      if (left === whole) finished += 1;
      else {
        expect(left, `after ${turn} of ${commits} it was not begun`).toBe(undone);
        await carryOut(copy, act);
        await doJobs(copy.appUrl);
        expect(await deskDigest(copy), `begun again after ${turn} of ${commits}`).toBe(whole);
      }
      await copy.drop();
    }
    expect(finished, "the jobs alone finished it").toBeGreaterThan(0);
  },
  isFull ? 1_200_000 : 180_000,
);

/** Every commit of the act; in the short run only one in the middle. */
function turnsOf(commits: number): number[] {
  const all = Array.from({ length: commits }, (_, i) => i + 1);
  return isFull ? all : [Math.floor(commits / 2) + 1];
}

async function carryOut(copy: FreshDatabase, act: DeskAct): Promise<{ commits: number }> {
  for (let asked = 1; ; asked += 1) {
    const done = await doAct(copy.appUrl, act);
    // An overloaded machine may keep a database from answering; the operator presses again.
    if (done.status === 503 && asked < MOST_ASKED) continue;
    expect(done.status, done.body).toBe(200);
    return done;
  }
}

async function dieAt(copy: FreshDatabase, act: DeskAct, dieAfter: number) {
  const order: DeskOrder = { databaseUrl: copy.appUrl, act, dieAfter };
  return (await runToDie("desk-child.ts", order)).signal;
}

/** Money, every state that the desk moves, and row counts of tables that not every call fills. */
async function deskDigest(copy: FreshDatabase): Promise<string> {
  const [row] = await queryCopy(
    copy,
    `SELECT concat_ws(' ',
      (SELECT string_agg(status, ',' ORDER BY id) FROM top_up),
      (SELECT string_agg(status, ',' ORDER BY id) FROM withdrawal),
      (SELECT string_agg(status, ',' ORDER BY id) FROM bank_line),
      (SELECT string_agg(status, ',' ORDER BY id) FROM payout_file),
      (SELECT string_agg(concat_ws('|', status, user_name), ',' ORDER BY id) FROM player),
      (SELECT string_agg(concat_ws('|', pool_id, due_cents, is_done), ',' ORDER BY pool_id, due_cents) FROM refund_job),
      (SELECT string_agg(status, ',' ORDER BY id) FROM sport_market),
      (SELECT count(*) FROM runner WHERE scratched_at IS NOT NULL),
      (SELECT count(*) FROM begun_act WHERE done_at IS NULL),
      (SELECT count(*) FROM delivery WHERE channel IN ('push', 'webhook')),
      (SELECT string_agg(t.table_name || '=' || (xpath('/row/n/text()', query_to_xml(format(
         'SELECT count(*) AS n FROM %I', t.table_name), false, true, '')))[1]::text, ',' ORDER BY t.table_name)
       FROM information_schema.tables t WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'
         AND t.table_name <> ALL ($1))
     ) AS digest`,
    [["audit", "audit_pending", "audit_link", "begun_act", "event_inbox", "delivery"]],
  );
  return `${await racingDigest(copy)} ${String(row?.["digest"])}`;
}

async function prepare(database: FreshDatabase): Promise<Record<Name, DeskAct>> {
  const club = await startClub({
    database,
    env: { CLUB_RATE_FACTOR: "0", CLUB_CURRENCY: "AUD" },
  });
  const { token } = await club.operator();
  const desk = new Desk(club, token);
  const players: TestPlayer[] = [];
  for (let i = 0; i < 4; i += 1) players.push(await desk.playerWithAccount(1_000_000));
  const waiting = await desk.withdrawals(players, 7000);
  const made = {
    ...(await desk.paidFile(players)),
    ...(await desk.topUps(players)),
    "several withdrawals approved at once": {
      path: "/api/operator/withdrawals/approve",
      token,
      body: { ids: waiting, total_cents: 7000 * waiting.length },
    },
    ...(await desk.races(players)),
    ...(await desk.others()),
  };
  await club.close();
  return made;
}

/** Sets up what must be there before an operator can do these things. */
class Desk {
  readonly #club: TestClub;
  readonly #token: string;

  constructor(club: TestClub, token: string) {
    this.#club = club;
    this.#token = token;
  }

  async playerWithAccount(cents: number): Promise<TestPlayer> {
    const player = await this.#club.signUp();
    await this.#club.fund(player, cents);
    const card = {
      bank_name: "Harbour Mutual",
      account_name: "Noor Haldane",
      account_number: "11844417",
      branch_code: "999-204",
      swift_bic: "",
      currency: "AUD",
    };
    ok(await this.#club.call("POST", "/api/user/bank_card", { token: player.token, body: card }));
    await this.#post(`players/${player.id}/bank-card/verify`);
    await this.#club.query(
      "UPDATE bank_card SET changed_at = changed_at - interval '25 hours' WHERE player_id = $1",
      [player.id],
    );
    return player;
  }

  async withdrawals(players: readonly TestPlayer[], cents: number): Promise<string[]> {
    return await Promise.all(
      players.map(async ({ token }) => {
        const headers = { "idempotency-key": randomBytes(8).toString("hex") };
        const body = { amount_cents: cents };
        const asked = { token, body, headers };
        return ok(await this.#club.call("POST", "/api/withdraw/create", asked)).withdrawal_id;
      }),
    );
  }

  /** Withdrawals in a sent payout file, and the bank line that says it was paid. */
  async paidFile(players: readonly TestPlayer[]) {
    const account = {
      name: "Horse Club Trust",
      account_number: "1234 5678",
      branch_code: "062-000",
      swift_bic: "",
      bank_code: "CBA",
      user_id: "301500",
    };
    const put = { token: this.#token, body: account };
    ok(await this.#club.call("PUT", "/api/operator/payouts/account", put));
    const ids = await this.withdrawals(players, 5000);
    for (const id of ids) await this.#post(`withdrawals/${id}/approve`);
    const total = 5000 * ids.length;
    const [day] = await this.#club.query(
      "SELECT (club_now() + interval '2 days')::date::text AS on",
    );
    const file = await this.#post("payouts", {
      format: "aba",
      withdrawal_ids: ids,
      total_cents: total,
      pay_on: day?.["on"],
    });
    await this.#post(`payouts/${file.file_id}/sent`);
    const text = `Date,Amount,Reference,Name,Details\n${day?.["on"]},-${(total / 100).toFixed(2)},${file.name},,\n`;
    await this.#post("bank/imports", { file_name: "bank.csv", profile: "plain", text });
    const [line] = await this.#club.query("SELECT id FROM bank_line");
    return {
      "a bank's line that pays a file of withdrawals": {
        path: `/api/operator/bank/lines/${line?.["id"]}/match`,
        token: this.#token,
        body: { kind: "payout_file", target_id: file.file_id },
      },
    };
  }

  async topUps(players: readonly TestPlayer[]) {
    const ids = await Promise.all(
      players.map(async ({ token }) => {
        const headers = { "idempotency-key": randomBytes(8).toString("hex") };
        const body = { method: "bank_transfer", amount_cents: 4000 };
        const asked = { token, body, headers };
        return ok(await this.#club.call("POST", "/api/recharge/create", asked)).topup_id as string;
      }),
    );
    return {
      "several top-ups approved at once": {
        path: "/api/operator/topups/approve",
        token: this.#token,
        body: { ids, total_cents: 4000 * ids.length },
      },
    };
  }

  /** A meeting of three races with singles and a double, and another's race with two pools. */
  async races(players: readonly TestPlayer[]) {
    const field = { runners: [1, 2, 3, 4, 5, 6, 7, 8] };
    const [first = "", second = "", third = ""] = await openVectorRaces(this.#club, {
      races: [field, field, field],
    });
    const [alone = ""] = await openVectorRaces(this.#club, { races: [field] });
    const rig = { club: this.#club, players };
    const on = (id: string, bet_type: number, sel: Record<string, number[]>) => ({
      id,
      bet_type,
      sel,
      unit_cents: 200,
    });
    const singles = [1, 2, 3, 4].map((horse) => on(`w${horse}`, 1, { horse: [horse] }));
    const places = [1, 2, 3, 4].map((horse) => on(`p${horse}`, 2, { horse: [horse] }));
    for (const race_id of [first, second, third, alone]) {
      await placeBets(rig, [...singles, ...places], { race_id });
    }
    const doubles = [1, 2].map((horse) => on(`d${horse}`, 10, { horse: [horse], horse2: [3] }));
    await placeBets(rig, doubles, { race_id: first, race_id2: second });
    const [meeting] = await this.#club.query("SELECT meeting_id FROM race WHERE id = $1", [first]);
    const [pool] = await this.#club.query(
      "SELECT id FROM pool WHERE race_id = $1 AND code = 'PLACE'",
      [alone],
    );
    return {
      "a meeting abandoned": {
        path: `/api/operator/meetings/${meeting?.["meeting_id"]}/abandon`,
        token: this.#token,
        body: { reason: "the track is under water" },
      },
      "runners of several races scratched at once": {
        path: `/api/operator/meetings/${meeting?.["meeting_id"]}/scratch`,
        token: this.#token,
        body: { runners: [first, second, third].map((race_id) => ({ race_id, horse_id: 2 })) },
      },
      "a pool given back": {
        path: `/api/operator/pools/${pool?.["id"]}/refund`,
        token: this.#token,
        body: { reason: "wrong prices were shown" },
      },
    };
  }

  async others() {
    const leaving = await this.#club.signUp();
    await makeMatch(this.#club);
    return {
      "a player erased": {
        path: `/api/operator/players/${leaving.id}/erase`,
        token: this.#token,
        body: { user_name: leaving.name, reason: "asked for it" },
      },
      "all sports suspended": {
        path: "/api/operator/sports/suspend-all",
        token: this.#token,
        body: {},
      },
    };
  }

  async #post(path: string, body: unknown = {}) {
    return ok(await this.#club.call("POST", `/api/operator/${path}`, { token: this.#token, body }));
  }
}
