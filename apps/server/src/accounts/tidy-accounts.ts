import type { AppContext } from "../context.ts";
import { forgetOldChallenges } from "../passkeys/challenge.ts";
import { forgetOldMessages } from "../outbox/send-message.ts";
import { forgetOldSessions } from "../sessions/end-sessions.ts";
import { forgetOldAttempts } from "./signin-attempt.ts";

/** Takes away sessions, attempts and messages that nothing needs any more; a job of every few minutes. */
export async function tidyAccounts(ctx: Pick<AppContext, "db">): Promise<void> {
  await forgetOldSessions(ctx.db.jobs);
  await forgetOldAttempts(ctx.db.jobs);
  await forgetOldMessages(ctx.db.jobs);
  await forgetOldChallenges(ctx.db.jobs);
}
