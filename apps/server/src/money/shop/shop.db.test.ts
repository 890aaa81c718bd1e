import { afterAll, beforeAll, expect, test } from "vitest";
import { ok } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { newKey } from "../../test/payment-desk.ts";
import { isFull } from "../../test/sample.ts";
import { CAP, ShopDesk } from "../../test/shop-desk.ts";

let shop: ShopDesk;
let club: TestClub;
beforeAll(async () => {
  shop = await ShopDesk.open();
  ({ club } = shop);
});
afterAll(async () => await shop.close());

test("from the draft to the order, the balance and the statement", async () => {
  const made = ok(await shop.desk("POST", "/products", CAP));
  expect(made).toMatchObject({ status: "draft", stock: 24, sold: 0, version: 1 });
  const player = await shop.buyer(10_000);
  const hidden = await club.call("GET", "/api/shop/list", player);
  expect(hidden.body.list.map((each: { product_id: string }) => each.product_id)).not.toContain(
    made.product_id,
  );
  expect((await shop.buy(player, { product_id: made.product_id })).status).toBe(404);

  ok(await shop.desk("POST", `/products/${made.product_id}/publish`));
  const { body } = await club.call("GET", "/api/shop/list?lang=es", player);
  expect(body.list).toContainEqual(
    expect.objectContaining({ product_id: made.product_id, name: "Gorra", price_cents: 2900 }),
  );
  const bought = ok(await shop.buy(player, { product_id: made.product_id, quantity: 2 }));
  expect(bought).toMatchObject({
    name: "Rail cap",
    quantity: 2,
    cost_cents: 5800,
    bonus_cents: 0,
    status: "paid",
    balance_cents: 4200,
  });
  expect(bought.order_no).toMatch(/^S \d{4} \d{4}$/);
  expect(await shop.walletOf(player)).toMatchObject({ cash_cents: 4200 });
  expect(await shop.stockOf(made.product_id)).toBe(22);
  const statement = await club.call("GET", "/api/statement/list", player);
  expect(statement.body.list[0]).toMatchObject({
    amount_cents: -5800,
    balance_cents: 4200,
    reference: bought.order_no,
  });
  const orders = await club.call("GET", "/api/shop/orders?lang=es", player);
  expect(orders.body.list).toMatchObject([{ order_no: bought.order_no, name: "Gorra" }]);
});

const BUYERS = isFull ? 100 : 40;

test(`${BUYERS} buyers at once of 10 things: 10 have one, and the stock is 0`, async () => {
  const id = await shop.sell({ stock: 10 });
  const players: TestPlayer[] = [];
  while (players.length < BUYERS) {
    const some = Array.from({ length: 5 }, async () => await shop.buyer(3000));
    players.push(...(await Promise.all(some)));
  }
  const answers = await Promise.all(
    players.map(async (player) => await shop.buyInTheEnd(player, id)),
  );
  const codes = answers.map(({ status, body }) => (status === 200 ? "ok" : body.code));
  expect(codes.filter((code) => code === "ok")).toHaveLength(10);
  expect(codes.filter((code) => code === "shop.sold_out")).toHaveLength(BUYERS - 10);
  expect(await shop.stockOf(id)).toBe(0);
  const rows = await club.query(
    "SELECT sum(quantity)::int AS sold FROM shop_order WHERE product_id = $1",
    [id],
  );
  expect(rows).toEqual([{ sold: 10 }]);
  const cash = await club.query(
    `SELECT cash_cents::int, count(*)::int AS n FROM wallet WHERE player_id = ANY ($1)
     GROUP BY 1 ORDER BY 1`,
    [players.map((player) => player.id)],
  );
  expect(cash).toEqual([
    { cash_cents: 100, n: 10 },
    { cash_cents: 3000, n: BUYERS - 10 },
  ]);
});

test("the table itself refuses a stock below zero and an order that changes", async () => {
  const id = await shop.sell({ stock: 1 });
  await expect(club.query("UPDATE product SET stock = -1 WHERE id = $1", [id])).rejects.toThrow(
    /check/,
  );
  const player = await shop.buyer(3000);
  const { shop_order_id: order } = ok(await shop.buy(player, { product_id: id }));
  await expect(
    club.asAdmin("UPDATE shop_order SET cost_cents = 1, unit_cents = 1 WHERE id = $1", [order]),
  ).rejects.toThrow(/cannot become/);
  await expect(club.query("DELETE FROM shop_order WHERE id = $1", [order])).rejects.toThrow(
    /permission/,
  );
});

test("one key buys once, however often and in parallel", async () => {
  const id = await shop.sell();
  const player = await shop.buyer(30_000);
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => await shop.buy(player, { product_id: id }, key)),
  );
  expect(new Set(answers.map(({ body }) => body.data.shop_order_id)).size).toBe(1);
  expect(
    answers.filter((each) => each.headers.get("idempotency-replayed") === "true"),
  ).toHaveLength(19);
  expect(await shop.walletOf(player)).toMatchObject({ cash_cents: 27_100 });
  const other = await shop.buy(player, { product_id: id, quantity: 2 }, key);
  expect([other.status, other.body.code]).toEqual([409, "idempotency.mismatch"]);
  expect((await shop.buy(player, { product_id: id }, null)).body.code).toBe(
    "idempotency.key_needed",
  );
});

test.each([
  ["more than the balance", { quantity: 2 }, 409, "funds.insufficient"],
  ["another price than was shown", { price_cents: 1 }, 409, "shop.price_changed"],
  ["none", { quantity: 0 }, 422, "request.invalid"],
  ["more than ten", { quantity: 11 }, 422, "request.invalid"],
  ["half of one", { quantity: 0.5 }, 422, "request.invalid"],
  ["less than nothing", { quantity: -1 }, 422, "request.invalid"],
  ["something made up", { product_id: "no-such-id" }, 404, "not_found"],
])("refuses %s, and writes nothing", async (_what, body, status, code) => {
  const id = await shop.sell();
  const player = await shop.buyer(3000);
  const key = newKey();
  const answer = await shop.buy(player, { product_id: id, ...body }, key);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await shop.stockOf(id)).toBe(24);
  expect(await shop.walletOf(player)).toMatchObject({ cash_cents: 3000 });
  ok(await shop.buy(player, { product_id: id }, key));
});

test("who is frozen, held for review, on a break or of unknown age buys nothing", async () => {
  const id = await shop.sell();
  const frozen = await shop.buyer(3000);
  await club.query("UPDATE player SET status = 'frozen' WHERE id = $1", [frozen.id]);
  expect((await shop.buy(frozen, { product_id: id })).status).toBeGreaterThanOrEqual(400);
  const held = await shop.buyer(3000);
  await club.query("UPDATE player SET review = 'identity' WHERE id = $1", [held.id]);
  expect((await shop.buy(held, { product_id: id })).body.code).toBe("player.review");
  const young = await shop.buyer(3000);
  await club.query("UPDATE player SET is_adult = false, birth_cipher = NULL WHERE id = $1", [
    young.id,
  ]);
  expect((await shop.buy(young, { product_id: id })).body.code).toBe("profile.age_needed");
  const away = await shop.buyer(3000);
  ok(await club.call("POST", "/api/user/time-out", { token: away.token, body: { days: 1 } }));
  expect((await shop.buy(away, { product_id: id })).body.code).toBe("player.time_out");
  expect(await shop.stockOf(id)).toBe(24);
});

test("the bonus is spent first; a refund goes back to both, and the goods to the stock, once", async () => {
  const id = await shop.sell({ stock: 3 });
  const player = await shop.buyer(3000);
  const [row] = await club.query(
    "SELECT bonus_account, (SELECT id FROM account WHERE kind = 'adjustments') AS club FROM wallet WHERE player_id = $1",
    [player.id],
  );
  await club.query(
    "SELECT tell('x', 'x', '{}', ARRAY[post_entry(gen_random_uuid(), 'gift', $1, NULL, ARRAY[$2, $3]::bigint[], ARRAY[1000, -1000]::bigint[])])",
    [`gift:${player.id}`, row?.["bonus_account"], row?.["club"]],
  );
  const bought = ok(await shop.buy(player, { product_id: id }));
  expect(bought).toMatchObject({ cost_cents: 2900, bonus_cents: 1000, balance_cents: 1100 });
  expect(await shop.walletOf(player)).toMatchObject({ cash_cents: 1100, bonus_cents: 0 });

  const path = `/orders/${bought.shop_order_id}/refund`;
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => await shop.desk("POST", path, { reason: "torn" })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await shop.walletOf(player)).toMatchObject({ cash_cents: 3000, bonus_cents: 1000 });
  expect(await shop.stockOf(id)).toBe(3);
  const late = await shop.desk("POST", `/orders/${bought.shop_order_id}/hand-over`);
  expect([late.status, late.body.code]).toEqual([409, "shop.order_state"]);
});

test("an order is handed over, is no longer waiting, and is then not refunded", async () => {
  const id = await shop.sell();
  const player = await shop.buyer(3000);
  const { shop_order_id: order } = ok(await shop.buy(player, { product_id: id }));
  const before = (await shop.desk("GET", "/orders")).body.data.waiting;
  ok(await shop.desk("POST", `/orders/${order}/hand-over`));
  const list = await shop.desk("GET", "/orders?status=handed_over");
  expect(list.body.data.waiting).toBe(before - 1);
  expect(list.body.list[0]).toMatchObject({ shop_order_id: order, user_name: player.name });
  const answer = await shop.desk("POST", `/orders/${order}/refund`, { reason: "late" });
  expect(answer.body.code).toBe("shop.order_state");
});

test("a change needs the version that it was made from; an order keeps its price", async () => {
  const id = await shop.sell();
  const player = await shop.buyer(3000);
  const { shop_order_id: order } = ok(await shop.buy(player, { product_id: id }));
  const { stock: _stock, ...form } = CAP;
  const change = { ...form, price_cents: 3100, version: 1 };
  expect(ok(await shop.desk("PUT", `/products/${id}`, change))).toMatchObject({ version: 2 });
  expect((await shop.desk("PUT", `/products/${id}`, change)).body.code).toBe("shop.stale");
  const refused = await shop.buy(player, { product_id: id });
  expect(refused.body).toMatchObject({ code: "shop.price_changed", params: { price_cents: 3100 } });
  const orders = await club.call("GET", "/api/shop/orders", player);
  expect(orders.body.list[0]).toMatchObject({ shop_order_id: order, unit_cents: 2900 });
});

test("stock comes and goes with a reason, never below zero; a day that is over is not sold", async () => {
  const id = await shop.sell({ stock: 2 });
  const stock = (change: number) =>
    shop.desk("POST", `/products/${id}/stock`, { change, reason: "count" });
  expect(ok(await stock(5)).stock).toBe(7);
  expect((await stock(-8)).body).toMatchObject({ code: "shop.stock_low", params: { stock: 7 } });
  expect((await stock(0)).status).toBe(422);
  const day = { kind: "day", happens_at: new Date(Date.now() - 1000).toISOString() };
  const past = await shop.sell(day);
  const player = await shop.buyer(3000);
  expect((await shop.buy(player, { product_id: past })).body.code).toBe("shop.sold_out");
  expect((await shop.desk("POST", "/products", { ...CAP, kind: "day" })).status).toBe(422);
});

test("a change of the stock that comes again with its key is made once, also at once with it", async () => {
  const id = await shop.sell({ stock: 2 });
  const { token } = await club.operator();
  const path = `/api/operator/shop/products/${id}/stock`;
  const deliver = async (key: string, change: number) =>
    await club.call("POST", path, {
      token,
      body: { change, reason: "delivery" },
      headers: { "idempotency-key": key },
    });
  const [key, other] = [newKey(), newKey()];
  const all = await Promise.all(Array.from({ length: 6 }, async () => await deliver(key, 10)));
  for (const one of all) ok(one);
  const again = await deliver(key, 10);
  expect([ok(again).stock, again.headers.get("idempotency-replayed")]).toEqual([12, "true"]);
  expect((await deliver(key, 11)).body.code).toBe("idempotency.mismatch");
  // A refusal writes nothing: its key may be used again.
  expect((await deliver(other, -13)).body.code).toBe("shop.stock_low");
  expect(ok(await deliver(other, -12)).stock).toBe(0);
  const rows = await club.query("SELECT FROM audit WHERE target = $1 AND action = 'shop.stock'", [
    id,
  ]);
  expect(rows).toHaveLength(2);
});

test("each act of the desk is in the audit log, and needs its role", async () => {
  const id = await shop.sell();
  const rows = await club.query("SELECT action FROM audit WHERE target = $1 ORDER BY id", [id]);
  expect(rows.map((row) => row["action"])).toEqual(["shop.create", "shop.publish"]);
  const { token } = await club.operator("results_clerk");
  const answer = await club.call("POST", `/api/operator/shop/products/${id}/withdraw`, { token });
  expect(answer.status).toBe(403);
});
