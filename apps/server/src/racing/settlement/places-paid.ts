import { countStarters, placesPaid } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { readPlaceFacts } from "./pool-rows.queries.ts";
import { numbersIn } from "../races/saddle-mask.ts";

/** How many places a race pays by its starters and the rules of its pools; 0 where it has no pool. */
export async function placesPaidIn(db: Queryable, raceId: string): Promise<number> {
  const facts = await readPlaceFacts(db, raceId);
  if (facts === null) return 0;
  const runners = numbersIn(facts.runner_mask);
  const scratched = numbersIn(facts.scratched_mask);
  return placesPaid(facts.rules, countStarters({ runners, scratched }), facts.handicap);
}
