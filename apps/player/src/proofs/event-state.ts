import type { SportEvent } from "@club/contract";
import { sha256, toHex } from "@club/domain";

/**
 * Names the state of an event that its public file tells: its status, its score, the price version of
 * each market and the result of each outcome. A file is kept for ever under this name, so a
 * correction leads to a new fetch.
 */
export function stateOfEvent({ status, result, markets }: SportEvent): string {
  const told = markets.map(({ market_id, version, outcomes }) => [
    market_id,
    version,
    outcomes.map((outcome) => outcome.result),
  ]);
  return toHex(sha256(new TextEncoder().encode(JSON.stringify([status, result, told]))));
}
