import {
  type BetOrder,
  type PoolFile,
  type RaceFacts,
  type RaceFile,
  RACE_FORMAT,
  SINGLE_POOL_CODES,
  addStakes,
  livePoolOf,
  partsOf,
  poolOfRace,
  poolToFile,
  rulesToFile,
  settleRace,
} from "../src/index.ts";

/** The public file of a race that was settled over these bets, its root unsigned by anybody. */
export function raceFileOf(race: RaceFacts, bets: readonly BetOrder[]): RaceFile {
  const settled = settleRace(race, bets);
  const pools = SINGLE_POOL_CODES.map((code, i): PoolFile => {
    const facts = poolOfRace(race, code);
    const stakes = new Map<string, bigint>();
    const live = livePoolOf(facts);
    for (const part of bets.flatMap(partsOf)) {
      if (part.pool === code && live !== null) addStakes(stakes, live, part.bet);
    }
    return poolToFile({ facts, outcome: settled.pools[i]!, stakes, voidedCents: 0n });
  });
  const accepted = pools.map((each) => [each.pool, each.gross_cents + each.refunded_cents]);
  const closed_at = "2026-11-20T11:15:00.000Z";
  return {
    format: RACE_FORMAT,
    club: "Horse Club",
    race: {
      race_id: "race",
      code: "WR",
      meetings: "Wattle Ridge",
      date: "2026-11-20",
      raceNo: 1,
      handicap: race.handicap,
      start_time: closed_at,
      closed_at,
      status: race.abandoned ? "abandoned" : "settled",
    },
    rule_set: rulesToFile(race.rules),
    runners: race.runners.map((number) => ({
      number,
      scratched: race.scratched.includes(number),
    })),
    results: race.abandoned ? [] : [{ version: 1, stage: "final", placings: race.placings }],
    pools,
    root: {
      format: "club-root/1",
      race_id: "race",
      bets: bets.length,
      root: "0".repeat(64),
      pools: Object.fromEntries(accepted.filter(([, cents]) => Number(cents) > 0)) as Record<
        string,
        number
      >,
      closed_at,
      previous: "0".repeat(64),
      key_id: "k1",
      signature: "",
    },
  };
}
