import type { LimitKind } from "@club/contract";
import { Refusal, changeLimit } from "@club/domain";
import type { LimitPeriod } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { markLimits, readLimitRows, readNow, writeLimit } from "./limits.queries.ts";
import type { LimitRow } from "./limits.queries.ts";

/** What the limit of a kind and period is to be; null for no limit. */
export interface LimitWish {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly amountCents: bigint | null;
}

/**
 * Changes limits. A tighter one holds at once; it is set under the player's lock, so it applies to
 * bets in flight too. A looser one waits 24 hours for `confirmLimit`. A tightening, or asking for
 * the current limit, cancels a looser one that is waiting; asking for the same looser one again
 * does not restart its wait.
 *
 * @throws request.invalid when one limit is named twice
 */
export async function changeLimits(
  ctx: AppContext,
  playerId: string,
  wishes: readonly LimitWish[],
): Promise<void> {
  const names = new Set(wishes.map((wish) => `${wish.kind} ${wish.period}`));
  if (names.size !== wishes.length) throw new Refusal("request.invalid", { field: "limits" });
  await withTransaction(ctx.db.money, async (tx) => {
    await lockPlayer(tx, playerId);
    const now = await readNow(tx);
    const rows = await readLimitRows(tx, playerId);
    const changes = wishes
      .map((wish) => afterWish(rowOf(rows, wish), wish, now))
      .filter((changed) => changed !== null);
    for (const changed of changes) await writeLimit(tx, playerId, changed);
    await markLimits(tx, playerId);
    if (changes.length > 0) await tellPlayer(ctx, tx, { playerId, kind: "limits", facts: {} });
  });
}

/**
 * Puts a looser limit into force after its wait.
 *
 * @throws limit.nothing_pending also for one that has lapsed, limit.waiting with the instant it may
 *   be confirmed from
 */
export async function confirmLimit(
  ctx: AppContext,
  playerId: string,
  name: { kind: LimitKind; period: LimitPeriod },
): Promise<void> {
  await withTransaction(ctx.db.money, async (tx) => {
    await lockPlayer(tx, playerId);
    const row = rowOf(await readLimitRows(tx, playerId), name);
    await confirmRow(tx, playerId, row);
    await markLimits(tx, playerId);
    await tellPlayer(ctx, tx, { playerId, kind: "limits", facts: {} });
  });
}

async function confirmRow(tx: Connection, playerId: string, row: LimitRow): Promise<void> {
  const now = await readNow(tx);
  const pending = pendingOf(row, now);
  if (pending === null) throw new Refusal("limit.nothing_pending");
  if (now < pending.from) throw new Refusal("limit.waiting", { from: wireInstant(pending.from) });
  await writeLimit(tx, playerId, { ...row, amount_cents: pending.amountCents, ...NO_PENDING });
}

const NO_PENDING = { has_pending: false, pending_amount_cents: null, pending_from: null } as const;

/** The limit's row after a change; null when nothing changes. */
function afterWish(row: LimitRow, wish: LimitWish, now: Date): LimitRow | null {
  const change = changeLimit(row.amount_cents, wish.amountCents, now.getTime());
  if (change.kind === "none") return row.has_pending ? { ...row, ...NO_PENDING } : null;
  if (change.kind === "at_once") return { ...row, amount_cents: wish.amountCents, ...NO_PENDING };
  const pending = pendingOf(row, now);
  if (pending !== null && pending.amountCents === wish.amountCents) return null;
  return {
    ...row,
    has_pending: true,
    pending_amount_cents: wish.amountCents,
    pending_from: new Date(change.confirmFromMs),
  };
}

function rowOf(
  rows: readonly LimitRow[],
  { kind, period }: { kind: LimitKind; period: LimitPeriod },
): LimitRow {
  const known = rows.find((row) => row.kind === kind && row.period === period);
  return known ?? { kind, period, amount_cents: null, ...NO_PENDING };
}

/** How long a looser limit may be confirmed before it lapses. */
export const LAPSES_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

export interface Pending {
  readonly amountCents: bigint | null;
  /** It may be confirmed from here on, before `until`. */
  readonly from: Date;
  readonly until: Date;
}

/** The looser limit that is waiting; null if there is none or it has lapsed. */
export function pendingOf(row: LimitRow, now: Date): Pending | null {
  if (!row.has_pending || row.pending_from === null) return null;
  const until = new Date(row.pending_from.getTime() + LAPSES_AFTER_MS);
  if (now >= until) return null;
  return { amountCents: row.pending_amount_cents, from: row.pending_from, until };
}
