import type { AppContext } from "../../core/context.ts";
import { forgetOldChallenges } from "../../identity/passkeys/challenge.ts";
import { forgetOldSessions } from "../../identity/sessions/end-sessions.ts";
import { forgetOldAttempts } from "../../identity/passwords/signin-attempt.ts";

/**
 * Deletes sessions, attempts and challenges that are no longer needed; a job of every few minutes.
 */
export async function tidyAccounts(ctx: Pick<AppContext, "db">): Promise<void> {
  await forgetOldSessions(ctx.db.jobs);
  await forgetOldAttempts(ctx.db.jobs);
  await forgetOldChallenges(ctx.db.jobs);
}
