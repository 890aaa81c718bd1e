/**
 * The zone of the club, its venues and the devices under test. Browser tests are given one where
 * the day is not about to end: what they make for today must not fall on tomorrow.
 */
export const ZONE = process.env["CLUB_TEST_ZONE"] ?? "Australia/Sydney";

/** The zone of meetings in the next hours: in browser tests the same, else UTC. */
export const VENUE_ZONE = process.env["CLUB_TEST_ZONE"] ?? "UTC";

/** The date of a moment in a zone, `YYYY-MM-DD`. */
export function dayAt(at: number | Date = Date.now(), zone = ZONE): string {
  return new Date(at).toLocaleDateString("en-CA", { timeZone: zone });
}
