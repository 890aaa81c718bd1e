import type { InvitationCheck } from "@club/contract";

/**
 * Checks that suggest one person behind two accounts. The other checks may only be waiting: a
 * player who has not given a bank account yet fails that one too.
 */
const ABUSE: readonly InvitationCheck[] = ["other_address", "other_device"];

export function signsOfAbuse(failed: readonly InvitationCheck[]): InvitationCheck[] {
  return failed.filter((check) => ABUSE.includes(check));
}
