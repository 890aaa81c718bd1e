const READ_EVERY_MS = 1000;
let zone = "";
let readAt = Number.NEGATIVE_INFINITY;

/**
 * Where the player is: the clock of what is theirs. Races keep the clock of their venue. To ask the browser costs
 * what a hundred formatted times cost, so it is asked once a second at most.
 */
export function deviceZone(): string {
  const now = performance.now();
  if (now - readAt > READ_EVERY_MS) {
    zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    readAt = now;
  }
  return zone;
}
