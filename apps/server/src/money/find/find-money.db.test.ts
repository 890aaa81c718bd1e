import type { FoundMoney } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import { AllUps, leg } from "../../test/all-up.ts";
import { richPlayer } from "../../test/card-desk.ts";
import { ok, PASSWORD } from "../../test/club.ts";
import type { TestClub, TestOperator, TestPlayer } from "../../test/club.ts";
import { newKey, PaymentDesk } from "../../test/payment-desk.ts";
import { openRaceDay } from "../../test/race-day.ts";
import { legOn, makeMatch, placeSport } from "../../test/sport-desk.ts";

/* One field of the console finds money and bets. Movements at the bank: reconciliation/bank.db.test.ts. */

let desk: PaymentDesk;
let club: TestClub;
let owner: TestOperator;
let ann: TestPlayer;

beforeAll(async () => {
  desk = await PaymentDesk.open();
  ({ club } = desk);
  owner = await club.operator();
  ann = await club.signUp("quillon_ann");
  await club.fund(ann, 1_000_000);
});
afterAll(async () => await desk.close());

async function find(q: string, by = owner): Promise<FoundMoney[]> {
  const path = `/api/operator/find-money?q=${encodeURIComponent(q)}`;
  const answer = await club.call("GET", path, { token: by.token });
  ok(answer);
  return answer.body.list;
}
const kinds = async (q: string, by = owner) => (await find(q, by)).map(({ kind }) => kind);
const idsOf = async (q: string, kind: FoundMoney["kind"]) =>
  (await find(q)).filter((one) => one.kind === kind).map(({ id }) => id);

/** Money that nobody asked for. */
async function stray(reference: string, cents: number, currency = "AUD"): Promise<string> {
  const payment = desk.provider.add({
    id: `pay_stray${newKey()}`,
    reference,
    amountCents: cents,
    currency,
    returnUrl: "",
  });
  desk.provider.choose(payment, "debit");
  ok(await desk.tell("succeeded", payment));
  return payment.id;
}

describe("a card payment", () => {
  test("is found by the provider's id of it and of its charge, whole and as they are", async () => {
    const { id, payment } = await desk.ask(ann, 4321);
    const charge = `ch_${newKey()}X`;
    await club.asAdmin("UPDATE payment SET charge_id = $2 WHERE id = $1", [id, charge]);
    const found = {
      kind: "payment",
      id,
      status: "open",
      amount_cents: 4321,
      currency: "AUD",
      player_id: ann.id,
      name: ann.name,
    };
    expect(await find(payment.id)).toMatchObject([{ ...found, reference: payment.id }]);
    expect(await find(` ${charge} `)).toMatchObject([{ ...found, reference: charge }]);
    for (const other of [payment.id.slice(0, -1), `${payment.id}0`, charge.toLowerCase(), "pay_"])
      expect(await idsOf(other, "payment"), other).toEqual([]);
    // By its amount and its reference it is the top-up that is found.
    expect(await kinds("43.21")).toEqual(["top_up"]);
    expect(await kinds(payment.reference)).toEqual(["top_up"]);
  });
});

describe("an arrival", () => {
  test("is found by part of its id, its charge and its reference, and by its amount", async () => {
    const id = await stray("Other House 77", 98_765);
    const found = {
      kind: "payment_arrival",
      reference: `${id} · Other House 77`,
      status: "open",
      amount_cents: 98_765,
      currency: "AUD",
      player_id: null,
      name: "standard",
    };
    await club.asAdmin("UPDATE payment_arrival SET charge_id = 'ch-OF-77' WHERE payment_id = $1", [
      id,
    ]);
    for (const q of [id, id.slice(6), "other house", "HOUSE77", "chof77", "987.65", "987,65"])
      expect(await find(q), q).toMatchObject([found]);
    // No text goes from one of them into the next.
    for (const q of [`${id.slice(-4)}Other`, "77Other", "98765", "987.6"])
      expect(await kinds(q), q).toEqual([]);
  });

  test("of another currency says so; money that was taken back is below zero, and somebody's", async () => {
    const euros = await stray("of euros", 3131, "EUR");
    expect(await find(euros)).toMatchObject([{ amount_cents: 3131, currency: "EUR" }]);
    const { payment } = await desk.ask(ann, 2929);
    desk.provider.choose(payment, "debit");
    ok(await desk.tell("succeeded", payment));
    ok(await desk.tell("disputed", payment));
    expect(await find(payment.id)).toMatchObject([
      { kind: "payment", status: "disputed", amount_cents: 2929 },
      { kind: "payment_arrival", status: "open", amount_cents: -2929, player_id: ann.id },
    ]);
  });

  test("only the newest five are told", async () => {
    const made: string[] = [];
    for (let n = 0; n < 6; n += 1) made.push(await stray(`flood ${n}`, 5151));
    const found = await find("51.51");
    expect(found.map(({ reference }) => reference.split(" · ")[0])).toEqual(
      made.slice(1).toReversed(),
    );
  });
});

describe("a bet on a race", () => {
  let raceId: string;
  const bet = async (horse: number, amount: number): Promise<string> => {
    const body = { race_id: raceId, bet_type: 1, horse: [horse], betAmount: amount };
    return ok(await club.call("POST", "/api/order/place-order", { token: ann.token, body }))
      .order_id;
  };
  beforeAll(async () => {
    raceId = (await openRaceDay(club, { runners: 8 }))[0]!.race_id;
  });

  test("is found by the number on its receipt, however it is written, and by its id", async () => {
    const [one, other] = [await bet(1, 37), await bet(2, 38)];
    const found = {
      kind: "bet",
      id: one,
      reference: receiptNo(one),
      status: "accepted",
      amount_cents: -3700,
      currency: "AUD",
      player_id: ann.id,
      name: ann.name,
    };
    const number = receiptNo(one);
    for (const q of [number, number.toLowerCase(), number.replace("-", " "), one])
      expect(await find(q), q).toMatchObject([found]);
    expect(await idsOf(receiptNo(other), "bet")).toEqual([other]);
    const last = number.endsWith("0") ? "1" : "0";
    for (const q of [number.slice(0, -1), number.slice(0, -1) + last, receiptNo(newId()), newId()])
      expect(await kinds(q), q).toEqual([]);
  });

  test("is found by its cost, the newest five, whatever became of it", async () => {
    const made: string[] = [];
    for (let horse = 1; horse <= 6; horse += 1) made.push(await bet(horse, 41));
    expect(await idsOf("41", "bet")).toEqual(made.slice(1).toReversed());
    expect(await idsOf("41.00", "bet")).toHaveLength(5);
    for (const q of ["41.01", "4.1"]) expect(await kinds(q), q).toEqual([]);
    const body = { reason: "a mistake" };
    const path = `/api/operator/orders/${made[5]}/void`;
    ok(await club.call("POST", path, { token: owner.token, body }));
    expect((await find("41"))[0]).toMatchObject({ id: made[5], status: "void" });
  });

  test("an All Up is one bet of its whole cost; a later leg is none", async () => {
    const allUps = new AllUps(club, await richPlayer(club));
    const [a, b] = (await allUps.open(2)) as [string, string];
    const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "PLACE", 7)], 1900);
    await allUps.run(a, [[3], [1], [2]]);
    const [later] = await club.query(
      "SELECT b.id, b.cost_cents::int AS cents FROM all_up_leg l JOIN bet b ON b.id = l.bet_id WHERE l.order_id = $1 AND l.leg = 2",
      [it.id],
    );
    expect(later?.["cents"]).toBeGreaterThan(1900);
    expect(await idsOf("19.00", "bet")).toEqual([it.id]);
    expect(await idsOf(receiptNo(it.id), "bet")).toEqual([it.id]);
    const cost = (Number(later?.["cents"]) / 100).toFixed(2);
    for (const q of [cost, receiptNo(later?.["id"]), later?.["id"]])
      expect(await idsOf(q, "bet"), q).toEqual([]);
  });
});

test("a bet on sports is found by receipt, id and cost", async () => {
  const match = await makeMatch(club);
  const placed = async (cents: number) =>
    (await placeSport(club, ann, { legs: [legOn(match, "home")], unit_stake_cents: cents }))
      .order_id;
  const [one, other] = [await placed(1717), await placed(1717)];
  expect(await find(receiptNo(one))).toMatchObject([
    {
      kind: "sport_bet",
      id: one,
      reference: receiptNo(one),
      status: "accepted",
      amount_cents: -1717,
      player_id: ann.id,
      name: ann.name,
    },
  ]);
  expect(await idsOf(one, "sport_bet")).toEqual([one]);
  expect(await idsOf("17.17", "sport_bet")).toEqual([other, one]);
  expect(await kinds("17.18")).toEqual([]);
});

test("a surname finds top-ups and withdrawals; a user name is found from its beginning", async () => {
  const player = await club.signUp("zander_vole");
  await club.query("UPDATE player SET full_name = 'Mira Tallis Orrick' WHERE id = $1", [player.id]);
  await club.fund(player, 50_000);
  const { token } = player;
  const account = {
    bank_name: "Harbour Mutual",
    account_name: "Mira Tallis Orrick",
    account_number: "1184 4417",
    branch_code: "999-204",
    swift_bic: "",
    currency: "AUD",
  };
  ok(await club.call("POST", "/api/user/bank_card", { token, body: account }));
  ok(
    await club.call("POST", "/api/withdraw/create", {
      token,
      body: { amount_cents: 2300 },
      headers: { "idempotency-key": newKey() },
    }),
  );
  for (const q of ["orrick", "Tallis Orr", "RRIC", "mira", "zander_v"]) {
    const found = (await find(q)).map(({ kind, name }) => [kind, name]);
    expect(found, q).toEqual([
      ["top_up", player.name],
      ["withdrawal", player.name],
    ]);
  }
  for (const q of ["ander_vole", "orrick mira", "orricks"]) expect(await kinds(q), q).toEqual([]);
});

describe("who may read what", () => {
  const FIND = "GET /api/operator/find-money";

  /** An operator with a role of the club's own that names these calls. */
  async function withCalls(...calls: string[]): Promise<TestOperator> {
    const { token } = owner;
    const role = { name: `r-${newKey()}`, description: "", calls, reason: "for a test" };
    const { role_id } = ok(await club.call("POST", "/api/operator/roles", { token, body: role }));
    const name = `op-${newKey()}`;
    const body = { user_name: name, password: PASSWORD, roles: [], own_roles: [role_id] };
    ok(await club.call("POST", "/api/operator/operators", { token, body }));
    const signedIn = ok(
      await club.call("POST", "/api/operator/signin", {
        body: { user_name: name, password: PASSWORD },
      }),
    );
    return { id: signedIn.operator_id, name, token: signedIn.access_token, roles: [] };
  }

  test("each kind is told only to who may read its list", async () => {
    const { payment } = await desk.ask(ann, 6161);
    await stray("sixty-one", 6161);
    const match = await makeMatch(club);
    await placeSport(club, ann, { legs: [legOn(match, "away")], unit_stake_cents: 6161 });
    const whole = ["top_up", "payment_arrival", "sport_bet"];
    expect(await kinds("61.61")).toEqual(whole);
    expect(await kinds("61.61", await club.operator("auditor"))).toEqual(whole);
    // The cashier reads the day's money, and no book of sports.
    expect(await kinds("61.61", await club.operator("cashier"))).toEqual(whole.slice(0, 2));
    const finder = await withCalls(FIND);
    const desksTopUps = await withCalls(FIND, "GET /api/operator/topups");
    const payments = await withCalls(FIND, "GET /api/operator/payments");
    expect([await kinds("61.61", finder), await kinds(payment.id, finder)]).toEqual([[], []]);
    expect(await kinds("61.61", desksTopUps)).toEqual(["top_up"]);
    expect(await kinds(payment.id, desksTopUps)).toEqual([]);
    expect(await kinds(payment.id, payments)).toEqual(["payment"]);
    expect(await kinds("61.61", payments)).toEqual([]);
  });

  test("who may not find money is refused", async () => {
    for (const role of ["support", "risk", "card_clerk"] as const) {
      const { token } = await club.operator(role);
      const answer = await club.call("GET", "/api/operator/find-money?q=61.61", { token });
      expect([answer.status, answer.body.code]).toEqual([403, "operator.not_allowed"]);
    }
  });
});
