const SHORT = 18;

/** A short fact ("Good 4", "T Okafor 60.0") stays on one line: lines break between facts. */
export function unbroken(fact: string): string {
  return fact.length > SHORT ? fact : fact.replaceAll(" ", "\u00a0");
}
