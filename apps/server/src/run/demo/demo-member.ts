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

/** A morning race: the numbers of its runners. */
interface MorningRace {
  readonly id: string;
  readonly runners: readonly number[];
}
type Morning = readonly [first: MorningRace, second: MorningRace, third: MorningRace];

/**
 * What the newcomer finds under the demo's login: bets of every type on the morning's races, won,
 * lost and refunded, a withdrawal that waits, something from the shop, a statement of it all. Once,
 * at the club's first start, by the use cases that everybody uses; nothing is dated back.
 */
export async function liveMorning(
  ctx: AppContext,
  [steward]: readonly StewardClient[],
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await ctx.db.jobs.query<{ id: string; has_bet: boolean }>(
    `SELECT id, EXISTS (SELECT FROM bet b WHERE b.player_id = p.id) AS has_bet
     FROM player p WHERE user_name_key = $1`,
    [DEMO_LOGIN.userName],
  );
  const member = rows[0];
  if (member === undefined || member.has_bet) return;
  try {
    const morning = await openMorning(ctx, signal);
    if (morning === null) return;
    for (const bet of morningBets(morning)) await placeOne(ctx, member.id, bet);
    const [, second, third] = morning;
    const [backed] = second.runners;
    await steward?.post(`/api/operator/races/${second.id}/scratch`, { horse_id: backed });
    const reason = "The track is not fit.";
    await steward?.post(`/api/operator/races/${third.id}/abandon`, { reason });
    await moveMoney(ctx, member.id);
  } catch (error) {
    if (!signal.aborted) ctx.log.warn({ err: error }, "the demo's member was held up");
  }
}

/** The morning's races once all are open; null where they are over, or this club has none. */
async function openMorning(ctx: AppContext, signal: AbortSignal): Promise<Morning | null> {
  for (; !signal.aborted; await pause(TICK_MS, signal)) {
    const { rows } = await ctx.db.jobs.query<MorningRace & { is_open: boolean; is_ahead: boolean }>(
      `SELECT r.id, r.status = 'open' AS is_open, r.start_time > club_now() + interval '3 seconds' AS is_ahead,
         (SELECT json_agg(n.number ORDER BY n.number) FROM runner n WHERE n.race_id = r.id) AS runners
       FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE m.code = $1 ORDER BY r.number`,
      [MORNING.code],
    );
    const [first, second, third] = rows;
    // The morning's card is the first that a demo loads: another one without it is from before.
    if (rows.length === 0 && (await isOlder(ctx))) return null;
    if (rows.some(({ is_ahead }) => !is_ahead)) return null;
    if (rows.every(({ is_open }) => is_open) && first && second && third) {
      return [first, second, third];
    }
  }
  return null;
}

async function isOlder(ctx: AppContext): Promise<boolean> {
  const { rows } = await ctx.db.jobs.query(
    "SELECT FROM meeting WHERE NOT EXISTS (SELECT FROM meeting WHERE code = $1) LIMIT 1",
    [MORNING.code],
  );
  return rows.length > 0;
}

interface MorningBet {
  readonly key: BetTypeKey;
  readonly race: MorningRace;
  readonly race2?: MorningRace;
  readonly slots: Slots;
  readonly amount: number;
}

/** Bets of all types that every race has; the box of the whole field is one that wins. */
function morningBets([first, second, third]: Morning): MorningBet[] {
  const [a = 1, b = 2, c = 3, d = 4, e = 5] = first.runners;
  const [z = 1, y = 2, x = 3] = second.runners;
  const on = (key: BetTypeKey, amount: number, ...slots: number[][]): MorningBet => {
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

async function placeOne(ctx: AppContext, playerId: string, bet: MorningBet): Promise<void> {
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

/** The shop's cheapest goods; a bank account, and a withdrawal that waits for the club's check. */
async function moveMoney(ctx: AppContext, playerId: string): Promise<void> {
  const { rows } = await ctx.db.jobs.query<{ id: string; price_cents: bigint }>(
    "SELECT id, price_cents FROM product WHERE status = 'published' AND stock > 0 ORDER BY price_cents LIMIT 1",
  );
  const [goods] = rows;
  if (goods !== undefined) {
    const { id: productId, price_cents: priceCents } = goods;
    const language = "en" as const;
    await buyProduct(ctx, {
      playerId,
      idempotencyKey: randomUUID(),
      productId,
      quantity: 1,
      priceCents,
      language,
    });
  }
  const form = {
    bank_name: "Harbour Bank",
    account_name: "Demo Member",
    account_number: "12345678",
    branch_code: "062000",
    currency: ctx.settings.currency,
  };
  const client = { address: "127.0.0.1", device: undefined, language: "en" };
  await putBankCard(ctx, { id: playerId, userName: DEMO_LOGIN.userName }, { form, client });
  await createWithdrawal(ctx, {
    playerId,
    idempotencyKey: randomUUID(),
    amountCents: WITHDRAWN_CENTS,
  });
}
