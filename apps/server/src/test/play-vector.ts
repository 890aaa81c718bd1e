import { expect } from "vitest";
import { act } from "./card-desk.ts";
import { ok } from "./club.ts";
import {
  type Numbers,
  type RaceVector,
  type VectorClub,
  expectBooks,
  openVectorRaces,
  placeBets,
  readCash,
  readJackpots,
  ruleSetFor,
  setJackpots,
} from "./vector-race.ts";

const STATUS = { WON: "won", LOST: "lost", REFUNDED: "refunded", PART_REFUNDED_LOST: "lost" };

/** Imports, opens, bets, closes, scratches, enters the result, settles; compares every number and all money. */
export async function playVector(rig: VectorClub, vector: RaceVector): Promise<void> {
  const { club } = rig;
  const { race, expected } = vector;
  const [raceId = ""] = await openVectorRaces(club, {
    ruleSet: await ruleSetFor(club, vector),
    dividends: vector.declared_dividends === undefined ? "club" : "declared",
    races: [race],
  });
  await setJackpots(club, vector.jackpot_in_cents ?? {});
  const before = await readCash(rig);
  const placed = await placeBets(rig, vector.bets, { race_id: raceId });
  // The first scratching comes before the close, the others after it.
  const [early, ...late] = race.scratched;
  if (early !== undefined) ok(await act(club, raceId, "scratch", { horse_id: early }));
  ok(await act(club, raceId, "close"));
  for (const horse_id of late) ok(await act(club, raceId, "scratch", { horse_id }));

  if (race.status === "VOID") {
    ok(await act(club, raceId, "abandon", { reason: "the course is flooded" }));
    await allRefunded(rig, raceId);
  } else {
    await settle(rig, raceId, vector);
  }

  const cash = new Map(before);
  for (const { bet, orderId, player } of placed) {
    const wanted = expected.bets.find((each) => each.id === bet.id)!;
    const order = ok(await club.call("GET", `/api/order/${orderId}`, { token: player.token }));
    const { combinations, cost_cents, refund_cents, payout_cents, status } = order;
    expect({ id: bet.id, combinations, cost_cents, refund_cents, payout_cents, status }).toEqual({
      id: bet.id,
      combinations: wanted.combinations,
      cost_cents: wanted.cost_cents,
      refund_cents: wanted.refund_cents,
      payout_cents: wanted.payout_cents,
      status: wanted.status === undefined ? status : STATUS[wanted.status],
    });
    if (payout_cents > 0) expect(order.explain.at(-1).amount_cents).toBe(payout_cents);
    const change = wanted.payout_cents + wanted.refund_cents - wanted.cost_cents;
    cash.set(player.id, cash.get(player.id)! + change);
  }
  expect(await readCash(rig)).toEqual(cash);
  await expectBooks(club);
  if (expected.jackpot_next_cents !== undefined) {
    expect(await readJackpots(club)).toMatchObject(expected.jackpot_next_cents);
  }
}

async function settle(
  { club }: VectorClub,
  raceId: string,
  { race, expected, declared_dividends }: RaceVector,
): Promise<void> {
  const dry = ok(
    await act(club, raceId, "result", {
      placings: race.result_groups,
      stage: "final",
      ...(declared_dividends === undefined ? {} : { declared_dividends }),
    }),
  );
  if (expected.places_paid !== undefined) expect(dry.places_paid).toBe(expected.places_paid);
  expect(dry.balanced).toBe(true);
  const live = dry.pools.filter((pool: Numbers) => pool["gross_cents"] !== 0);
  expect(Object.fromEntries(live.map((pool: Numbers) => [pool["pool"], figures(pool)]))).toEqual(
    Object.fromEntries(
      Object.entries(expected.pools).map(([k, v]) => [k, { book_result_cents: 0, ...v }]),
    ),
  );
  const { result_version } = dry;
  const done = ok(await act(club, raceId, "settle", { result_version }));
  expect(done.status).toBe("settled");
  expect(done.pools).toEqual(dry.pools);
  expect(ok(await act(club, raceId, "settle", { result_version }))).toEqual(done);
}

function figures(pool: Numbers): Numbers {
  const { status, gross_cents, takeout_cents, net_cents, dividends_cents, paid_cents } = pool;
  const { breakage_cents, house_topup_cents, jackpot_out_cents, book_result_cents } = pool;
  return {
    status,
    gross_cents,
    takeout_cents,
    net_cents,
    dividends_cents,
    paid_cents,
    breakage_cents,
    house_topup_cents,
    jackpot_out_cents,
    book_result_cents,
  };
}

async function allRefunded({ club }: VectorClub, raceId: string): Promise<void> {
  await expect
    .poll(
      async () =>
        await club.query(
          "SELECT code FROM pool WHERE race_id = $1 AND status IN ('OPEN', 'CLOSED')",
          [raceId],
        ),
    )
    .toEqual([]);
}
