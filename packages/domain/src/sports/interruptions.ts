const HOUR_MS = 3_600_000;

/** What a sport does with bets on an event that is put off or stopped. */
export type InterruptionRule = {
  /** Bets stand when the event starts within so many hours of its first start time. */
  readonly postponedHours: number;
  /** Whether markets that are already decided stand when it is abandoned. */
  readonly decidedStand: boolean;
};

const USUAL: InterruptionRule = { postponedHours: 48, decidedStand: true };

/** Source: docs/rules/sports.md, "Abandoned and postponed". */
const RULES: Readonly<Record<string, InterruptionRule>> = {
  football: USUAL,
  basketball: USUAL,
  cricket: USUAL,
  rugby: USUAL,
  tennis: { postponedHours: 240, decidedStand: false },
  golf: { postponedHours: 72, decidedStand: false },
  american_football: { postponedHours: 168, decidedStand: true },
  ice_hockey: { postponedHours: 24, decidedStand: true },
  baseball: { postponedHours: 24, decidedStand: true },
};

/** The rule of a sport; one that is not listed has the usual one. */
export function interruptionRule(sport: string): InterruptionRule {
  return Object.hasOwn(RULES, sport) ? (RULES[sport] ?? USUAL) : USUAL;
}

/** Whether bets stand when an event starts at another time; earlier always. Instants in milliseconds. */
export function standsPostponed(sport: string, firstStart: number, newStart: number): boolean {
  return newStart - firstStart <= interruptionRule(sport).postponedHours * HOUR_MS;
}
