import { type WireSelections, fromWireSelections } from "@club/contract";
import {
  type BetTypeIndex,
  type LivePool,
  type PoolBet,
  type PoolFile,
  type RaceFile,
  RACE_FORMAT,
  type PoolFacts,
  type PoolOutcome,
  addStakes,
  canonicalJson,
  closedPoolToFile,
  type MultiParts,
  finishTally,
  givenBackPool,
  livePoolOf,
  outcomeFromJson,
  poolToFile,
  rulesToFile,
  startTally,
} from "@club/domain";
import { factsFromJson } from "../pools/facts-json.ts";
import type { FilePoolRow, FileRaceRow } from "./race-file.queries.ts";

/** Equal bets of a pool: type, selections, unit stake, count. */
export type EqualBets = readonly [betType: number, selections: string, unit: bigint, times: number];

/** Everything a race's file is made from; passed to a thread unchanged. */
export interface RaceParts {
  readonly race: FileRaceRow;
  readonly pools: readonly { readonly row: FilePoolRow; readonly bets: readonly EqualBets[] }[];
}

/** The public file of a race. @throws Error for a race without rules: it has no pool either. */
export function raceFileOf({ race, pools }: RaceParts): RaceFile {
  if (race.rules === null) throw new Error(`race ${race.race_id} has no rule set`);
  const rules = rulesToFile(race.rules);
  const own = canonicalJson(rules);
  return {
    format: RACE_FORMAT,
    club: race.club,
    race: {
      race_id: race.race_id,
      code: race.code,
      meetings: race.meetings,
      date: race.date,
      raceNo: race.number,
      handicap: race.handicap,
      start_time: race.start_time.toISOString(),
      closed_at: race.closed_at?.toISOString() ?? null,
      status: race.status as RaceFile["race"]["status"],
      ...winAtClose(race, pools),
    },
    rule_set: rules,
    runners: race.runners,
    results: race.results,
    pools: pools.map(({ row, bets }) => {
      const poolRules = rulesToFile(row.rules);
      const file = poolFileOf(race, row, bets);
      return canonicalJson(poolRules) === own ? file : { ...file, rule_set: poolRules };
    }),
    root: race.root,
  };
}

/**
 * Set if a refund or cancelled bets have changed the WIN stakes since: a pool over several races
 * may need it, also one that ends, and stands, in another race's file.
 */
function winAtClose(
  race: FileRaceRow,
  pools: RaceParts["pools"],
): Pick<RaceFile["race"], "win_at_close"> {
  const win = pools.find(({ row }) => row.code === "WIN")?.row;
  if (win === undefined || race.status !== "settled" || race.win_at_close === null) return {};
  const isOther = win.voided_cents > 0n || win.facts === null || win.status === "REFUND";
  if (!isOther) return {};
  return { win_at_close: race.win_at_close };
}

function poolFileOf(race: FileRaceRow, row: FilePoolRow, bets: readonly EqualBets[]): PoolFile {
  const { voided_cents: voidedCents, jackpot_in_cents: jackpotInCents } = row;
  if (row.status === "OPEN" || row.status === "CLOSED") {
    if (row.leg_race_ids !== null) return waitingMulti(row, multiOf(row, bets));
    if (row.race_id2 !== null) return waitingDouble(row, bets);
    const scratched = race.runners.filter((each) => each.scratched).map(({ number }) => number);
    const live: LivePool = { pool: row.code, scratched: [new Set(scratched)] };
    const { stakes, accepted } = countStakes(live, bets);
    const gross = [...stakes.values()].reduce((sum, each) => sum + each, 0n);
    const refundedCents = accepted - gross;
    return closedPoolToFile(row.code, { stakes, jackpotInCents, voidedCents, refundedCents });
  }
  const { facts, outcome } = settledOf(row, bets);
  if (facts.kind === "multi") {
    const givenBack = row.facts === null;
    const multi = multiOf(row, bets);
    return poolToFile({ facts, outcome, stakes: new Map(), voidedCents, givenBack, multi });
  }
  const live = livePoolOf(facts);
  const stakes = live === null ? new Map<string, bigint>() : countStakes(live, bets).stakes;
  const givenBack = row.facts === null && (row.race_id2 !== null || race.status !== "abandoned");
  return poolToFile({ facts, outcome, stakes, voidedCents, leg1RaceId: row.race_id, givenBack });
}

/** A pool of three races and more is told by its bets: its combinations are too many. */
function multiOf(row: FilePoolRow, bets: readonly EqualBets[]): MultiParts {
  return {
    multiPoolId: row.id,
    raceIds: row.leg_race_ids ?? [],
    guaranteeCents: row.guarantee_cents ?? 0n,
    bets: bets.map((bet) => ({ bet: poolBetOf(bet), count: bet[3] })),
  };
}

/** One whose last race is over before another leg is. */
function waitingMulti(row: FilePoolRow, multi: MultiParts): PoolFile {
  const { voided_cents: voidedCents, jackpot_in_cents: jackpotInCents } = row;
  const closed = { stakes: new Map<string, bigint>(), jackpotInCents, voidedCents };
  return closedPoolToFile(row.code, { ...closed, refundedCents: row.refunded_cents, multi });
}

/** A double that waits for a dividend: the stakes on it. */
function waitingDouble(row: FilePoolRow, bets: readonly EqualBets[]): PoolFile {
  const { voided_cents: voidedCents, race_id: leg1RaceId } = row;
  const { stakes } = countStakes({ pool: row.code, scratched: [] }, bets);
  const closed = { stakes, jackpotInCents: 0n, voidedCents, refundedCents: 0n, leg1RaceId };
  return closedPoolToFile(row.code, closed);
}

/** The plan that a pool was paid by; one refunded with its race never had any. */
function settledOf(
  row: FilePoolRow,
  bets: readonly EqualBets[],
): { facts: PoolFacts; outcome: PoolOutcome } {
  if (row.facts !== null && row.outcome !== null) {
    return { facts: factsFromJson(row.facts), outcome: outcomeFromJson(row.outcome) };
  }
  const { rules, jackpot_in_cents: jackpotInCents } = row;
  const facts = givenBackPool(row.code, { rules, jackpotInCents });
  const tally = startTally(facts);
  for (const bet of bets) tally.add(poolBetOf(bet), bet[3]);
  return { facts, outcome: finishTally(tally) };
}

function countStakes(live: LivePool, bets: readonly EqualBets[]) {
  const stakes = new Map<string, bigint>();
  const everything = new Map<string, bigint>();
  for (const bet of bets) {
    const poolBet = poolBetOf(bet);
    // Equal bets count as one with all of their units.
    const together = { ...poolBet, unitStakeCents: poolBet.unitStakeCents * BigInt(bet[3]) };
    addStakes(stakes, live, together);
    if (live.scratched.some(({ size }) => size > 0)) {
      addStakes(everything, { ...live, scratched: [] }, together);
    }
  }
  const all = everything.size > 0 ? everything : stakes;
  return { stakes, accepted: [...all.values()].reduce((sum, each) => sum + each, 0n) };
}

function poolBetOf([type, selections, unitStakeCents]: EqualBets): PoolBet {
  const betType = type as BetTypeIndex;
  const slots = fromWireSelections(betType, JSON.parse(selections) as WireSelections);
  return { betType, slots, unitStakeCents };
}
