import { expect, test } from "vitest";
import { fromWireSelections, parseAllUp, parseBetForm, toWireSelections } from "@club/contract";
import type { BetOrder, BetTypeIndex } from "@club/domain";
import type { MultiRef, RaceRef } from "./bet-form.state.ts";
import { toWireAllUp, toWireForm } from "./bet-form.wire.ts";
import { fromSlots, toSlots } from "./selection-columns.ts";

const race: RaceRef = {
  eventId: "m1",
  code: "WR",
  meetings: "Wattle Ridge",
  raceNo: 5,
  raceId: "r5",
  date: "2026-11-21",
  startMs: 0,
};
const race2 = { ...race, raceNo: 6, raceId: "r6" };

const PICKS: readonly [BetTypeIndex, number[][]][] = [
  [1, [[3]]],
  [3, [[4], [7, 9]]],
  [7, [[2, 3, 5]]],
  [8, [[1], [2], [3], [4, 5]]],
  [9, [[2]]],
  [10, [[1, 2], [3]]],
  [12, [[3], [1, 2]]],
  [
    14,
    [
      [5, 3],
      [1, 2],
    ],
  ],
  [
    15,
    [
      [9, 3, 1],
      [2, 4],
    ],
  ],
];

test.each(PICKS)("bet type %i of %j reads back as it was sent", (betType, picks) => {
  const unitStake2Cents = betType === 9 ? 250n : null;
  const order: BetOrder = {
    betType,
    slots: toSlots(betType, picks, false),
    unitStakeCents: 1050n,
    unitStake2Cents,
  };
  const wire = toWireForm(order, { race, race2, exchangeRate: 1 });
  expect(parseBetForm(wire)).toEqual(order);
  // And stored selections come back into the columns, stand-outs in their order.
  expect(fromSlots(betType, fromWireSelections(betType, toWireSelections(order)))).toEqual(picks);
});

test("a pool over several races goes by its id, with a list of runners a leg", () => {
  const picks = [[2, 5], [1], [7, 3], [4]];
  const order: BetOrder = {
    betType: 31,
    slots: toSlots(31, picks, false),
    unitStakeCents: 31n,
    unitStake2Cents: null,
  };
  const multi: MultiRef = { poolId: "p1", code: "QUADDIE", name: "Early Quaddie", races: [race] };
  const wire = toWireForm(order, { race, race2, multi, exchangeRate: 1 });
  expect(wire).toMatchObject({
    multi_pool_id: "p1",
    legs: [[2, 5], [1], [3, 7], [4]],
    race_id: "r5",
    race_id2: "",
    betAmount: "0.31",
  });
  expect(wire).not.toHaveProperty("leg1");
  expect(parseBetForm(wire).slots).toEqual([[2, 5], [1], [3, 7], [4]]);
});

test("the whole form goes, with what is not used empty", () => {
  const order: BetOrder = {
    betType: 1,
    slots: [[3]],
    unitStakeCents: 1000n,
    unitStake2Cents: null,
  };
  expect(toWireForm(order, { race, race2, exchangeRate: undefined })).toEqual({
    event_id: "m1",
    code: "WR",
    meetings: "Wattle Ridge",
    raceNo: 5,
    race_id: "r5",
    event_id2: "",
    code2: "",
    meetings2: "",
    raceNo2: "",
    race_id2: "",
    horse: [3],
    horse2: [],
    horse1st: [],
    horse2nd: [],
    horse3rd: [],
    horse4th: [],
    betAmount: "10.00",
    betAmount2: "",
    exchangeRate: 1,
    bet_type: 1,
    date: "2026-11-21",
  });
});

test("an All Up reads back with its legs", () => {
  const legs = [
    { race, pool: "WIN" },
    { race: race2, pool: "QUINELLA_PLACE" },
  ] as const;
  expect(parseAllUp(toWireAllUp(legs, [[3], [5, 4]], 250n))).toEqual({
    legs: [
      { raceId: "r5", pool: "WIN", numbers: [3] },
      { raceId: "r6", pool: "QUINELLA_PLACE", numbers: [5, 4] },
    ],
    stakeCents: 250n,
  });
});
