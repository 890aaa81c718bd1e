/** Limits, breaks, exclusion, activity: one tap from the account. */
export const PROTECTION_HREF = "#/pages/protection/protection";
