import { raceNameOf } from "../races/race-act.ts";
import {
  type CorrectedPlayer,
  type RaceNumbers,
  declaredEntry,
  unplacedRunner,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { defineApproval, requestApproval } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { waitAtMost } from "../../core/kit/pause.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { wireCents } from "../../core/http/wire.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import { lockRaces } from "../races/race-locks.ts";
import {
  addCorrectedResult,
  correctableVersion,
  isNewestResult,
} from "../results/corrected-result.ts";
import type { ResultForm } from "../results/results.wire.ts";
import {
  insertCorrection,
  isDoubleAtWork,
  readMoneyOf,
  readOtherLegs,
} from "./corrections.queries.ts";
import type { CorrectionLine } from "./corrections.queries.ts";
import { runCorrections } from "./correction-worker.ts";
import { placesPaidIn } from "../settlement/read-pool-facts.ts";
import { planCorrection, planOtherLegs } from "./plan-correction.ts";
import { plannedMoney, toRaceNumbers } from "../settlement/settlement.wire.ts";
import { refuseMissing } from "../settlement/write-plan.ts";

export interface CorrectionRequest {
  readonly raceId: string;
  readonly form: ResultForm;
  readonly reason: string;
  readonly isDryRun: boolean;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

export interface AskedCorrection {
  readonly numbers: RaceNumbers;
  readonly players: readonly CorrectedPlayer[];
  readonly upCents: number;
  readonly downCents: number;
  readonly borneCents: number;
  /** Null after a dry run. */
  readonly approvalId: string | null;
}

const WAIT_MS = 10_000;

/**
 * Asks for another result of a settled race: shows what every pool would pay, and how much more or
 * less every player would get. Unless it is a dry run it then waits for a second operator, who must
 * be a different person whatever the club's settings (promise P9).
 *
 * @throws not_found, race.state, result.invalid, result.same, and, unless it is a dry run,
 * result.no_dividend
 */
export async function askToCorrect(
  ctx: AppContext,
  asked: CorrectionRequest,
): Promise<AskedCorrection> {
  const { raceId, form } = asked;
  const fromVersion = await withTransaction(
    ctx.db.operators,
    async (tx) => await correctableVersion(tx, raceId, form),
  );
  const plan = await planCorrection(ctx.db.jobs, {
    raceId,
    placings: form.placings,
    declared: form.declared ?? [],
  });
  const players = await playersOf(ctx, plan.lines);
  const sum = (of: (player: CorrectedPlayer) => number): number =>
    players.reduce((all, player) => all + of(player), 0);
  const result = {
    numbers: toRaceNumbers({
      raceId,
      version: fromVersion + 1,
      placesPaid: await placesPaidIn(ctx.db.jobs, raceId),
      pools: plan.pools.map(plannedMoney),
    }),
    players,
    upCents: sum(({ diff_cents }) => Math.max(diff_cents, 0)),
    downCents: sum(({ diff_cents }) => Math.max(-diff_cents, 0)),
    borneCents: sum(({ diff_cents, cash_cents }) => Math.max(-diff_cents - cash_cents, 0)),
  };
  if (!asked.isDryRun) refuseMissing(plan.pools);
  const approvalId = asked.isDryRun ? null : await ask(ctx, asked, { ...result, fromVersion });
  return { ...result, approvalId };
}

async function playersOf(
  ctx: AppContext,
  lines: readonly CorrectionLine[],
): Promise<CorrectedPlayer[]> {
  const diffs = new Map<string, bigint>();
  for (const { playerId, oldCents, newCents } of lines) {
    diffs.set(playerId, (diffs.get(playerId) ?? 0n) + newCents - oldCents);
  }
  const changed = [...diffs].filter(([, diff]) => diff !== 0n).map(([id]) => id);
  const money = await readMoneyOf(ctx.db.jobs, changed);
  return money
    .map((row) => ({
      player_id: row.player_id,
      user_name: row.user_name,
      diff_cents: wireCents(diffs.get(row.player_id) ?? 0n),
      cash_cents: wireCents(row.cash_cents),
      held_cents: wireCents(row.held_cents),
    }))
    .toSorted((a, b) => a.diff_cents - b.diff_cents);
}

async function ask(
  ctx: AppContext,
  asked: CorrectionRequest,
  found: {
    fromVersion: number;
    players: readonly CorrectedPlayer[];
    upCents: number;
    downCents: number;
    borneCents: number;
  },
): Promise<string> {
  const { raceId, form, reason, operator, request } = asked;
  return await withTransaction(ctx.db.operators, async (tx) => {
    return await requestApproval(tx, {
      kind: "race.correct",
      playerId: null,
      target: raceId,
      payload: {
        placings: form.placings,
        declared: form.declared,
        unplaced: form.unplaced ?? [],
        reason,
        from_version: found.fromVersion,
        players: found.players.length,
        up_cents: found.upCents,
        down_cents: found.downCents,
        borne_cents: found.borneCents,
        ...(await raceNameOf(tx, raceId)),
      },
      reason,
      operator,
      ...(request === undefined ? {} : { request }),
    });
  });
}

const payload = z.object({
  placings: z.array(z.array(z.int())),
  declared: z.array(declaredEntry).nullable(),
  unplaced: z.array(unplacedRunner).default([]),
  reason: z.string(),
  from_version: z.int(),
  /** Shown to whoever decides. */
  players: z.int(),
  up_cents: z.int(),
  down_cents: z.int(),
  borne_cents: z.int(),
  meetings: z.string(),
  raceNo: z.int(),
});

/** On a second operator's approval, writes the new version; the worker does the rest. */
export const correctApproval = defineApproval({
  kind: "race.correct",
  roles: ["results_clerk"],
  payload,
  lock: async (tx, asked) => {
    // Shared: corrections of two legs of a double, approved at once, must see each other.
    const shared = await readOtherLegs(tx, asked.target);
    await lockRaces(tx, { exclusive: [asked.target], shared });
  },
  isStale: async (db, { target, payload: { from_version: from } }) =>
    !(await isNewestResult(db, target, from)),
  carryOut: async (tx, { id, target: raceId, payload: told, requestedBy }) => {
    const { placings, declared, unplaced } = told;
    const form: ResultForm = { stage: "final", placings, declared, unplaced };
    const fromVersion = await correctableVersion(tx, raceId, form);
    if (fromVersion !== told.from_version)
      throw new Refusal("result.stale", { newest: fromVersion });
    if (await isDoubleAtWork(tx, raceId))
      throw new Refusal("settlement.waits", { race_id: raceId });
    refuseMissing(await planOtherLegs(tx, { raceId, placings, declared: declared ?? [] }));
    const version = await addCorrectedResult(tx, { raceId, form, askedBy: requestedBy });
    await insertCorrection(tx, { id, raceId, fromVersion, version, reason: told.reason });
    crashPoint("correct.deciding");
    return { race_id: raceId, result_version: version };
  },
  committed: (ctx, asked) => {
    crashPoint("correct.decided");
    forgetPublicRaces(ctx, asked.target);
  },
  finish: async (ctx, asked) => {
    const done = runCorrections(ctx, asked.target);
    done.catch((error: unknown) => ctx.log.error({ err: error }, "correcting failed"));
    await waitAtMost(
      WAIT_MS,
      done.catch(() => undefined),
    );
    forgetPublicRaces(ctx, asked.target);
  },
});
