import { randomBytes } from "node:crypto";
import { Refusal } from "@club/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { TOP_UP_METHODS } from "../../run/lists/methods.ts";
import { expireTopUps } from "./submit-top-up.ts";
import { defineTopUpMethod } from "./top-up-method.ts";

/** What the provider was asked for, and whether it answers. */
const asked: string[] = [];
let isDown = false;

/** A second way to pay at a provider, as its one file would define it. */
const otherCard = defineTopUpMethod({
  id: "other_card",
  leastCents: 500n,
  mostCents: 20_000n,
  expiresAfterHours: 2,
  isOpen: async (ctx) => ctx.settings.currency === "AUD",
  connected: {
    note: async () => undefined,
    payPage: async (_ctx, topUpId) => {
      if (isDown) throw new Refusal("payment.away");
      asked.push(topUpId);
      return `https://pay.example/${topUpId}`;
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
  isDown = false;
});
afterAll(async () => {
  expect(await brokenChecks(club.ctx)).toEqual([]);
  await club.close();
});

const newKey = (): string => randomBytes(8).toString("hex");

async function announce(player: TestPlayer, key = newKey(), amount = 5000): Promise<Answer> {
  const body = { method: "other_card", amount_cents: amount };
  const headers = { "idempotency-key": key };
  return await club.call("POST", "/api/recharge/create", { token: player.token, body, headers });
}

test("a way to pay that is one file is offered, asked and held to its amounts", async () => {
  const player = await club.signUp();
  const { body } = await club.call("GET", "/api/recharge/methods", player);
  expect(body.list.at(-1)).toEqual({
    method: "other_card",
    min_cents: 500,
    max_cents: 20_000,
    instructions: null,
  });
  const made = ok(await announce(player));
  expect(asked).toEqual([made.topup_id]);
  const pay_url = `https://pay.example/${made.topup_id}`;
  expect(made).toMatchObject({ pay_url, redirect_url: pay_url, instructions: null });
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
  expect((await announce(player, key)).body.code).toBe("payment.away");
  isDown = false;
  const made = ok(await announce(player, key));
  ok(await announce(player, key));
  expect(new Set(asked)).toEqual(new Set([made.topup_id]));
  const { body } = await club.call("GET", "/api/recharge/list", player);
  expect(body.list.map((each: { topup_id: string }) => each.topup_id)).toEqual([made.topup_id]);
});

test("each waits for its own time, and no operator sees or decides what a provider is asked for", async () => {
  const player = await club.signUp();
  const { topup_id: topUp } = ok(await announce(player));
  const { token } = await club.operator("cashier");
  const queue = await club.call("GET", "/api/operator/topups?status=waiting", { token });
  expect(queue.body.list.map((each: { topup_id: string }) => each.topup_id)).not.toContain(topUp);
  const decided = await club.call("POST", `/api/operator/topups/${topUp}/approve`, { token });
  expect(decided.body.code).toBe("top_up.state");
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

test("top-ups by the sandbox card of earlier days stay in the player's history; no new one is taken", async () => {
  const player = await club.signUp();
  const insert = `INSERT INTO top_up (id, player_id, method, amount_cents, reference, status, decided_at, reason)
    VALUES ($1, $2, 'sandbox_card', 700, $3, 'rejected', club_now_ms(), 'declined')`;
  await club.query(insert, [crypto.randomUUID(), player.id, `OLD${newKey()}`]);
  const { body } = await club.call("GET", "/api/recharge/list", player);
  expect(body.list).toMatchObject([
    { method: "sandbox_card", amount_cents: 700, status: "rejected", reason: "declined" },
  ]);
  const refused = await club.call("POST", "/api/recharge/create", {
    token: player.token,
    body: { method: "sandbox_card", amount_cents: 100 },
    headers: { "idempotency-key": newKey() },
  });
  expect(refused.body.code).toBe("top_up.method_unknown");
});
