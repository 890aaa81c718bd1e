import type {
  changeInviteRules,
  InviteRules,
  listOperatorInvitations,
  refuseReward,
  releaseReward,
} from "@club/contract";
import { send } from "./query-client.ts";
import { usePages } from "./read.ts";

const KEY = "invitations";
const PAGE = 50;

/** Who invited whom, newest first, with the rules that hold. */
export function useInvitations() {
  return usePages<typeof listOperatorInvitations>([KEY], {
    path: "/api/operator/invitations",
    query: { limit: PAGE },
  });
}

export async function release(invitationId: string): Promise<void> {
  await send<typeof releaseReward>([KEY], {
    method: "POST",
    path: "/api/operator/invitations/:invitation_id/release",
    params: { invitation_id: invitationId },
  });
}

export async function refuse(invitationId: string, reason: string): Promise<void> {
  await send<typeof refuseReward>([KEY], {
    method: "POST",
    path: "/api/operator/invitations/:invitation_id/refuse",
    params: { invitation_id: invitationId },
    body: { reason },
  });
}

export async function setInviteRules(rules: InviteRules): Promise<void> {
  await send<typeof changeInviteRules>([KEY], {
    method: "PUT",
    path: "/api/operator/invitations/rules",
    body: rules,
  });
}
