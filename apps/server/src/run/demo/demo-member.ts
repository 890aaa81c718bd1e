import { randomUUID } from "node:crypto";
import { type BetForm, toWireSelections } from "@club/contract";
import { type BetTypeKey, betTypeNamed, Refusal, type Slots } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { pause } from "../../core/kit/pause.ts";
import { buyProduct } from "../../money/shop/buy-product.ts";
import { createWithdrawal } from "../../money/withdrawals/create-withdrawal.ts";
import { putBankCard } from "../../people/accounts/bank-card.ts";
import { placeBet } from "../../racing/bets/place-bet.ts";
import { DEMO_LOGIN } from "./demo-people.ts";
import { MORNING } from "./names.ts";
import type { StewardClient } from "./steward-client.ts";

const TICK_MS = 1000;
const WITHDRAWN_CENTS = 4_000n;

/** A race of a short card: the numbers of its runners. */
export interface ShortRace {
  readonly id: string;
  readonly is_open: boolean;
  readonly is_ahead: boolean;
  readonly runners: readonly number[];
}
export type ShortDay = readonly [first: ShortRace, second: ShortRace, third: ShortRace];

/**
 * What the newcomer finds of today under the demo's login: bets of every type on the morning's
 * races, won, lost and refunded, a withdrawal that waits, something from the shop. Once, at the
 * club's first start, by the use cases that everybody uses.
 */
export async function liveMorning(
  ctx: AppContext,
  [steward]: readonly StewardClient[],
  signal: AbortSignal,
): Promise<void> {
  const member = await findMember(ctx);
  if (member === undefined || member.has_bet) return;
  try {
    const morning = await openMorning(ctx, signal);
    if (morning === null) return;
    for (const bet of memberBets(morning)) await placeOne(ctx, member.id, bet);
    const [, second, third] = morning;
    await scratchBacked(steward, second);
    await abandon(steward, third);
    await buyGoods(ctx, member.id);
    await giveAccount(ctx, member.id);
    await askForMoney(ctx, member.id, WITHDRAWN_CENTS);
  } catch (error) {
    if (!signal.aborted) ctx.log.warn({ err: error }, "the demo's member was held up");
  }
}

/** The member, and whether the morning's bets are there. */
export async function findMember(
  ctx: AppContext,
): Promise<{ readonly id: string; readonly has_bet: boolean } | undefined> {
  const { rows } = await ctx.db.jobs.query<{ id: string; has_bet: boolean }>(
    `SELECT p.id, EXISTS (SELECT FROM meeting m JOIN race r ON r.meeting_id = m.id JOIN bet b ON b.race_id = r.id
         WHERE m.code = $2 AND b.player_id = p.id) AS has_bet
     FROM player p WHERE p.user_name_key = $1`,
    [DEMO_LOGIN.userName, MORNING.code],
  );
  return rows[0];
}

/** Takes out the runner that the member has backed in a second race. */
export async function scratchBacked(
  steward: StewardClient | undefined,
  { id, runners: [backed] }: ShortRace,
): Promise<void> {
  await steward?.post(`/api/operator/races/${id}/scratch`, { horse_id: backed });
}

export async function abandon(
  steward: StewardClient | undefined,
  { id }: ShortRace,
): Promise<void> {
  await steward?.post(`/api/operator/races/${id}/abandon`, { reason: "The track is not fit." });
}

/** The morning's races once all are open; null where they are over, or this club has none. */
async function openMorning(ctx: AppContext, signal: AbortSignal): Promise<ShortDay | null> {
  for (; !signal.aborted; await pause(TICK_MS, signal)) {
    const day = await readShortDay(ctx, MORNING.code);
    // The morning's card is the first of a day: other races ahead without it are from before.
    if (day === null && (await isOlder(ctx))) return null;
    if (day === null) continue;
    if (day.some(({ is_ahead }) => !is_ahead)) return null;
    if (day.every(({ is_open }) => is_open)) return day;
  }
  return null;
}

/** The races of a short card, by the meeting's id or code; null where there is none. */
export async function readShortDay(ctx: AppContext, meeting: string): Promise<ShortDay | null> {
  const { rows } = await ctx.db.jobs.query<ShortRace>(
    `SELECT r.id, r.status = 'open' AS is_open, r.start_time > club_now() + interval '3 seconds' AS is_ahead,
       (SELECT json_agg(n.number ORDER BY n.number) FROM runner n WHERE n.race_id = r.id) AS runners
     FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE $1 IN (m.code, m.id::text) ORDER BY r.number`,
    [meeting],
  );
  const [first, second, third] = rows;
  return first && second && third ? [first, second, third] : null;
}

async function isOlder(ctx: AppContext): Promise<boolean> {
  const { rows } = await ctx.db.jobs.query(
    `SELECT FROM race WHERE start_time > club_now()
       AND NOT EXISTS (SELECT FROM meeting WHERE code = $1) LIMIT 1`,
    [MORNING.code],
  );
  return rows.length > 0;
}

export interface MemberBet {
  readonly key: BetTypeKey;
  readonly race: ShortRace;
  readonly race2?: ShortRace;
  readonly slots: Slots;
  readonly amount: number;
}

/** Bets of all types that every race has; the box of the whole field is one that wins. */
export function memberBets([first, second, third]: ShortDay): MemberBet[] {
  const [a = 1, b = 2, c = 3, d = 4, e = 5] = first.runners;
  const [z = 1, y = 2, x = 3] = second.runners;
  const on = (key: BetTypeKey, amount: number, ...slots: number[][]): MemberBet => {
    return { key, race: first, slots, amount };
  };
  return [
    on("single_win", 10, [a]),
    on("single_place", 10, [b]),
    on("each_way", 5, [c]),
    on("quinella", 2, [a], [b, c]),
    on("quinella_box", 0.5, [...first.runners]),
    on("exacta", 1, [a], [b, c]),
    on("trifecta", 1, [a], [b, c], [b, c, d]),
    on("trifecta_box", 0.5, [a, b, c, d]),
    on("first4", 0.5, [a], [b, c], [c, d], [d, e]),
    on("quinella_standout", 1, [a], [b, c, d]),
    on("exacta_standout", 1, [a], [b, c, d]),
    on("trifecta_standout", 0.5, [a], [b, c, d]),
    on("first4_standout", 0.5, [a], [b, c, d, e]),
    { ...on("double_win", 1, [a, b], [y, x]), race2: second },
    { ...on("double_place", 1, [a, b], [y, x]), race2: second },
    { ...on("single_win", 10, [z]), race: second },
    { ...on("single_place", 10, [y]), race: second },
    { ...on("single_win", 5, [third.runners[0] ?? 1]), race: third },
  ];
}

export async function placeOne(ctx: AppContext, playerId: string, bet: MemberBet): Promise<void> {
  const betType = betTypeNamed(bet.key).index;
  const form: BetForm = {
    bet_type: betType,
    race_id: bet.race.id,
    ...(bet.race2 === undefined ? {} : { race_id2: bet.race2.id }),
    ...(toWireSelections({ betType, slots: bet.slots }) as BetForm),
    betAmount: bet.amount,
  };
  try {
    await placeBet(ctx, { playerId, form, idempotencyKey: randomUUID() });
  } catch (error) {
    // The race has closed meanwhile: the other bets are history enough.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** The shop's cheapest goods. */
export async function buyGoods(ctx: AppContext, playerId: string): Promise<void> {
  const { rows } = await ctx.db.jobs.query<{ id: string; price_cents: bigint }>(
    "SELECT id, price_cents FROM product WHERE status = 'published' AND stock > 0 ORDER BY price_cents LIMIT 1",
  );
  const [goods] = rows;
  if (goods === undefined) return;
  const { id: productId, price_cents: priceCents } = goods;
  const idempotencyKey = randomUUID();
  const language = "en" as const;
  await buyProduct(ctx, { playerId, idempotencyKey, productId, quantity: 1, priceCents, language });
}

/** Where the member's money goes; the same again changes nothing. */
export async function giveAccount(ctx: AppContext, id: string): Promise<void> {
  const form = {
    bank_name: "Harbour Bank",
    account_name: "Demo Member",
    account_number: "12345678",
    branch_code: "062000",
    currency: ctx.settings.currency,
    // Asked for wherever there is an account already, also when it is the same.
    password: DEMO_LOGIN.password,
  };
  const client = { address: "127.0.0.1", device: undefined, language: "en" };
  await putBankCard(ctx, { id, userName: DEMO_LOGIN.userName }, { form, client });
}

/** A withdrawal, which waits for the club's check. Returns its id. */
export async function askForMoney(
  ctx: AppContext,
  playerId: string,
  amountCents: bigint,
): Promise<string> {
  const asked = { playerId, idempotencyKey: randomUUID(), amountCents };
  return (await createWithdrawal(ctx, asked)).answer.withdrawal_id;
}
