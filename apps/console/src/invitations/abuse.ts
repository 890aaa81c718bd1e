import type { InvitationCheck } from "@club/contract";

/** Checks that speak of one person behind two accounts; the others only wait for something. */
const ABUSE: readonly InvitationCheck[] = ["other_account", "other_address", "other_device"];

export function signsOfAbuse(failed: readonly InvitationCheck[]): InvitationCheck[] {
  return failed.filter((check) => ABUSE.includes(check));
}
