/**
 * The zone of the club, its venues and the devices under test. Browser tests are given one where the
 * day is not about to end: what they make for today must not happen tomorrow.
 */
export const ZONE = process.env["CLUB_TEST_ZONE"] ?? "Australia/Sydney";
