import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type PoolCode, writeCombination } from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { act, importCard, raceIdsOf } from "../../test/card-desk.ts";
import { ok } from "../../test/club.ts";
import {
  type Pick,
  type VectorBet,
  type VectorClub,
  expectBooks,
  placeBets,
  readCash,
  startVectorClub,
} from "../../test/vector-race.ts";

const DAYS = join(import.meta.dirname, "../../../../../packages/domain/fixtures/racing");
const HOUR_MS = 3_600_000;

interface Day {
  races: {
    race_no: number;
    status: "RUN" | "VOID";
    runners: { number: number | null; status: string; place: number | null }[];
    dividends: {
      pool: string;
      combination: number[][];
      dividend: number | null;
      refunded?: boolean;
      first_row_only?: boolean;
    }[];
  }[];
}

/** Bet type and selection that cover one combination of a pool. */
const BET_ON: Record<string, (numbers: number[]) => [number, Pick]> = {
  WIN: (numbers) => [1, { horse: numbers }],
  PLACE: (numbers) => [2, { horse: numbers }],
  QUINELLA: ([a = 0, b = 0]) => [3, { horse: [a], horse2: [b] }],
  EXACTA: ([a = 0, b = 0]) => [5, { first: [a], second: [b] }],
  TRIFECTA: ([a = 0, b = 0, c = 0]) => [6, { first: [a], second: [b], third: [c] }],
  FIRST4: ([a = 0, b = 0, c = 0, d = 0]) => [
    8,
    { first: [a], second: [b], third: [c], fourth: [d] },
  ],
  QUINELLA_PLACE: ([a = 0, b = 0]) => [16, { horse: [a], horse2: [b] }],
  TRIO: ([a = 0, b = 0, c = 0]) => [19, { first: [a], second: [b], third: [c] }],
  ANY4: (numbers) => [22, { horse: numbers }],
};

/** What the days call a pool, where the club has another name for it. */
const NAMED: Readonly<Record<string, string>> = { FIRST4_ANY_ORDER: "ANY4" };
const poolOf = ({ pool }: Day["races"][number]["dividends"][number]): string => NAMED[pool] ?? pool;

function placingsOf(race: Day["races"][number]): number[][] {
  const places = [...new Set(race.runners.flatMap(({ place }) => place ?? []))].toSorted(
    (a, b) => a - b,
  );
  return places.map((place) =>
    race.runners.flatMap((runner) =>
      runner.place === place && runner.number !== null ? [runner.number] : [],
    ),
  );
}

/** A bet on every combination that was paid, on its reverse, on every runner, and boxes. */
function betsOn(race: Day["races"][number], ran: number[]): VectorBet[] {
  const paid = race.dividends.filter((each) => poolOf(each) in BET_ON && each.refunded !== true);
  const straight = paid.flatMap((each): [number, Pick][] => {
    const [pool, numbers] = [poolOf(each), each.combination.flat()];
    const bet = BET_ON[pool]!(numbers);
    const isSame = numbers.length === 1 || pool === "ANY4";
    return isSame ? [bet] : [bet, BET_ON[pool]!(numbers.toReversed())];
  });
  const all: [number, Pick][] = [
    ...straight,
    ...ran.flatMap((runner): [number, Pick][] => [
      [1, { horse: [runner] }],
      [9, { horse: [runner] }],
    ]),
    [4, { horse: ran.slice(0, 5) }],
    [7, { horse: ran.slice(0, 4) }],
    [15, { standout: ran.slice(0, 1), others: ran.slice(1, 5) }],
    [17, { horse: ran.slice(0, 6) }],
    [20, { horse: ran.slice(0, 6) }],
    [22, { horse: ran.slice(0, 6) }],
  ];
  return all.map(([bet_type, sel], i) => ({
    id: String(i),
    bet_type,
    sel,
    unit_cents: 100 + 37 * i,
  }));
}

describe.each([["2017-02-26-ST"], ["2025-11-15-ST"]])(
  "the race day %s from card to payout",
  (name) => {
    const day = JSON.parse(readFileSync(join(DAYS, `${name}.json`), "utf8")) as Day;
    let rig: VectorClub;
    let raceIds: string[];

    beforeAll(async () => {
      rig = await startVectorClub();
      const first_race_at = new Date(Date.now() + HOUR_MS).toISOString();
      const imported = await importCard(rig.club, day, { format: "hk-raceday", first_race_at });
      raceIds = await raceIdsOf(rig.club, ok(imported).event_id);
    });
    afterAll(async () => await rig.club.close());

    test("every race is on the card", () => expect(raceIds).toHaveLength(day.races.length));

    test.each(day.races.map((race) => [race.race_no, race] as const))(
      "race %s",
      async (number, race) => {
        const { club } = rig;
        const raceId = raceIds[number - 1]!;
        if (race.runners.length === 0) {
          const refused = await act(club, raceId, "open");
          expect([refused.status, refused.body.code]).toEqual([409, "race.no_runners"]);
          return;
        }
        ok(await act(club, raceId, "open"));
        const placings = placingsOf(race);
        const bets = betsOn(race, placings.flat());
        await placeBets(rig, bets, { race_id: raceId });
        ok(await act(club, raceId, "close"));
        const dry = ok(await act(club, raceId, "result", { placings, stage: "final" }));
        const done = ok(await act(club, raceId, "settle", { result_version: dry.result_version }));
        expect(done.status).toBe("settled");
        expect(done.pools).toEqual(dry.pools);

        // Our winning combinations are the ones paid on that day.
        for (const pool of Object.keys(BET_ON)) {
          const official = race.dividends.filter((each) => poolOf(each) === pool);
          const paid = official.filter(({ refunded }) => refunded !== true);
          const ours = done.pools.find((each: { pool: string }) => each.pool === pool);
          if (paid.length === 0) continue;
          const wanted = paid
            .map(({ combination }) => writeCombination(pool as PoolCode, combination.flat()))
            .toSorted();
          const got = Object.keys(ours.dividends_cents).toSorted();
          expect(ours.status).toBe("PAID");
          if (official.some((each) => each.first_row_only === true))
            expect(got).toEqual(expect.arrayContaining(wanted));
          else expect(got).toEqual(wanted);
        }
        await expectBooks(club);
      },
    );

    test("the books of the day are right, by the club's own check too", async () => {
      const { token } = await rig.club.operator();
      const balance = await rig.club.call("GET", "/api/operator/ledger/trial-balance", { token });
      expect(ok(balance).total_cents).toBe(0);
      const escrow = balance.body.list.filter((line: { kind: string }) => line.kind === "escrow");
      expect(
        escrow.reduce(
          (sum: number, line: { balance_cents: number }) => sum + line.balance_cents,
          0,
        ),
      ).toBe(0);
      const said = await rig.club.call("POST", "/api/operator/ledger/verify", { token });
      expect(ok(said).checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([]);
      // What left the players' pockets is what the club kept and what is in the jackpots.
      const cash = [...(await readCash(rig)).values()].reduce((sum, cents) => sum + cents, 0);
      const [kept] = await rig.club.query(
        `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM posting p JOIN account a ON a.id = p.account_id
       WHERE a.kind IN ('takeout', 'breakage', 'house_topup', 'jackpot')`,
      );
      expect(cash + Number(kept?.["cents"])).toBe(100_000_000 * rig.players.length);
    });
  },
);
