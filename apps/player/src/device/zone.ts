const READ_EVERY_MS = 1000;
let zone = "";
let readAt = Number.NEGATIVE_INFINITY;

/**
 * The player's time zone, for whatever is the player's own; races use the clock of their venue.
 * Asking the browser costs as much as a hundred formattings, so it is asked at most once a second.
 */
export function deviceZone(): string {
  const now = performance.now();
  if (now - readAt > READ_EVERY_MS) {
    zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    readAt = now;
  }
  return zone;
}
