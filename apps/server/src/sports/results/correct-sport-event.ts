import { type BodyOf, type DataOf, type correctSportEvent, enterSportResult } from "@club/contract";
import { Refusal } from "@club/domain";
import { z } from "zod";
import { defineApproval, requestApproval } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import type { Connection } from "../../core/db/connection.ts";
import { wireCents } from "../../core/http/wire.ts";
import { type DecidedEvent, decideEvent } from "./decide-sport-event.ts";
import { forgetSports } from "../events/read-sports.ts";
import { runSportSettlement } from "../settlement/run-sport-settlement.ts";
import { settleLegBet } from "../settlement/settle-leg-bet.ts";
import { legBets, withResults } from "../settlement/sport-dry-run.ts";
import { type SportActor, actOnEvent, requireState } from "../events/sport-event-act.ts";
import type { SportEventRowData, SportMarketData } from "../events/sport-rows.ts";
import { insertSportResult } from "../settlement/stored-results.ts";
import { readEvent, readMarkets } from "../events/stored-events.ts";

type Form = BodyOf<typeof correctSportEvent>;
type Correction = DataOf<typeof correctSportEvent>;

const STATES = ["settled", "void"] as const;

/**
 * Another result for a settled event: what each player gains or loses by it. Without `dry_run` it
 * then always waits for another operator.
 *
 * @throws not_found, sport.event_state, sport.result_invalid
 */
export async function correctEvent(
  ctx: AppContext,
  asked: { eventId: string; form: Form },
  actor: SportActor & { operator: { id: string } },
): Promise<Correction> {
  const { dry_run, reason, ...rest } = asked.form;
  const form = enterSportResult.body.parse("void" in rest ? { ...rest, reason } : rest);
  const { event, markets, decided, approvalId } = await actOnEvent(
    ctx,
    asked.eventId,
    async (on) => {
      requireState(on.event, STATES);
      const read = await readMarkets(on.tx, on.event.id);
      const said = decideEvent(form, on.event, read);
      const asks = { kind: "sport.correct", playerId: null, target: on.event.id };
      const id =
        dry_run === true
          ? null
          : await requestApproval(on.tx, {
              ...asks,
              payload: {
                form,
                event: `${on.event.home} - ${on.event.away}`,
                score: said.score,
                from_version: on.event.result_version,
              },
              reason,
              operator: actor.operator,
              ...(actor.request === undefined ? {} : { request: actor.request }),
            });
      return { event: on.event, markets: read, decided: said, approvalId: id };
    },
  );
  const counted = await countDiffs(ctx, { event, markets, decided });
  return {
    ...counted,
    approval_id: approvalId,
    status: approvalId === null ? "dry_run" : "pending",
  };
}

async function countDiffs(
  ctx: AppContext,
  asked: { event: SportEventRowData; markets: readonly SportMarketData[]; decided: DecidedEvent },
): Promise<Omit<Correction, "approval_id" | "status">> {
  const { event, markets, decided } = asked;
  const diffs = new Map<string, bigint>();
  let bets = 0;
  for await (const bet of legBets(ctx.db.jobs, event.id)) {
    const settled = settleLegBet(bet, decided.outcomes);
    if (settled === null) continue;
    const diff = settled.payoutCents + settled.refundCents - bet.payout_cents - bet.refund_cents;
    if (diff === 0n) continue;
    bets += 1;
    diffs.set(bet.player_id, (diffs.get(bet.player_id) ?? 0n) + diff);
  }
  const { rows } = await ctx.db.jobs.query<{ id: string; user_name: string }>(
    "SELECT id, user_name FROM player WHERE id = ANY ($1) ORDER BY user_name_key",
    [[...diffs.keys()]],
  );
  let sum = 0n;
  for (const diff of diffs.values()) sum += diff;
  return {
    event_id: event.id,
    players: rows.map(({ id, user_name }) => ({
      player_id: id,
      user_name,
      diff_cents: wireCents(diffs.get(id) ?? 0n),
    })),
    bets,
    diff_cents: wireCents(sum),
    markets: withResults(event, markets, decided.outcomes),
  };
}

/** Asked for before it was noted: what it corrects is not known. */
const fromVersion = z.int().nullish();
const payload = z.object({ form: enterSportResult.body, from_version: fromVersion });
type Payload = z.output<typeof payload>;

/** Whoever approves saw what each player gains or loses against a result that no longer stands. */
const isStaleFor = (event: SportEventRowData, { from_version: from }: Payload): boolean =>
  typeof from === "number" && event.result_version !== from;

/**
 * A correction that waits for a second operator: its plan is written with the decision; the bets
 * are paid after the commit, chunk by chunk, by this process or by one that takes over.
 */
export const sportCorrectApproval = defineApproval({
  kind: "sport.correct",
  roles: ["results_clerk"],
  payload,
  lock: async (tx, asked) => {
    await tx.query("SELECT pg_advisory_xact_lock(sport_lock_key($1))", [asked.target]);
    await tx.query("SELECT 1 FROM sport_event WHERE id = $1 FOR NO KEY UPDATE", [asked.target]);
  },
  isStale: async (db, { target, payload: asked }) => {
    const event = await readEvent(db, target);
    return event !== null && isStaleFor(event, asked);
  },
  carryOut: async (tx, asked) => ({ result_version: await carryOut(tx, asked) }),
  committed: (ctx, asked) => {
    crashPoint("sport.correct-approved");
    forgetSports(ctx);
    void payNewest(ctx, asked.target).catch((error: unknown) => {
      ctx.log.warn({ err: error }, "a correction is paid by the next round");
    });
  },
});

async function carryOut(
  tx: Connection,
  asked: { target: string; payload: Payload; requestedBy: string },
): Promise<number> {
  const event = await readEvent(tx, asked.target);
  if (event === null) throw new Refusal("not_found");
  requireState(event, STATES);
  if (isStaleFor(event, asked.payload))
    throw new Refusal("result.stale", { result_version: event.result_version });
  const decided = decideEvent(asked.payload.form, event, await readMarkets(tx, event.id));
  const version = await insertSportResult(tx, {
    eventId: event.id,
    ...decided,
    enteredBy: asked.requestedBy,
    confirmedBy: asked.requestedBy,
  });
  await tx.query("SELECT plan_sport_settlement($1, $2, true)", [event.id, version]);
  crashPoint("sport.correct-planned");
  return version;
}

async function payNewest(ctx: AppContext, eventId: string): Promise<void> {
  const event = await readEvent(ctx.db.jobs, eventId);
  const version = event?.result_version ?? null;
  if (version !== null) await runSportSettlement(ctx, { eventId, version });
}
