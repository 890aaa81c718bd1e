import type { InvitationCheck } from "@club/contract";

/**
 * Checks that suggest one person behind two accounts. The others may only be waiting for something:
 * whoever has given no bank account yet fails that check too.
 */
const ABUSE: readonly InvitationCheck[] = ["other_address", "other_device"];

export function signsOfAbuse(failed: readonly InvitationCheck[]): InvitationCheck[] {
  return failed.filter((check) => ABUSE.includes(check));
}
