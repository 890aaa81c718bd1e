import type { DataOf, listMonths as listCall, MonthClose } from "@club/contract";
import { canonicalJson, Refusal, startOfDay, sumCents } from "@club/domain";
import type { CanonicalValue } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import { readSigningKey, signText } from "../signing/signing-keys.ts";
import { areBooksOff } from "../../money/ledger/books-state.ts";
import {
  balancesAt,
  chainAt,
  hasUnchained,
  insertMonth,
  listClosed,
  lockMonths,
  readMonthFacts,
} from "./months.queries.ts";
import type { MonthRow } from "./months.queries.ts";

/** Longer than any transaction lasts, so whatever began in the month has ended. */
const AFTER_MS = 10 * 60_000;
const FORMAT = "club-month/1";

type Next = DataOf<typeof listCall>;

/** Closed months, newest first, and the next one to close. */
export async function listMonths(ctx: AppContext): Promise<{ data: Next; list: MonthClose[] }> {
  const db = ctx.db.operators;
  const closed = await listClosed(db);
  return { data: await nextOf(ctx, db, closed), list: closed.map(toMonth) };
}

/**
 * Closes a month: stores and signs its trial balance, its number of entries and the chain's head;
 * from then on the database accepts no entry dated in it. Months are closed in order. A repeat
 * answers what stands.
 *
 * @throws month.not_yet
 */
export async function closeMonth(
  ctx: AppContext,
  asked: {
    readonly month: string;
    readonly operator: { readonly id: string };
    readonly request: FastifyRequest;
  },
): Promise<MonthClose> {
  const { month, operator, request } = asked;
  // It reads the whole ledger: the jobs' pool has the longer timeout.
  return await withTransaction(ctx.db.jobs, async (tx) => {
    await lockMonths(tx);
    const before = await listClosed(tx);
    const known = before.find((each) => each.month === month);
    if (known !== undefined) return toMonth(known);
    const next = await nextOf(ctx, tx, before);
    if (next.next !== month || next.waits_for !== null) {
      throw new Refusal("month.not_yet", { month: next.next, waits_for: next.waits_for });
    }
    const endsAt = endOf(month, ctx.settings.timeZone);
    const body = await bodyOf(ctx, tx, { month, endsAt });
    await insertMonth(tx, { month, endsAt, body, by: operator.id });
    await audit(tx, { action: "month.close", operator, request, target: month });
    const [made] = await listClosed(tx);
    if (made?.month !== month) throw new Error("the month that was closed is the last");
    return toMonth(made);
  });
}

async function bodyOf(
  ctx: AppContext,
  tx: Queryable,
  { month, endsAt }: { month: string; endsAt: Date },
): Promise<string> {
  const balances = await balancesAt(tx, endsAt);
  if (sumCents(balances.map((row) => row.balance_cents)) !== 0n) {
    throw new Error("the books of a month sum to zero");
  }
  const { entries, position, hash } = await chainAt(tx, endsAt);
  const key = await readSigningKey(tx, ctx.secrets);
  const unsigned = {
    format: FORMAT,
    month,
    ends_at: wireInstant(endsAt),
    entries: Number(entries),
    chain_head: { position: Number(position), hash: hash.toString("hex") },
    balances: balances.map((row) => ({ ...row, balance_cents: wireCents(row.balance_cents) })),
    key_id: key.keyId,
  };
  const signature = signText(key, canonicalJson(unsigned as CanonicalValue));
  return canonicalJson({ ...unsigned, signature } as CanonicalValue);
}

async function nextOf(ctx: AppContext, db: Queryable, closed: readonly MonthRow[]): Promise<Next> {
  const { now, first } = await readMonthFacts(db);
  const [last] = closed;
  const next = last === undefined ? first : monthAfter(last.month);
  if (next === null) return { next, waits_for: "end" };
  const endsAt = endOf(next, ctx.settings.timeZone);
  if (now.getTime() < endsAt.getTime() + AFTER_MS) return { next, waits_for: "end" };
  if (await areBooksOff(db)) return { next, waits_for: "books" };
  return { next, waits_for: (await hasUnchained(db, endsAt)) ? "chain" : null };
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const [nextYear, nextNumber] = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${String(nextYear).padStart(4, "0")}-${String(nextNumber).padStart(2, "0")}`;
}

/** The first moment after the month, in club time. */
function endOf(month: string, zone: string): Date {
  return new Date(startOfDay(`${monthAfter(month)}-01`, zone));
}

function toMonth(row: MonthRow): MonthClose {
  const kept = JSON.parse(row.body) as Omit<MonthClose, "closed_at" | "closed_by">;
  return {
    month: row.month,
    ends_at: wireInstant(row.ends_at),
    closed_at: wireInstant(row.closed_at),
    closed_by: row.closed_by,
    entries: kept.entries,
    chain_head: kept.chain_head,
    balances: kept.balances,
    key_id: kept.key_id,
    signature: kept.signature,
  };
}
