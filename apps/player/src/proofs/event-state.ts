import type { SportEvent } from "@club/contract";
import { sha256, toHex } from "@club/domain";

/**
 * Names the state of an event that its public file tells: its status, its score, the price version of
 * each market and what each outcome came to. A file that is kept for ever is kept under this, so that
 * after a correction another one is fetched.
 */
export function stateOfEvent({ status, result, markets }: SportEvent): string {
  const told = markets.map(({ market_id, version, outcomes }) => [
    market_id,
    version,
    outcomes.map((outcome) => outcome.result),
  ]);
  return toHex(sha256(new TextEncoder().encode(JSON.stringify([status, result, told]))));
}
