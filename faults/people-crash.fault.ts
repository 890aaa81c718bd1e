import { DOUBLE_SECRET, IdentityDouble, RegisterDouble } from "@club/doubles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, SECRET, startClub } from "../apps/server/src/test/club.ts";
import { fewOf, isFull } from "../apps/server/src/test/sample.ts";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { type FreshDatabase, freshDatabase } from "../apps/server/src/test/database.ts";
import { copyOf, queryCopy, runToDie } from "./lib/crash-copies.ts";
import type { PeopleOrder } from "./lib/people-child.ts";

/**
 * A process that asks a checker of identities or a register of excluded people is killed at each of
 * its steps. Whoever comes next goes on: each is asked about, and the answer is taken once.
 */
const KEY = "key of the club";

let base: FreshDatabase;
let named: TestPlayer;
let listed: TestPlayer;

beforeAll(async () => {
  base = await freshDatabase();
  const [checker, register] = await startDoubles();
  const club = await startClub({ database: base, env: envOf(checker, register) });
  const { token } = await club.operator();
  const rule = { unanswered: "let_in" };
  ok(await club.call("PUT", "/api/operator/register-rule", { token, body: rule }));
  await club.query("UPDATE club SET identity_rule = 'before_withdrawal'");
  [named, listed] = [await club.signUp(), await club.signUp()];
  const body = { full_name: "Noor Haldane", country: "AU", address: "1 Race Course Road" };
  ok(await club.call("PUT", "/api/user/profile", { token: named.token, body }));
  register.http.failAlways({ kind: "status", status: 500 });
  const signIn = { user_name: listed.name, password: listed.password };
  ok(await club.call("POST", "/api/user/signin", { body: signIn }));
  await club.query("DELETE FROM delivery");
  await club.close();
  await Promise.all([checker.http.close(), register.http.close()]);
}, 120_000);
afterAll(async () => await base.drop());

async function startDoubles(): Promise<[IdentityDouble, RegisterDouble]> {
  const [checker, register] = [new IdentityDouble(KEY), new RegisterDouble(KEY)];
  await Promise.all([checker.http.start(), register.http.start()]);
  return [checker, register];
}

function envOf(checker: IdentityDouble, register: RegisterDouble): Record<string, string> {
  return {
    CLUB_SECRET: SECRET,
    CLUB_RATE_FACTOR: "0",
    CLUB_IDENTITY_PROVIDER: "standard",
    CLUB_IDENTITY_URL: checker.http.url,
    CLUB_IDENTITY_KEY: KEY,
    CLUB_IDENTITY_WEBHOOK_SECRET: DOUBLE_SECRET,
    CLUB_EXCLUSION_PROVIDER: "standard",
    CLUB_EXCLUSION_URL: register.http.url,
    CLUB_EXCLUSION_KEY: KEY,
  };
}

/** What is right in the end, of whoever was asked about. */
const ENDS = {
  identity: async (copy: FreshDatabase, [checker]: [IdentityDouble, RegisterDouble]) => {
    const [row] = await queryCopy(
      copy,
      `SELECT identity_checked_at IS NOT NULL AS checked,
         (SELECT count(*)::int FROM identity_check WHERE status = 'verified') AS checks,
         (SELECT count(*)::int FROM protection_log WHERE player_id = $1 AND kind = 'identity.checked') AS noted
       FROM player WHERE id = $1`,
      [named.id],
    );
    expect({ ...row, asked: checker.checks.size }).toEqual({
      checked: true,
      checks: 1,
      noted: 1,
      asked: 1,
    });
  },
  exclusion: async (copy: FreshDatabase) => {
    const [row] = await queryCopy(
      copy,
      `SELECT bar, bar_until = 'infinity' AS for_good,
         (SELECT count(*)::int FROM exclusion_watch WHERE is_barred AND due_at IS NULL) AS barred,
         (SELECT count(*)::int FROM protection_log WHERE player_id = $1 AND kind = 'exclusion') AS noted,
         (SELECT count(*)::int FROM delivery) AS told
       FROM player WHERE id = $1`,
      [listed.id],
    );
    expect(row).toEqual({ bar: "exclusion", for_good: true, barred: 1, noted: 1, told: 1 });
  },
} as const;

test.each(["identity", "exclusion"] as const)(
  "%s: killed at any step, the next process goes on, and the answer is taken once",
  async (work) => {
    const run = async (copy: FreshDatabase, doubles: Doubles, crashAt = "") => {
      // What a killed process claimed is due again, as it would be a minute later.
      await queryCopy(copy, "UPDATE identity_check SET next_at = now() WHERE status = 'asking'");
      await queryCopy(copy, "UPDATE exclusion_watch SET due_at = now() WHERE due_at IS NOT NULL");
      const order: PeopleOrder = { databaseUrl: copy.appUrl, env: envOf(...doubles), work };
      return await runToDie("people-child.ts", order, crashAt);
    };
    const begin = async (): Promise<[FreshDatabase, Doubles]> => {
      const [copy, doubles] = await Promise.all([copyOf(base), startDoubles()]);
      doubles[1].excluded.add(listed.phone);
      return [copy, doubles];
    };
    const end = async (copy: FreshDatabase, doubles: Doubles): Promise<void> => {
      await ENDS[work](copy, doubles);
      await Promise.all([copy.drop(), ...doubles.map(async ({ http }) => await http.close())]);
    };
    const [whole, doubles] = await begin();
    const { output } = await run(whole, doubles);
    await end(whole, doubles);
    const hits = JSON.parse(output.slice(output.indexOf("{"))) as Record<string, number>;
    expect(Object.keys(hits)).toEqual(expect.arrayContaining(["db.committed"]));
    for (const place of placesOf(hits)) {
      const [copy, asked] = await begin();
      expect((await run(copy, asked, place)).signal, place).toBe("SIGKILL");
      await run(copy, asked);
      await run(copy, asked);
      await end(copy, asked);
    }
  },
  600_000,
);

/** Every pass of every point; in the short run one of a few, in the middle. */
function placesOf(hits: Readonly<Record<string, number>>): string[] {
  return fewOf(Object.entries(hits)).flatMap(([point, times]) => {
    const all = Array.from({ length: times }, (_, i) => `${point}:${i + 1}`);
    return isFull ? all : all.slice(times / 2, times / 2 + 1);
  });
}

type Doubles = Awaited<ReturnType<typeof startDoubles>>;
