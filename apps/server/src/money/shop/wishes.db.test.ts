import { afterAll, beforeAll, expect, test } from "vitest";
import { withTransaction } from "../../core/db/connect.ts";
import { ok } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { ShopDesk } from "../../test/shop-desk.ts";
import { moveStock } from "./shop.queries.ts";

let shop: ShopDesk;
let club: TestClub;
beforeAll(async () => {
  shop = await ShopDesk.open();
  ({ club } = shop);
});
afterAll(async () => await shop.close());

test("what is sold out can be wished for: the stock that comes back says so, to who may play", async () => {
  const id = await shop.sell({ stock: 1 });
  const player = await shop.buyer(30_000);
  const wish = async (of: TestPlayer, is_wished = true): Promise<Answer> =>
    await club.call("POST", "/api/shop/wish", {
      token: of.token,
      body: { product_id: id, is_wished },
    });
  const seen = async (of: TestPlayer, query = ""): Promise<object | undefined> => {
    const { body } = await club.call("GET", `/api/shop/list${query}`, of);
    return body.list.find((each: { product_id: string }) => each.product_id === id);
  };
  // There is nothing to wish for while it is in stock.
  ok(await wish(player));
  expect(await seen(player)).toMatchObject({ is_wished: false, back_at: null });
  const first = ok(await shop.buy(player, { product_id: id }));
  ok(await wish(player));
  ok(await wish(player));
  expect(await seen(player)).toMatchObject({ stock: 0, is_wished: true, back_at: null });
  expect(await seen(player, "?only=back")).toBeUndefined();

  const [other, leaving, away, unsure] = [
    await shop.buyer(0),
    await shop.buyer(0),
    await shop.buyer(0),
    await shop.buyer(0),
  ];
  for (const each of [leaving, away, unsure]) ok(await wish(each));
  ok(await wish(unsure, false));
  await club.query("UPDATE player SET status = 'frozen' WHERE id = $1", [leaving.id]);
  ok(await club.call("POST", "/api/user/time-out", { token: away.token, body: { days: 1 } }));
  expect((await wish(away)).body.code).toBe("player.time_out");
  const wishes = await club.query("SELECT player_id FROM product_wish WHERE product_id = $1", [id]);
  expect(wishes).toEqual([{ player_id: player.id }]);

  // A refunded order brings it back too.
  ok(await shop.desk("POST", `/orders/${first.shop_order_id}/refund`, { reason: "torn" }));
  expect(await seen(player, "?only=back")).toMatchObject({
    stock: 1,
    back_at: expect.stringMatching(/^20/),
  });
  expect(await seen(other, "?only=back")).toBeUndefined();
  ok(await shop.buy(player, { product_id: id }));
  expect(await seen(player)).toMatchObject({ is_wished: false, back_at: null });
});

test("a wish in the moment of a delivery, and one whose product sells out again, are not left untold", async () => {
  const id = await shop.sell({ stock: 0 });
  const [player, other] = [await shop.buyer(0), await shop.buyer(30_000)];
  const wish = async (): Promise<Answer> =>
    await club.call("POST", "/api/shop/wish", {
      token: player.token,
      body: { product_id: id, is_wished: true },
    });
  const seen = async (): Promise<{ stock: number; is_wished: boolean; back_at: string | null }> =>
    (await club.call("GET", "/api/shop/list", player)).body.list.find(
      (each: { product_id: string }) => each.product_id === id,
    );
  const waiting = async (): Promise<number> =>
    (
      await club.asAdmin(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).length;
  const { wished } = await withTransaction(club.ctx.db.jobs, async (tx) => {
    await moveStock(tx, id, 1);
    let isOver = false;
    const wished = wish().finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await waiting()) === 1).toBe(true);
    return { wished };
  });
  ok(await wished);
  // It saw that there is one: nothing is wished for.
  expect(await seen()).toMatchObject({ stock: 1, is_wished: false });

  ok(await shop.buy(other, { product_id: id }));
  ok(await wish());
  const times: (string | null)[] = [];
  for (const change of [1, 2]) {
    const delivery = { change, reason: "a delivery" };
    ok(await shop.desk("POST", `/products/${id}/stock`, delivery));
    times.push((await seen()).back_at);
    ok(await shop.buy(other, { product_id: id, quantity: change }));
  }
  const [first = null, second = null] = times;
  expect(first).toMatch(/^20/);
  expect(second).toMatch(/^20/);
  expect(String(second) > String(first)).toBe(true);
});
