import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { betCounts } from "../pools/tally-pool.ts";
import type { EqualBets, RaceParts } from "./compose-race-file.ts";
import type { FileSubject } from "./public-file.ts";
import { readFilePools, readFileRace, readRaceState } from "./race-file.queries.ts";

/** Above this many different bets the file counts as large. */
const INLINE_BETS = 200;

/** The public file of a race. Source: docs/rules/proofs.md, "The file of a race". */
export const raceFile: FileSubject = {
  kind: "race",
  readState: readRaceState,
  refusal: (id, status) => new Refusal("race.state", { race_id: id, status }),
  read: async (db, id) => {
    const parts = await readRaceParts(db, id);
    const bets = parts.pools.reduce((sum, pool) => sum + pool.bets.length, 0);
    return { parts: { kind: "race", ...parts }, isLarge: bets > INLINE_BETS };
  },
};

/** What a race's file is made from, out of stored facts: rules, result, plans and bets. */
export async function readRaceParts(db: Queryable, raceId: string): Promise<RaceParts> {
  const race = await readFileRace(db, raceId);
  if (race === null) throw new Refusal("not_found");
  const pools: RaceParts["pools"][number][] = [];
  for (const row of await readFilePools(db, raceId)) {
    pools.push({ row, bets: await readEqualBets(db, row) });
  }
  return { race, pools };
}

async function readEqualBets(
  db: Queryable,
  pool: RaceParts["pools"][number]["row"],
): Promise<EqualBets[]> {
  const counted = new Map<string, EqualBets>();
  for await (const counts of betCounts(db, { pool })) {
    for (const { bet_type, selections, unit, times } of counts) {
      const key = `${bet_type} ${unit} ${selections}`;
      const before = counted.get(key)?.[3] ?? 0;
      counted.set(key, [bet_type as number, selections, unit, before + times]);
    }
  }
  return [...counted.values()];
}
