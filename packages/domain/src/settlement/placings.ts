import type { RaceField } from "../bets/bet-order.ts";
import type { Placings } from "../pools/pool-facts.ts";
import { refuse } from "../refusal.ts";

/**
 * Checks a result against its race: at least one finisher, no empty group, every number a runner of
 * the race, none scratched, none twice. Source: docs/rules/dead-heats.md, "A result".
 *
 * @throws result.invalid with `reason` none, empty_group, unknown, scratched or twice
 */
export function validatePlacings(placings: Placings, field: RaceField): void {
  if (placings.length === 0) refuse("result.invalid", { reason: "none" });
  const seen = new Set<number>();
  placings.forEach((group, index) => {
    if (group.length === 0) refuse("result.invalid", { reason: "empty_group", group: index });
    for (const runner of group) {
      const reason = faultOf(runner, field, seen);
      if (reason !== null) refuse("result.invalid", { reason, runner });
      seen.add(runner);
    }
  });
}

function faultOf(runner: number, field: RaceField, seen: ReadonlySet<number>): string | null {
  if (!field.runners.includes(runner)) return "unknown";
  if (field.scratched.includes(runner)) return "scratched";
  return seen.has(runner) ? "twice" : null;
}
