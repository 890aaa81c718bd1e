import { expect } from "vitest";
import { watchPayments } from "../money/payments/ask-payment.ts";
import { brokenChecks } from "./checks.ts";
import { ok, type TestClub, type TestPlayer } from "./club.ts";
import { newKey } from "./payment-desk.ts";

/* What tests of each provider of payments do at a club of their own. */

export async function create(club: TestClub, player: TestPlayer) {
  const body = { method: "card", amount_cents: 5000 };
  const headers = { "idempotency-key": newKey() };
  return ok(
    await club.call("POST", "/api/recharge/create", { token: player.token, body, headers }),
  );
}

export const cashOf = async (club: TestClub, player: TestPlayer): Promise<number> =>
  ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;

export const topUpOf = async (club: TestClub, player: TestPlayer) =>
  (await club.call("GET", "/api/recharge/list", player)).body.list[0];

export async function watch(club: TestClub): Promise<void> {
  await club.asAdmin("UPDATE payment SET next_ask_at = now() WHERE next_ask_at IS NOT NULL");
  await club.asAdmin("UPDATE payment_return SET next_at = now() WHERE state = 'waiting'");
  await watchPayments(club.ctx);
}

/** A payment's state, and what its player has. */
export async function nowOf(club: TestClub, player: TestPlayer, id: string) {
  const [row] = await club.query("SELECT state FROM payment WHERE id = $1", [id]);
  return [row?.["state"], await cashOf(club, player)];
}

export async function refund(club: TestClub, topUpId: string): Promise<void> {
  const { token } = await club.operator();
  const path = `/api/operator/topups/${topUpId}/refund`;
  ok(await club.call("POST", path, { token, body: { reason: "asked for" } }));
}

/** Does an act about the first of a player's open arrivals that allows it; all of them are these. */
export async function book(
  club: TestClub,
  player: TestPlayer,
  whys: readonly string[],
  act: "book" | "return" | "won" = "book",
): Promise<void> {
  const { token } = await club.operator();
  const { list } = (await club.call("GET", "/api/operator/payments/arrivals?state=open", { token }))
    .body as { list: { arrival_id: string; player_id: string; why: string; acts: string[] }[] };
  const own = list.filter((each) => each.player_id === player.id);
  expect(own.map(({ why }) => why).toSorted()).toEqual(whys.toSorted());
  const id = own.find(({ acts }) => acts.includes(act))?.arrival_id;
  const path = `/api/operator/payments/arrivals/${id}/${act}`;
  ok(await club.call("POST", path, { token, body: { reason: "looked at" } }));
}

export async function end(club: TestClub): Promise<void> {
  expect(await brokenChecks(club.ctx)).toEqual([]);
  await club.close();
}
