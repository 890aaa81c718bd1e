import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withTransaction } from "../../core/db/connect.ts";
import { createLog } from "../../core/metrics/log.ts";
import { ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { bankNumberPlace } from "./bank-card.ts";
import { decrypt } from "../../core/kit/cipher.ts";

let club: TestClub;
const lines: string[] = [];

beforeAll(async () => {
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  club = await startClub({ log, env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

const newNumber = () => String(randomInt(1_000_000_000, 9_999_999_999));
const cardOf = (number: string, more: object = {}) => ({
  bank_name: "First Bank",
  account_name: "A. Player",
  account_number: number,
  branch_code: "062-000",
  swift_bic: "CTBAAU2S",
  currency: "AUD",
  ...more,
});

async function post(player: TestPlayer, body: object): Promise<Answer> {
  return await club.call("POST", "/api/user/bank_card", { token: player.token, body });
}

async function get(player: TestPlayer): Promise<Answer> {
  return await club.call("GET", "/api/user/bank_card", { token: player.token });
}

async function rowOf(player: TestPlayer) {
  const rows = await club.query("SELECT * FROM bank_card WHERE player_id = $1", [player.id]);
  return rows[0] as Record<string, unknown>;
}

/** As the operators' call will do: the club has checked the account. */
async function verify(player: TestPlayer): Promise<void> {
  const { id } = await club.operator();
  await club.query(
    "UPDATE bank_card SET verified_at = club_now_ms(), verified_by = $2 WHERE player_id = $1",
    [player.id, id],
  );
}

describe("a bank account", () => {
  test("is null, then stored, then shown with its last digits alone", async () => {
    const player = await club.signUp();
    expect((await get(player)).body).toMatchObject({ status: 200, data: null });
    const number = newNumber();
    const stored = ok(await post(player, cardOf(number)));
    expect(stored).toEqual({
      bank_name: "First Bank",
      account_name: "A. Player",
      account_number: `•••${number.slice(-4)}`,
      branch_code: "062000",
      swift_bic: "CTBAAU2S",
      currency: "AUD",
      verified: false,
      changed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(ok(await get(player))).toEqual(stored);
  });

  test("is seen by its player alone", async () => {
    const [owner, other] = [await club.signUp(), await club.signUp()];
    ok(await post(owner, cardOf(newNumber())));
    expect((await get(other)).body.data).toBe(null);
    ok(await post(other, cardOf(newNumber(), { bank_name: "Other Bank" })));
    expect(ok(await get(owner)).bank_name).toBe("First Bank");
    expect((await club.call("GET", "/api/user/bank_card")).status).toBe(401);
    const { token } = await club.operator();
    expect((await club.call("GET", "/api/user/bank_card", { token })).status).toBe(401);
  });

  test.each([
    [{ account_number: "12" }, "bank_card.invalid", "account_number"],
    [{ branch_code: "" }, "bank_card.invalid", "branch_code"],
    [{ swift_bic: "X" }, "bank_card.invalid", "swift_bic"],
    [{ currency: "dollars" }, "bank_card.invalid", "currency"],
    [{ bank_name: "" }, "bank_card.invalid", "bank_name"],
    [{ account_name: "x".repeat(201) }, "request.invalid", "account_name"],
    [{ account_number: 12_345_678 }, "request.invalid", "account_number"],
    [{ account_number: undefined }, "request.invalid", "account_number"],
  ])("%j is refused with %s and its field", async (change, code, field) => {
    const player = await club.signUp();
    const { status, body } = await post(player, cardOf(newNumber(), change));
    expect([status, body.code, body.params.field]).toEqual([422, code, field]);
    expect((await get(player)).body.data).toBe(null);
  });
});

describe("a change", () => {
  test("needs the password, takes the verification back and is told to the phone", async () => {
    const player = await club.signUp();
    const first = ok(await post(player, cardOf(newNumber())));
    await verify(player);
    expect(ok(await get(player)).verified).toBe(true);
    const next = cardOf(newNumber());
    for (const password of [undefined, null, "", "wrong horse battery"]) {
      const answer = await post(player, { ...next, password });
      expect([answer.status, answer.body.code, answer.body.params.field]).toEqual([
        403,
        "password.wrong",
        "password",
      ]);
    }
    expect(ok(await get(player))).toEqual({ ...first, verified: true });

    const changed = ok(await post(player, { ...next, password: PASSWORD }));
    expect(changed).toMatchObject({
      account_number: `•••${next.account_number.slice(-4)}`,
      verified: false,
    });
    expect(changed.changed_at > first.changed_at).toBe(true);
    expect(await rowOf(player)).toMatchObject({ verified_at: null, verified_by: null });
    const { token } = await club.operator();
    const to = encodeURIComponent(player.phone);
    const outbox = await club.call("GET", `/api/operator/outbox?to=${to}`, { token });
    expect(outbox.body.list[0]).toMatchObject({ text: expect.stringContaining("was changed") });
    const audit = await club.query("SELECT action FROM audit WHERE target = $1 ORDER BY id", [
      player.id,
    ]);
    expect(audit.map(({ action }) => action as string).filter((a) => a.startsWith("bank"))).toEqual(
      ["bank_card.add", "bank_card.change"],
    );
  });

  test("of nothing is none: the same account stays verified", async () => {
    const player = await club.signUp();
    const card = cardOf(newNumber());
    const first = ok(await post(player, card));
    await verify(player);
    const again = ok(await post(player, { ...card, branch_code: "062 000", password: PASSWORD }));
    expect(again).toEqual({ ...first, verified: true });
    const other = ok(await post(player, { ...card, bank_name: "Last Bank", password: PASSWORD }));
    expect(other).toMatchObject({ bank_name: "Last Bank", verified: false });
  });

  test("of two first accounts at once one is stored, and the other asks for the password", async () => {
    const player = await club.signUp();
    const waiting = async () => {
      const rows = await club.asAdmin(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1",
        [new URL(club.database.adminUrl).pathname.slice(1)],
      );
      return rows[0]?.["n"] as number;
    };
    // All of them see that there is none before the first one is written.
    const answers = await withTransaction(club.ctx.db.jobs, async (tx) => {
      await lockPlayer(tx, player.id);
      const posts = [1, 2, 3].map(async () => await post(player, cardOf(newNumber())));
      await expect.poll(waiting).toBe(3);
      return posts;
    }).then(async (posts) => await Promise.all(posts));
    const stored = answers.filter(({ status }) => status === 200);
    expect(stored).toHaveLength(1);
    expect(ok(await get(player))).toEqual(ok(stored[0] as Answer));
    expect(new Set(answers.map(({ body }) => body.code as string))).toEqual(
      new Set([undefined, "password.wrong"]),
    );
  });
});

describe("at rest", () => {
  test("the number is sealed for its player: moved to another row it cannot be read", async () => {
    const [one, two] = [await club.signUp(), await club.signUp()];
    const numbers = [newNumber(), newNumber()] as const;
    ok(await post(one, cardOf(numbers[0])));
    ok(await post(two, cardOf(numbers[1])));
    const { secrets } = club.ctx;
    const sealedOf = async (player: TestPlayer) => (await rowOf(player))["number_cipher"] as Buffer;
    expect(decrypt(secrets, bankNumberPlace(one.id), await sealedOf(one))).toBe(numbers[0]);
    await club.query(
      `UPDATE bank_card a SET number_cipher = b.number_cipher FROM bank_card b
       WHERE a.player_id <> b.player_id AND a.player_id = ANY ($1) AND b.player_id = ANY ($1)`,
      [[one.id, two.id]],
    );
    for (const player of [one, two]) {
      const sealed = await sealedOf(player);
      expect(() => decrypt(secrets, bankNumberPlace(player.id), sealed)).toThrow();
      // Nor does the club go on as if nothing had happened.
      const answer = await post(player, { ...cardOf(numbers[0]), password: PASSWORD });
      expect(answer.body.code).toBe("server.broken");
    }
  });

  test("the same account at two players has the same keyed hash, which is not that of the number", async () => {
    const number = newNumber();
    const [one, two, three] = [await club.signUp(), await club.signUp(), await club.signUp()];
    ok(await post(one, cardOf(number)));
    ok(await post(two, cardOf(`00${number}`.slice(-10), { account_name: "Someone Else" })));
    ok(await post(three, cardOf(newNumber())));
    const rows = await club.query(
      `SELECT array_agg(player_id::text ORDER BY player_id) AS players FROM bank_card
       WHERE player_id = ANY ($1) GROUP BY account_hash ORDER BY count(*) DESC`,
      [[one.id, two.id, three.id]],
    );
    expect(rows.map((row) => row["players"])).toEqual([[one.id, two.id].toSorted(), [three.id]]);
  });

  test("the number stands in no table, log, metric, event or audit row, also when something breaks", async () => {
    const player = await club.signUp();
    const [number, next] = [newNumber(), newNumber()];
    ok(await post(player, cardOf(number)));
    ok(await post(player, { ...cardOf(next), password: PASSWORD }));
    await post(player, { ...cardOf(next, { branch_code: "" }), password: PASSWORD });
    await club.asAdmin("ALTER TABLE bank_card RENAME COLUMN last_digits TO digits");
    expect((await post(player, { ...cardOf(number), password: PASSWORD })).status).toBe(500);
    await club.asAdmin("ALTER TABLE bank_card RENAME COLUMN digits TO last_digits");
    // A row that the table refuses: the database's own message quotes it in full.
    await club.asAdmin("ALTER TABLE bank_card ADD CONSTRAINT no CHECK (bank_name <> 'Bad Bank')");
    const bad = cardOf(number, { bank_name: "Bad Bank", password: PASSWORD });
    expect((await post(player, bad)).status).toBe(500);
    await club.asAdmin("ALTER TABLE bank_card DROP CONSTRAINT no");

    const tables = await club.asAdmin(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind = 'r'`,
    );
    expect(tables.length).toBeGreaterThan(50);
    const holding = tables.map(({ name }) => {
      const held = `EXISTS (SELECT FROM ${name as string} t WHERE t::text LIKE $1 OR t::text LIKE $2)`;
      return `SELECT '${name as string}' AS name WHERE ${held}`;
    });
    const metrics = (await club.call("GET", "/metrics")).body as string;
    for (const secret of [number, next]) {
      const hex = Buffer.from(secret).toString("hex");
      const like = [`%${secret}%`, `%${hex}%`];
      expect(await club.asAdmin(holding.join(" UNION ALL "), like)).toEqual([]);
      expect(lines.join("")).not.toContain(secret);
      expect(metrics).not.toContain(secret);
    }
    expect(lines.filter((line) => line.includes('"stack"')).length).toBeGreaterThan(1);
  });
});
