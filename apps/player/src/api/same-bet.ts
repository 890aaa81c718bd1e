import type { WireForm } from "./orders.ts";

/** Whether two forms ask about one bet, with other runners or another stake: same races, same type. */
export function isSameBet(one: WireForm | null, other: WireForm | null): boolean {
  return one !== null && other !== null && questionOf(one) === questionOf(other);
}

function questionOf(form: WireForm): string {
  const { bet_type: type, race_id: race, race_id2: race2, multi_pool_id: pool, legs } = form;
  return JSON.stringify([type, race, race2, pool, racesOf(legs)]);
}

/** Only the legs of an All Up name races and pools; those of a pool over several are runners. */
function racesOf(legs: unknown): unknown[] {
  if (!Array.isArray(legs)) return [];
  return legs.map((leg: { race_id?: unknown; pool?: unknown }) => [leg.race_id, leg.pool]);
}
