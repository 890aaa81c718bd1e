import type { BodyOf, Protection, returnToBetting as returnCall } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { endSessions } from "../../identity/sessions/end-sessions.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { holdLimit, markLimits, readLimitRows, readNow } from "./limits.queries.ts";
import { clearBar, keepOwnEnd, writeBar, writeLog, writeReturn } from "./protection.queries.ts";
import { readProtection, requireRow } from "./read-protection.ts";
import { listAsExcluded, unlist } from "./recognise-player.ts";

/**
 * Starts a break of some days, at once: it takes the player's lock, as every bet does, so no bet is
 * accepted after it has committed. A longer break extends a running one, a shorter one changes
 * nothing.
 *
 * @returns when it ends.
 * @throws player.excluded for somebody who is excluded
 */
export async function takeTimeOut(
  ctx: AppContext,
  playerId: string,
  days: number,
): Promise<Date | null> {
  const until = await withTransaction(ctx.db.money, async (tx) => {
    await lockPlayer(tx, playerId);
    const { bar } = await requireRow(tx, playerId);
    if (bar === "exclusion") throw new Refusal("player.excluded");
    const end = await writeBar(tx, playerId, { bar: "time_out", days, months: 0 });
    await writeLog(tx, playerId, { kind: "time_out", detail: { days, until: end } });
    if (end !== null) {
      await tellPlayer(ctx, tx, { playerId, kind: "time_out", facts: { until: end } });
    }
    return end;
  });
  ctx.sessions.forget(playerId);
  return until;
}

/**
 * Self-exclusion, which takes effect at once and cannot be undone by anybody. Sessions end and
 * nothing is sent any more. Whoever signs up anew with the same phone, bank account, or name and
 * date of birth is held for review. Open bets run and are paid; the balance can be withdrawn.
 *
 * @param months - null: for good.
 * @returns when it may end, null: never.
 */
export async function excludeSelf(
  ctx: AppContext,
  playerId: string,
  months: number | null,
): Promise<Date | null> {
  const until = await withTransaction(ctx.db.money, async (tx) => {
    await lockPlayer(tx, playerId);
    const end = await writeBar(tx, playerId, { bar: "exclusion", days: 0, months });
    await keepOwnEnd(tx, playerId, { months });
    await listAsExcluded(ctx, tx, playerId);
    await endSessions(tx, playerId, "exclusion");
    await writeLog(tx, playerId, { kind: "exclusion", detail: { months, until: end } });
    await tellExclusion(ctx, tx, { playerId, until: end });
    return end;
  });
  ctx.sessions.forget(playerId);
  return until;
}

/** Confirms an exclusion that the player began. */
async function tellExclusion(
  ctx: AppContext,
  tx: Connection,
  { playerId, until }: { playerId: string; until: Date | null },
): Promise<void> {
  await (until === null
    ? tellPlayer(ctx, tx, { playerId, kind: "exclusion_for_good", facts: {} })
    : tellPlayer(ctx, tx, { playerId, kind: "exclusion", facts: { until } }));
}

/**
 * What follows when a register names a player: known in future, also by other accounts, told to the
 * player and in the player's history. The caller holds the player's lock and has written the bar.
 */
export async function noteRegisterBar(
  ctx: AppContext,
  tx: Connection,
  { playerId, until }: { playerId: string; until: Date | null },
): Promise<void> {
  await listAsExcluded(ctx, tx, playerId);
  const detail = { by: "register", until: wireInstant(until) };
  await writeLog(tx, playerId, { kind: "exclusion", detail });
  await tellPlayer(ctx, tx, { playerId, kind: "register_exclusion", facts: {} });
}

/**
 * An exclusion whose time is over ends only on request. The first call names the limits that will
 * hold and starts a wait of 24 hours. A second call after that ends the exclusion.
 *
 * @throws exclusion.none, exclusion.not_over with its end, exclusion.waiting with the instant,
 *   request.invalid when no limit is named
 */
export async function returnToBetting(
  ctx: AppContext,
  playerId: string,
  wishes: NonNullable<BodyOf<typeof returnCall>>["limits"],
): Promise<Protection> {
  const after = await withTransaction(ctx.db.money, async (tx) => {
    await lockPlayer(tx, playerId);
    const row = await requireRow(tx, playerId);
    if (row.bar !== "exclusion") throw new Refusal("exclusion.none");
    if (!row.is_over) {
      throw new Refusal("exclusion.not_over", { until: wireInstant(row.bar_until) });
    }
    if (row.return_from === null) await askToReturn(tx, playerId, wishes);
    else await comeBack(tx, playerId, { from: row.return_from, limits: row.return_limits });
    return await readProtection(tx, playerId);
  });
  ctx.sessions.forget(playerId);
  return after;
}

type Wishes = NonNullable<NonNullable<BodyOf<typeof returnCall>>["limits"]>;

async function askToReturn(
  tx: Connection,
  playerId: string,
  wishes: Wishes | undefined,
): Promise<void> {
  const limits = (wishes ?? []).filter((wish) => wish.amount_cents !== null);
  if (limits.length === 0) throw new Refusal("request.invalid", { field: "limits" });
  await writeReturn(tx, playerId, limits);
  await writeLog(tx, playerId, { kind: "return.asked", detail: { limits } });
}

const WAIT_MS = 86_400_000;
const askedAt = (from: Date): Date => new Date(from.getTime() - WAIT_MS);

/**
 * The limits were named 24 hours ago and are confirmed now, so they may even be looser than the old
 * ones.
 */
async function comeBack(
  tx: Connection,
  playerId: string,
  asked: { from: Date; limits: unknown },
): Promise<void> {
  if ((await readNow(tx)) < asked.from) {
    throw new Refusal("exclusion.waiting", { from: wireInstant(asked.from) });
  }
  const standing = await readLimitRows(tx, playerId);
  for (const { kind, period, amount_cents: cents } of asked.limits as Wishes) {
    const amountCents = BigInt(cents ?? 0);
    const now = standing.find((row) => row.kind === kind && row.period === period);
    // A tighter one that was set during the wait holds on.
    const isNewer = now !== undefined && now.changed_at > askedAt(asked.from);
    if (isNewer && now.amount_cents !== null && now.amount_cents < amountCents) continue;
    await holdLimit(tx, playerId, { kind, period, amountCents });
  }
  await markLimits(tx, playerId);
  await clearBar(tx, playerId);
  await unlist(tx, playerId);
  await writeLog(tx, playerId, { kind: "return.done" });
}
