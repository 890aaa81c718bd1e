import { randomBytes } from "node:crypto";
import { cents, defineCall, id } from "@club/contract";
import { Refusal } from "@club/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { TOP_UP_METHODS } from "../../run/lists/methods.ts";
import { expireTopUps } from "./submit-top-up.ts";
import { defineHook, defineTopUpMethod } from "./top-up-method.ts";
import type { Payment } from "./top-up-method.ts";

/** What the provider was asked for, and whether it answers. */
const asked: Payment[] = [];
const back: Payment[] = [];
let isDown = false;

/** A second card provider, as its one file would define it. */
const otherCard = defineTopUpMethod({
  id: "other_card",
  leastCents: 500n,
  mostCents: 20_000n,
  expiresAfterHours: 2,
  isOpen: async (ctx) => ctx.settings.currency === "AUD",
  provider: {
    payPage: async (_ctx, payment) => {
      if (isDown) throw new Refusal("club.busy");
      asked.push(payment);
      return `https://pay.example/${payment.id}`;
    },
    hook: defineHook({
      call: defineCall("POST /api/hooks/payments/other_card", {
        summary: "What became of a payment.",
        access: "public",
        body: z.object({ id, type: z.string(), payment: id, cents, currency: z.string() }),
      }),
      read: (_ctx, { body, request }) => {
        if (request.headers["other-key"] !== "good") throw new Refusal("card_event.refused");
        return {
          eventId: body.id,
          paymentId: body.payment,
          outcome: body.type === "payment.succeeded" ? "paid" : "declined",
          amountCents: BigInt(body.cents),
          currency: body.currency,
        };
      },
    }),
    giveBack: async (_ctx, payment) => {
      if (isDown) throw new Refusal("club.busy");
      back.push(payment);
    },
  },
});

let club: TestClub;
beforeAll(async () => {
  club = await startClub({
    env: { CLUB_RATE_FACTOR: "0" },
    topUpMethods: [...TOP_UP_METHODS, otherCard],
  });
});
beforeEach(() => {
  asked.length = 0;
  back.length = 0;
  isDown = false;
});
afterAll(async () => {
  expect((await verifyBooks(club.ctx)).checks.filter((check) => !check.ok)).toEqual([]);
  await club.close();
});

const newKey = (): string => randomBytes(8).toString("hex");

async function announce(player: TestPlayer, key = newKey(), amount = 5000): Promise<Answer> {
  const body = { method: "other_card", amount_cents: amount };
  const headers = { "idempotency-key": key };
  return await club.call("POST", "/api/recharge/create", { token: player.token, body, headers });
}

async function tell(payment: string, news: object = {}, key = "good"): Promise<Answer> {
  const told = { id: newKey(), type: "payment.succeeded", cents: 5000, currency: "AUD" };
  return await club.call("POST", "/api/hooks/payments/other_card", {
    body: { ...told, payment, ...news },
    headers: { "other-key": key },
  });
}

async function cashOf(player: TestPlayer): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;
}

test("a provider that is one file is offered, asked, heard and booked", async () => {
  const player = await club.signUp();
  const { body } = await club.call("GET", "/api/recharge/methods", player);
  expect(body.list.at(-1)).toEqual({
    method: "other_card",
    min_cents: 500,
    max_cents: 20_000,
    instructions: null,
  });
  const made = ok(await announce(player));
  expect(asked).toHaveLength(1);
  const [{ id: payment }] = asked as [Payment];
  expect(made).toMatchObject({ pay_url: `https://pay.example/${payment}`, instructions: null });
  expect((await tell(payment, {}, "bad")).body.code).toBe("card_event.refused");
  ok(await tell(payment));
  ok(await tell(payment));
  expect([await cashOf(player), back]).toEqual([5000, []]);
  const refused = await announce(player, newKey(), 499);
  expect(refused.body).toMatchObject({
    code: "top_up.over_limit",
    params: { min_cents: 500, max_cents: 20_000 },
  });
});

test("a provider that is down costs nothing: the same call again asks for the same payment", async () => {
  const player = await club.signUp();
  const key = newKey();
  isDown = true;
  expect((await announce(player, key)).body.code).toBe("club.busy");
  isDown = false;
  const made = ok(await announce(player, key));
  ok(await announce(player, key));
  expect(new Set(asked.map(({ id: payment }) => payment)).size).toBe(1);
  const { body } = await club.call("GET", "/api/recharge/list", player);
  expect(body.list.map((each: { topup_id: string }) => each.topup_id)).toEqual([made.topup_id]);
});

test("money that came and is not booked goes back, also when the provider was down", async () => {
  const player = await club.signUp();
  ok(await announce(player));
  const [payment] = asked as [Payment];
  const body = { limits: [{ kind: "deposit", period: "day", amount_cents: 100 }] };
  ok(await club.call("PUT", "/api/user/limits", { token: player.token, body }));
  isDown = true;
  const news = { id: newKey() };
  expect((await tell(payment.id, news)).body.code).toBe("club.busy");
  isDown = false;
  ok(await tell(payment.id, news));
  expect([await cashOf(player), back]).toEqual([0, [payment]]);
});

test("another amount or currency is not booked", async () => {
  const player = await club.signUp();
  ok(await announce(player));
  const [payment] = asked as [Payment];
  for (const news of [{ cents: 4999 }, { currency: "EUR" }]) {
    expect((await tell(payment.id, news)).body.code).toBe("card_event.refused");
  }
  expect([await cashOf(player), back]).toEqual([0, []]);
});

test("each waits for its own time, and no operator sees what a provider is asked for", async () => {
  const player = await club.signUp();
  const { topup_id: topUp } = ok(await announce(player));
  const { token } = await club.operator("cashier");
  const queue = await club.call("GET", "/api/operator/topups?status=waiting", { token });
  expect(queue.body.list.map((each: { topup_id: string }) => each.topup_id)).not.toContain(topUp);
  const statusAfter = async (minutes: number): Promise<string> => {
    await club.asAdmin(
      "UPDATE top_up SET created_at = club_now_ms() - make_interval(mins => $2) WHERE id = $1",
      [topUp, minutes],
    );
    await expireTopUps(club.ctx);
    const { body } = await club.call("GET", "/api/recharge/list", player);
    return body.list[0].status;
  };
  expect([await statusAfter(115), await statusAfter(125)]).toEqual(["created", "expired"]);
});
