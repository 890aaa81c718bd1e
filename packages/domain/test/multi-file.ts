import {
  type LegFacts,
  type PoolFile,
  RACE_FORMAT,
  type RaceFile,
  type RuleSet,
  finishTally,
  poolToFile,
  readRaceFile,
  rulesToFile,
  startTally,
} from "../src/index.ts";
import { type MultiVector, multiPoolOf, ticketOf } from "./multi-vector.ts";

const raceIdsOf = (vector: MultiVector) => vector.legs.map((_, i) => `race ${i + 1}`);

/** The file of the last race of a pool over several, with that pool alone. */
export function multiRaceFile(vector: MultiVector): RaceFile {
  const facts = multiPoolOf(vector);
  const bets = vector.tickets.map(({ legs, unit_cents }) => ({
    bet: ticketOf(vector.pool, legs, unit_cents),
    count: 2,
  }));
  const tally = startTally(facts);
  for (const { bet, count } of bets) tally.add(bet, count);
  const raceIds = raceIdsOf(vector);
  const multi = { multiPoolId: "m1", raceIds, guaranteeCents: facts.guaranteeCents, bets };
  const outcome = finishTally(tally);
  const pool = poolToFile({ facts, outcome, stakes: new Map(), voidedCents: 0n, multi });
  const last = { raceNo: raceIds.length, leg: facts.legs.at(-1)!, rules: facts.rules };
  return legRaceFile({ ...last, pools: [pool] });
}

/** The files of all of its races, in order: those before the last have no pool. */
export function multiRaceFiles(vector: MultiVector): RaceFile[] {
  const { legs, rules } = multiPoolOf(vector);
  const earlier = legs.slice(0, -1);
  return [
    ...earlier.map((leg, i) => legRaceFile({ raceNo: i + 1, leg, rules, pools: [] })),
    multiRaceFile(vector),
  ];
}

function legRaceFile(race: {
  readonly raceNo: number;
  readonly leg: LegFacts;
  readonly rules: RuleSet;
  readonly pools: readonly PoolFile[];
}): RaceFile {
  const { raceNo, leg, rules, pools } = race;
  const out = [...leg.scratched, ...leg.scratchedAfterLeg1Started];
  const value = {
    format: RACE_FORMAT,
    club: "Horse Club",
    race: {
      race_id: `race ${raceNo}`,
      code: "WR",
      meetings: "Wattle Ridge",
      date: "2026-11-25",
      raceNo,
      handicap: false,
      start_time: "2026-11-25T11:15:00.000Z",
      closed_at: null,
      status: leg.void ? "abandoned" : "settled",
    },
    rule_set: rulesToFile(rules),
    runners: leg.runners.map((number) => ({ number, scratched: out.includes(number) })),
    results: leg.void ? [] : [{ version: 1, stage: "final", placings: leg.placings }],
    pools,
    root: null,
  };
  return readRaceFile(JSON.parse(JSON.stringify(value)));
}
