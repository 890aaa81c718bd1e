import type { ComplaintOutcome } from "@club/contract";

/** In the order in which they are offered. */
export const COMPLAINT_OUTCOMES: readonly ComplaintOutcome[] = ["upheld", "partly", "declined"];
