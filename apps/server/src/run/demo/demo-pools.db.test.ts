import { ALL_UP_POOL_CODES, type MultiPoolCode, POOL_CODES } from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { act, importCard, placeOrder, raceIdsOf, richPlayer } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { makeAllUpForm, makeForm, makeMultiForm } from "./demo-forms.ts";
import { makeDemoCards } from "./demo-card.ts";
import { randomOf } from "./random.ts";

const TICKETS = 800;

describe("a meeting of the demo", () => {
  let club: TestClub;
  let player: TestPlayer;
  let eventId: string;
  let races: { race_id: string; seconds: number; runners: ReturnType<typeof runnersOf> }[];
  const random = randomOf("every pool");

  type Card = { races: { runners: { number: number; form: string }[] }[] };
  const runnersOf = (race: Card["races"][number]) =>
    race.runners.map(({ number, form }) => ({ number, form, scratched: false }));

  beforeAll(async () => {
    club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
    player = await richPlayer(club, 100_000_000);
    const [card] = makeDemoCards({
      seed: "every pool",
      zone: "Australia/Sydney",
      currency: "AUD",
      firstStartMs: Date.now() + 3_600_000,
      paceMs: 240_000,
      batch: 0,
    }) as Card[];
    eventId = ok(await importCard(club, card)).event_id;
    const ids = await raceIdsOf(club, eventId);
    for (const id of ids) ok(await act(club, id, "open"));
    races = ids.map((race_id, i) => ({
      race_id,
      seconds: 200,
      runners: runnersOf(card!.races[i]!),
    }));
  });
  afterAll(async () => await club.close());

  const codesWithBets = async () =>
    (
      await club.query(
        `SELECT DISTINCT p.code FROM pool p JOIN bet b ON p.id IN (b.pool_id, b.pool_id2)
         JOIN race r ON r.id = p.race_id WHERE r.meeting_id = $1`,
        [eventId],
      )
    ).map(({ code }) => String(code));

  /** Members are not refused for what they chose. */
  async function bet(form: object): Promise<void> {
    const { status, body } = await placeOrder(club, player, { ...form, confirm_same: true });
    expect([status, body.code], JSON.stringify(form)).toEqual([200, undefined]);
  }

  test("offers every pool, and its members' tickets are on each of them", async () => {
    const [first, second] = races;
    for (let i = 0; i < TICKETS; i += 1) await bet(makeForm(random, first!, second));
    const path = `/api/operator/meetings/${eventId}/multi-pools`;
    const { token } = await club.operator();
    const pools = (await club.call("GET", path, { token })).body.list as {
      multi_pool_id: string;
      code: MultiPoolCode;
      races: number[];
    }[];
    expect(pools.map(({ code }) => code).toSorted()).toEqual([
      "PICK6",
      "QUADDIE",
      "QUADDIE",
      "TREBLE",
    ]);
    for (const { multi_pool_id: id, code, races: numbers } of pools) {
      await bet(makeMultiForm(random, { id, code, legs: numbers.map((n) => races[n - 1]!) }));
    }
    expect((await codesWithBets()).toSorted()).toEqual([...POOL_CODES].toSorted());
  });

  test("takes their All Ups, on each pool of those", async () => {
    for (let i = 0; i < 40; i += 1) await bet(makeAllUpForm(random, races));
    const staked = await club.query("SELECT DISTINCT pool_code FROM all_up_leg");
    expect(staked.map(({ pool_code }) => String(pool_code)).toSorted()).toEqual(
      ALL_UP_POOL_CODES.toSorted(),
    );
  });
});

test("a club that shows the demo has tickets over several races, and All Ups", async () => {
  const demo = await startClub({ env: { CLUB_DEMO: "1" } });
  try {
    const both = async () => {
      const [row] = await demo.query(
        `SELECT EXISTS (SELECT FROM bet b JOIN pool p ON p.id = b.pool_id AND p.name IS NOT NULL) AS multi,
           EXISTS (SELECT FROM all_up_leg) AS "allUp"`,
      );
      return row;
    };
    await expect.poll(both, { timeout: 150_000 }).toEqual({ multi: true, allUp: true });
  } finally {
    await demo.close();
  }
});
