import { randomBytes } from "node:crypto";
import {
  ok,
  type TestClub,
  type TestOperator,
  type TestPlayer,
} from "../../apps/server/src/test/club.ts";
import { fillPools, openMeeting, type OpenRace } from "./card.ts";
import { makePlayer, ordersOf } from "./people.ts";
import { MANY_MARKETS, openMatch } from "./sport-day.ts";
import type { TourFacts } from "./tour.ts";

/** A club in the middle of a day: a race settled, one closed, others open, a player who bets. */
export interface ClubDay extends TourFacts {
  readonly player: TestPlayer & { readonly stored: Record<string, string> };
  readonly operator: TestOperator;
  readonly closed: OpenRace;
  readonly settled: OpenRace;
  readonly open: OpenRace;
  /** A match to bet on; the matches of the day are from two competitions. */
  readonly eventId: string;
}

/** Makes such a day through the API. */
export async function makeClubDay(club: TestClub): Promise<ClubDay> {
  const races = await openMeeting(club, { races: 4, runners: 10, scratched: 6 });
  const [leg1] = await openMeeting(club, {
    name: "Ferrow Downs",
    code: "FD",
    races: 3,
    firstInMinutes: 31,
    multiPools: [{ code: "TREBLE", name: "Treble", races: [1, 2, 3], guarantee_cents: 50_000 }],
  });
  const [settled, closed, open] = races;
  if (settled === undefined || closed === undefined || open === undefined) {
    throw new Error("the meeting has its races");
  }
  const operator = await club.newOperator("owner");
  const act = async (race: OpenRace, name: string, body: object = {}): Promise<unknown> =>
    ok(
      await club.call("POST", `/api/operator/races/${race.raceId}/${name}`, {
        token: operator.token,
        body,
      }),
    );
  const player = await makePlayer(club, 128_450);
  for (const race of [settled, closed, open]) {
    await fillPools(club, race);
    await bet(club, player, race);
  }
  await act(settled, "close");
  await act(settled, "result", { placings: [[4], [7, 9], [2]], stage: "final" });
  await act(settled, "settle", { result_version: 1 });
  await act(closed, "close");
  const topUp = ok(
    await club.call("POST", "/api/recharge/create", {
      token: player.token,
      body: { method: "bank_transfer", amount_cents: 20_000 },
      headers: { "idempotency-key": randomBytes(8).toString("hex") },
    }),
  );
  await makeErrands(club, player, operator);
  const eventId = await makeMatches(club, operator);
  const orders = await ordersOf(club, player);
  const order = orders.find(({ status }) => status === "won") ?? orders[0];
  return {
    player,
    operator,
    settled,
    closed,
    open,
    eventId,
    openRaceId: open.raceId,
    legRaceId: leg1?.raceId ?? "",
    settledRaceId: settled.raceId,
    orderId: order?.order_id ?? "",
    topUpId: topUp.topup_id,
  };
}

async function makeMatches(club: TestClub, operator: TestOperator): Promise<string> {
  const { eventId } = await openMatch(club, operator.token, {
    home: "Ellerby Town",
    away: "Castle Moor",
    odds: [1850, 3600, 4400],
    more: MANY_MARKETS,
  });
  await openMatch(club, operator.token, {
    home: "Saltwick Athletic",
    away: "Thornwick",
    odds: [3400, 3500, 12100],
    competition: "Coastal Counties Premier Cup",
    startInMinutes: 95,
  });
  return eventId;
}

const CARD = {
  bank_name: "Harbour Mutual",
  account_name: "Noor Haldane",
  account_number: "1184 4417",
  branch_code: "999-204",
  swift_bic: "",
  currency: "AUD",
};
const CAP = {
  kind: "goods",
  picture: "cap",
  texts: { en: { name: "Rail cap", about: "Green cotton, one size." } },
  price_cents: 2900,
  stock: 24,
};

/** A bank account, money on its way to it, and something in the shop. */
async function makeErrands(
  club: TestClub,
  player: TestPlayer,
  operator: TestOperator,
): Promise<void> {
  const post = async (token: string, path: string, body: object = {}) =>
    ok(
      await club.call("POST", path, {
        token,
        body,
        headers: { "idempotency-key": randomBytes(8).toString("hex") },
      }),
    );
  await post(player.token, "/api/user/bank_card", CARD);
  await post(player.token, "/api/withdraw/create", { amount_cents: 1000 });
  const products = "/api/operator/shop/products";
  const { product_id: cap } = await post(operator.token, products, CAP);
  await post(operator.token, `${products}/${cap}/publish`);
}

async function bet(club: TestClub, player: TestPlayer, race: OpenRace): Promise<void> {
  const bets = [
    { bet_type: 9, horse: [4, 7], betAmount: 10, betAmount2: 5 },
    { bet_type: 3, horse: [4], horse2: [7, 9], betAmount: 2 },
    { bet_type: 15, horse1st: [4], horse2nd: [7], horse: [9, 2, 1], betAmount: 0.5 },
    { bet_type: 1, horse: [8], betAmount: 5 },
  ];
  for (const each of bets) {
    const body = { race_id: race.raceId, ...each };
    ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }));
  }
}
