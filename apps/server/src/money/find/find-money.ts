import {
  findMoney,
  listBankLines,
  listDeskOrders,
  listDeskSportOrders,
  listOperatorShopOrders,
  listOperatorTopUps,
  listOperatorWithdrawals,
  listPaymentArrivals,
  listPayments,
  type Call,
  type FoundMoney,
} from "@club/contract";
import { parseAmountCents } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { isId } from "../../core/kit/ids.ts";
import { receiptBits, receiptNo } from "../../core/kit/receipt-no.ts";
import { isAllowed, type Rights } from "../../desk/operators/permissions.ts";
import { findRows, type Asked, type FoundKind, type FoundRow } from "./find-money.queries.ts";

/** The list in which each kind stands: who may not read that is not told of it here. */
const LISTS: Readonly<Record<FoundKind, Call>> = {
  top_up: listOperatorTopUps,
  withdrawal: listOperatorWithdrawals,
  payment: listPayments,
  payment_arrival: listPaymentArrivals,
  bank_line: listBankLines,
  shop_order: listOperatorShopOrders,
  bet: listDeskOrders,
  sport_bet: listDeskSportOrders,
};
const KINDS = Object.keys(LISTS) as FoundKind[];
const BETS: ReadonlySet<FoundKind> = new Set(["bet", "sport_bet"]);

const LEAST_OF_REFERENCE = 3;

/** One field finds money: by a reference, a provider's id, a receipt, an amount, or a name. */
export function findRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, findMoney, async ({ query, operator }) => {
    const rows = await findRows(ctx.db.operators, {
      ...askedBy(query.q),
      kinds: kindsFor(operator),
      providers: ctx.connections.providersOf("payment").map(({ name }) => name),
    });
    return { list: rows.map((row) => toFound(row, ctx.settings.currency)) };
  });
}

const kindsFor = (rights: Rights): FoundKind[] =>
  KINDS.filter((kind) => isAllowed(LISTS[kind], rights));

function askedBy(q: string): Omit<Asked, "kinds" | "providers"> {
  const name = q.toLowerCase();
  const plain = name.replaceAll(/[\s-]/g, "");
  return {
    reference: plain.length < LEAST_OF_REFERENCE ? null : plain,
    cents: parseAmountCents(q.replace(",", ".")),
    name,
    typed: q,
    betId: isId(name) ? name : null,
    receipt: receiptOf(q),
  };
}

const REST_BYTES = 6;
const REST_BITS = 48;

/** Ten letters may also be a name: a receipt's number is written in two halves, or has a digit. */
function receiptOf(q: string): Buffer | null {
  const bits = receiptBits(q);
  if (bits === null || !/\d|-|^\s*\S{5}\s\S{5}\s*$/.test(q)) return null;
  const bytes = Buffer.alloc(1 + REST_BYTES);
  bytes.writeUInt8(Number(bits >> BigInt(REST_BITS)));
  bytes.writeUIntBE(Number(BigInt.asUintN(REST_BITS, bits)), 1, REST_BYTES);
  return bytes;
}

function toFound(row: FoundRow, clubs: string): FoundMoney {
  const { amount_cents, currency, at, reference, ...rest } = row;
  return {
    ...rest,
    reference: BETS.has(row.kind) ? receiptNo(row.id) : reference,
    amount_cents: wireCents(amount_cents),
    currency: currency ?? clubs,
    at: wireInstant(at),
  };
}
