import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type AllUps, leg, STAKE, startAllUps } from "../../test/all-up.ts";
import { act } from "../../test/card-desk.ts";
import { ok, type TestClub } from "../../test/club.ts";
import { expectBooks } from "../../test/vector-race.ts";
import { runRefundJobs } from "../refunds/refund-worker.ts";

/* One stake from race to race: in the next pool or the player's, never both and never neither. */

let allUps: AllUps;
let club: TestClub;

beforeAll(async () => {
  allUps = await startAllUps();
  ({ club } = allUps);
});
afterAll(async () => await allUps.close());

describe("killed between what a leg gave and the next leg's bet", () => {
  /* The connection dies at this point of the transaction, twice, and the next worker goes on. */
  const POINTS: [point: string, when: string, table: string][] = [
    ["when the leg is paid", "AFTER INSERT", "bet_credit"],
    ["while the leg is noted", "BEFORE UPDATE", "all_up_leg"],
    ["when the next leg is staked", "AFTER INSERT", "bet"],
    ["before the cursor moves", "BEFORE UPDATE", "CURSOR"],
    ["at the commit", "AFTER INSERT", "COMMIT"],
  ];
  const KILLS = 2;

  afterEach(async () => {
    await club.asAdmin(
      "DROP FUNCTION IF EXISTS test_kill CASCADE; DROP SEQUENCE IF EXISTS test_kills",
    );
  });

  /** Only a transaction that has given something to the order's first leg is killed. */
  async function killAt(id: string, when: string, table: string): Promise<void> {
    await club.asAdmin(
      `CREATE SEQUENCE test_kills;
       CREATE FUNCTION test_kill() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
         IF EXISTS (SELECT FROM bet_credit WHERE bet_id = '${id}') AND nextval('test_kills') <= ${KILLS} THEN
           PERFORM pg_terminate_backend(pg_backend_pid());
           PERFORM pg_sleep(10);
         END IF;
         RETURN coalesce(NEW, OLD);
       END $$;
       ${
         table === "COMMIT"
           ? "CREATE CONSTRAINT TRIGGER test_kill AFTER INSERT ON bet_credit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
           : `CREATE TRIGGER test_kill ${when} ON ${table} FOR EACH ${when.startsWith("AFTER") ? "STATEMENT" : "ROW"}`
       } EXECUTE FUNCTION test_kill()`,
    );
  }

  const kills = async (): Promise<number> =>
    Number(
      (
        await club.asAdmin(
          "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS n FROM test_kills",
        )
      )[0]!["n"],
    );

  /** In one snapshot: how often the leg was given money, how often the next was staked, and its cash. */
  const standOf = async (id: string) =>
    (
      await club.asAdmin(
        `SELECT (SELECT count(*)::integer FROM bet_credit c WHERE c.bet_id = $1) AS given,
           (SELECT count(*)::integer FROM bet b JOIN all_up_leg l ON l.bet_id = b.id WHERE l.order_id = $1 AND l.leg = 2) AS staked,
           (SELECT count(*)::integer FROM bet WHERE player_id = w.player_id) AS bets, w.cash_cents::integer AS cash
         FROM all_up_leg l JOIN wallet w ON w.player_id = l.player_id WHERE l.order_id = $1 AND l.leg = 1`,
        [id],
      )
    )[0]!;

  async function untilStaked(id: string): Promise<void> {
    await expect
      .poll(async () => {
        const stand = await standOf(id);
        // Never both, never neither: in whatever state it is looked at.
        expect([stand["staked"], stand["bets"], stand["cash"]]).toEqual([
          stand["given"],
          1 + stand["given"],
          9_000,
        ]);
        return stand["given"];
      })
      .toBe(1);
  }

  test.each(POINTS)("paid, killed %s", async (_, when, table) => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "QUINELLA", 1, 2)]);
    ok(await act(club, a, "close"));
    const dry = ok(await act(club, a, "result", { placings: [[3], [2], [1]], stage: "final" }));
    await killAt(it.id, when, table === "CURSOR" ? "settlement" : table);
    const settling = act(club, a, "settle", { result_version: dry.result_version });
    await untilStaked(it.id);
    await settling;
    expect(await kills()).toBeGreaterThan(KILLS);
    const { legs } = await allUps.orderOf(it);
    expect(legs[1].stake_cents).toBe(legs[0].payout_cents);
    await expectBooks(club);
  });

  test.each(POINTS)("given back, killed %s", async (_, when, table) => {
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "WIN", 6), leg(b, "QUINELLA", 1, 2)]);
    await killAt(it.id, when, table === "CURSOR" ? "refund_job" : table);
    const scratching = act(club, a, "scratch", { horse_id: 6 });
    await scratching;
    await runRefundJobs(club.ctx, a).catch(() => undefined);
    await untilStaked(it.id);
    expect(await kills()).toBeGreaterThan(KILLS);
    expect((await allUps.orderOf(it)).legs[1].stake_cents).toBe(STAKE);
    await expectBooks(club);
  });
});
