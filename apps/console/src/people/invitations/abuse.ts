import type { InvitationCheck } from "@club/contract";

/**
 * Checks that speak of one person behind two accounts. The others may only wait for something: who has
 * told no bank account yet fails that check too.
 */
const ABUSE: readonly InvitationCheck[] = ["other_address", "other_device"];

export function signsOfAbuse(failed: readonly InvitationCheck[]): InvitationCheck[] {
  return failed.filter((check) => ABUSE.includes(check));
}
