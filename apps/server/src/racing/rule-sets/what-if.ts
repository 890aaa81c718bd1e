import type { WhatIfPool, WhatIfSide } from "@club/contract";
import { completeRules, numberOfDay, outcomeFromJson, POOL_CODES, Refusal } from "@club/domain";
import type { PoolOutcome, RuleSet } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";
import { knownId } from "../../core/kit/ids.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { wireCents } from "../../core/http/wire.ts";
import { planOnPaper } from "../settlement/plan-on-paper.ts";
import { readDraft } from "./rule-sets.queries.ts";
import { listSettledRaces, readSettledPlans, readVersion } from "./what-if.queries.ts";
import type { SettledPoolRow, WhatIfRaceRow } from "./what-if.queries.ts";

const MOST_DAYS = 366;
/** Most races of one what-if: a year of a small club; of a larger one, the earliest of the period. */
const MOST_RACES = 2000;
const WHAT_IFS = { name: "what-ifs", turns: { atOnce: 1, inLine: Number.POSITIVE_INFINITY } };

/** Every caller waits as long as it takes. */
const limitOf = perServer(() => new ConcurrencyLimit(Number.POSITIVE_INFINITY));

/** Settled races of some days. @throws report.range */
export async function racesForWhatIf(
  ctx: AppContext,
  asked: { readonly from: string; readonly to: string; readonly ruleSet: string | null },
): Promise<{ list: WhatIfRaceRow[]; isCut: boolean }> {
  const days = numberOfDay(asked.to) - numberOfDay(asked.from);
  if (days < 0 || days >= MOST_DAYS) throw new Refusal("report.range", { field: "to" });
  const rows = await listSettledRaces(ctx.db.operators, asked, MOST_RACES + 1);
  return { list: rows.slice(0, MOST_RACES), isCut: rows.length > MOST_RACES };
}

export interface WhatIfOrder {
  readonly raceId: string;
  readonly ruleSet: string;
  /** null: the draft. */
  readonly version: number | null;
}

/**
 * Settles one settled race again on paper by other rules: the stored bets and its plan's facts,
 * with only the rules exchanged. A jackpot comes in as it did; what a changed jackpot would have
 * left to later races is not followed. Writes nothing. One race at a time: bets come first.
 *
 * @throws not_found
 */
export async function whatIf(ctx: AppContext, order: WhatIfOrder): Promise<WhatIfPool[]> {
  const rules = await rulesOfOrder(ctx, order);
  const pools = await readSettledPlans(ctx.db.operators, knownId(order.raceId));
  if (pools.length === 0) throw new Refusal("not_found");
  return await limitOf(ctx).run(WHAT_IFS, "", async () => {
    const list: WhatIfPool[] = [];
    for (const pool of pools) list.push(await whatIfPool(ctx, pool, rules));
    return list.toSorted((a, b) => POOL_CODES.indexOf(a.pool) - POOL_CODES.indexOf(b.pool));
  });
}

async function rulesOfOrder(ctx: AppContext, order: WhatIfOrder): Promise<RuleSet> {
  const { ruleSet, version } = order;
  const db = ctx.db.operators;
  const rules =
    version === null
      ? ((await readDraft(db, ruleSet))?.rules ?? null)
      : await readVersion(db, ruleSet, version);
  if (rules === null) throw new Refusal("not_found");
  // A version that is older than a pool has no figures for it.
  return completeRules(rules);
}

async function whatIfPool(
  ctx: AppContext,
  pool: SettledPoolRow,
  rules: RuleSet,
): Promise<WhatIfPool> {
  const was = toSide(outcomeFromJson(pool.outcome));
  const isDeclared = pool.dividends === "declared";
  const { id, code, facts } = pool;
  const would = isDeclared
    ? was
    : toSide(await planOnPaper(ctx.db.operators, { pool: { id, code }, facts, rules }));
  return { pool_id: id, pool: code, rules: pool.rules, is_declared: isDeclared, was, would };
}

function toSide(outcome: PoolOutcome): WhatIfSide {
  return {
    status: outcome.status,
    gross_cents: wireCents(outcome.grossCents),
    refunded_cents: wireCents(outcome.refundedCents),
    takeout_cents: wireCents(outcome.takeoutCents),
    paid_cents: wireCents(outcome.paidCents),
    breakage_cents: wireCents(outcome.breakageCents),
    house_topup_cents: wireCents(outcome.houseTopUpCents),
    jackpot_out_cents: wireCents(outcome.jackpotOutCents),
    dividends_cents: Object.fromEntries(
      outcome.dividends.map((each) => [each.combination, wireCents(each.dividendCents)]),
    ),
  };
}
